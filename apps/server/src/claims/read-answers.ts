import type { AnyAnswers } from '@redress/forms/answers';
import { joinTaxIds } from '@redress/forms/tax-ids';
import type { Database } from '../database/pool.ts';
import type { TaxIdKeys } from './sealed-tax-ids.ts';
import { openTaxId } from './sealed-tax-ids.ts';

/**
 * All answers of a claim as they were filed, tax IDs too: for those only who may see them. Undefined when there is no such claim, or it was purged; throws
 * when a tax ID cannot be read.
 */
export async function readAnswers(
  database: Database,
  keys: TaxIdKeys,
  claimNumber: string,
): Promise<AnyAnswers | undefined> {
  const claim = await database
    .selectFrom('claims')
    .select(['id', 'answers'])
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  if (!claim) return undefined;
  const sealed = await database
    .selectFrom('claim_tax_ids')
    .select(['path', 'encrypted', 'key_version'])
    .where('claim_id', '=', claim.id)
    .execute();
  return joinTaxIds(
    claim.answers,
    sealed.map((taxId) => openTaxId(claimNumber, taxId, keys)),
  );
}
