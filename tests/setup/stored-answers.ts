import { joinTaxIds } from '@redress/forms/tax-ids';
import type { AnyAnswers } from '@redress/forms/answers';
import type { Database } from '@redress/server/platform/database/pool';
import { decryptTaxId, hashTaxId } from '@redress/server/platform/keys/encrypted-fields';
import type { Keys } from '@redress/server/platform/keys/keys';

/** Reads all answers of a claim with tax IDs. Undefined if it does not exist or was purged. */
export async function readAnswers(
  database: Database,
  keys: Keys,
  claimNumber: string,
): Promise<AnyAnswers | undefined> {
  const claim = await database
    .selectFrom('claims')
    .select(['id', 'answers'])
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  if (!claim) return undefined;
  const taxIds = await database
    .selectFrom('claim_tax_ids')
    .select(['path', 'encrypted', 'key_version'])
    .where('claim_id', '=', claim.id)
    .execute();
  return joinTaxIds(
    claim.answers,
    taxIds.map((taxId) => decryptTaxId(claimNumber, taxId, keys)),
  );
}

/** Finds every answer with this tax ID by its lookup hash, the oldest claim first. */
export async function findTaxId(
  database: Database,
  keys: Keys,
  digits: string,
): Promise<{ readonly claimNumber: string; readonly path: string }[]> {
  return database
    .selectFrom('claim_tax_ids')
    .innerJoin('claims', 'claims.id', 'claim_tax_ids.claim_id')
    .select(['claims.number as claimNumber', 'claim_tax_ids.path'])
    .where('claim_tax_ids.lookup', 'in', hashTaxId(digits, keys))
    .orderBy('claims.id')
    .orderBy('claim_tax_ids.path')
    .execute();
}
