import type { AppContext } from '../context.ts';
import { ProblemError } from '../http/problem.ts';
import { decryptTaxId } from '../keys/encrypted-fields.ts';
import type { FoundClaim } from './find-claim.ts';

/** How long the console shows a revealed tax ID. */
export const revealSeconds = 60;

/**
 * Decrypts one tax ID of a claim.
 * @throws ProblemError `not-found` when the claim has none at this path, or was purged
 */
export async function revealTaxId(
  { database, keys }: Pick<AppContext, 'database' | 'keys'>,
  claim: Pick<FoundClaim, 'id' | 'number'>,
  path: string,
): Promise<string> {
  const stored = await database
    .selectFrom('claim_tax_ids')
    .select(['path', 'encrypted', 'key_version'])
    .where('claim_id', '=', claim.id)
    .where('path', '=', path)
    .executeTakeFirst();
  if (!stored) throw new ProblemError('not-found');
  return decryptTaxId(claim.number, stored, keys).digits;
}
