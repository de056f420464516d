import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { blockingKeysOf } from './blocking-keys.ts';
import { type IntegrityContext, loadClaims } from './load-claims.ts';

/** Maximum claims that are scored again because of one key. */
const maxAgain = 200;

/** Queues claims for scoring that share a phone, a mailbox or a browser with some claims. */
export async function markContacts(
  transaction: Kysely<Tables>,
  context: Pick<IntegrityContext, 'settlement' | 'keys'>,
  claimIds: readonly string[],
): Promise<void> {
  const claims = await loadClaims(transaction, context, claimIds);
  const contacts = [...claims.values()]
    .flatMap(blockingKeysOf)
    .filter(({ kind }) => kind === 'phone' || kind === 'mailbox' || kind === 'browser');
  const keys = contacts.map(({ key }) => key);
  await markKeys(transaction, keys);
}

/** Queues all claims, for a new mark or after a deadline. May wait for a batch. */
export async function scoreAllAgain(transaction: Kysely<Tables>): Promise<void> {
  await transaction.updateTable('integrity_progress').set({ rescored_to: '0' }).execute();
}

/** Queues the first claims with these keys for scoring. */
export async function markKeys(transaction: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into claim_scores_due (claim_id)
    select distinct member.claim_id from unnest(${keys}::bigint[]) as wanted (key)
    cross join lateral (
      select claim_id from claim_keys where key = wanted.key order by claim_id limit ${maxAgain}
    ) as member
    order by 1
    on conflict do nothing`.execute(transaction);
}
