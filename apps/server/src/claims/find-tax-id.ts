import type { Database } from '../database/pool.ts';
import type { TaxIdKeys } from './sealed-tax-ids.ts';
import { lookupsOf } from './sealed-tax-ids.ts';

/** Where a tax ID stands among the answers of a claim. */
export interface TaxIdPlace {
  readonly claimNumber: string;
  readonly path: string;
}

/** Every place where a claim gives this tax ID, by its keyed hash: nothing is decrypted. The oldest claim comes first. */
export async function findTaxId(database: Database, keys: TaxIdKeys, digits: string): Promise<TaxIdPlace[]> {
  return database
    .selectFrom('claim_tax_ids')
    .innerJoin('claims', 'claims.id', 'claim_tax_ids.claim_id')
    .select(['claims.number as claimNumber', 'claim_tax_ids.path'])
    .where('claim_tax_ids.lookup', 'in', lookupsOf(digits, keys))
    .orderBy('claims.id')
    .orderBy('claim_tax_ids.path')
    .execute();
}
