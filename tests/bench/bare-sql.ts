import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import { openDatabase } from '@redress/server/database/pool';
import { randomBytes } from 'node:crypto';
import { type FiledClaim, insertOfClaim } from './filed-claims.ts';
import { measure, type Measured, type MeasureOptions } from './measure.ts';

/**
 * The rows of a claim through `pg` alone, in the plainest form: one named statement and transaction
 * per claim, on a pool like the server's. It writes claim, pending receipt, used captcha and first
 * history entry, without HTTP, parsing, validation or hashes.
 */
export async function measureBareSql(
  connectionString: string,
  filed: readonly FiledClaim[],
  options: MeasureOptions,
): Promise<Measured> {
  const [first] = filed;
  if (first === undefined) throw new Error('No claim was filed');
  const { pool } = openDatabase(connectionString, () => {});
  const text = statementFor(first);
  let next = 0;
  try {
    return await measure(async () => {
      const { claim, entry } = filed[next % filed.length] ?? first;
      next += 1;
      try {
        const values = [
          createIdempotencyKey(randomBytes(16)),
          ...Object.values(claim),
          randomBytes(16),
          ...Object.values(entry),
        ];
        await pool.query({ name: 'file-claim', text, values });
        return 'filed';
      } catch (error) {
        return { failure: error instanceof Error ? error.message : String(error) };
      }
    }, options);
  } finally {
    // End the pool itself: Kysely was never used here and would leave it open.
    await pool.end();
  }
}

function statementFor(filed: FiledClaim): string {
  const challenge = Object.keys(filed.claim).length + 2;
  const columns = Object.keys(filed.entry);
  return `with filed as (${insertOfClaim(filed)} returning id),
    receipt as (insert into outbox (claim_id, kind, created_at, due_at) select id, 'receipt', now(), now() from filed),
    captcha as (insert into captcha_used (challenge, expires_at) values ($${challenge}, now() + interval '20 minutes'))
    insert into claim_history (claim_id, ${columns.join(', ')})
    values ((select id from filed), ${columns.map((_, index) => `$${challenge + 1 + index}`).join(', ')})`;
}
