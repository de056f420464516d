import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { merkleRoot } from '../../platform/history/merkle-tree.ts';
import { checkSeals, readSealedEntries, type Seal, sealedTables } from '../../platform/history/seals.ts';

const minuteMs = 60 * 1_000;
/** No transaction takes longer: an entry is committed within this time after its date. */
const maxTransactionMs = 15 * minuteMs;
/** A running server seals the history every minute. */
const maxUnsealedMs = 60 * minuteMs;

type Counts = Record<'seals' | 'sealedEntries' | 'unsealedEntries', number>;

/** Yields the faults of the seals and their entries as sentences. */
export async function* verifySeals(snapshot: Transaction<Tables>, keys: Keys, counts: Counts): AsyncGenerator<string> {
  let last: Seal | undefined;
  for await (const { seal, fault } of checkSeals(snapshot, keys)) {
    if (fault !== undefined) yield `Seal ${seal.position} ${fault}.`;
    const hashes = (await readSealedEntries(snapshot, seal)).map(({ hash }) => hash);
    if (hashes.length !== seal.entries)
      yield `Seal ${seal.position} covers ${seal.entries} entries, but the history has ${hashes.length}.`;
    else if (!merkleRoot(hashes).equals(seal.treeRoot))
      yield `Seal ${seal.position} covers different entries: one was changed or replaced.`;
    last = seal;
    counts.seals += 1;
    counts.sealedEntries += hashes.length;
  }
  const { rows: missing } = await sql<{ position: string }>`
    select position from newest_seal where position > ${last?.position ?? 0}`.execute(snapshot);
  for (const { position } of missing) yield `Seal ${position} is missing: the database still names it.`;
  const { rows } = await sql<{ position: string }>`
    select position from history_seals where sealed_at <> date_trunc('milliseconds', sealed_at)`.execute(snapshot);
  for (const { position } of rows) yield `Seal ${position} has a time that was changed by less than a millisecond.`;
  yield* findUnsealedEntries(snapshot, last, counts);
}

/** A longer time without a seal means that a seal was tampered with, or that sealing stopped. */
async function* findUnsealedEntries(
  snapshot: Transaction<Tables>,
  last: Seal | undefined,
  counts: Counts,
): AsyncGenerator<string> {
  const unsealed = sealedTables.map(
    (table) => sql`select at from ${sql.table(table)} where id > ${last?.lastEntry ?? 0}`,
  );
  const { rows } = await sql<{ count: string; oldest: Date | null; newest: Date | null }>`
    select count(*), min(at) as oldest, max(at) as newest from (${sql.join(unsealed, sql` union all `)}) as entries`.execute(
    snapshot,
  );
  const { count = '0', oldest, newest } = rows[0] ?? {};
  counts.unsealedEntries = Number(count);
  if (!oldest || !newest) return;
  if (last && last.sealedAt.getTime() - oldest.getTime() > maxTransactionMs)
    yield `Entries since ${oldest.toISOString()} are not sealed, although seal ${last.position} was made after them.`;
  else if (newest.getTime() - oldest.getTime() > maxUnsealedMs)
    yield `The history has not been sealed since ${oldest.toISOString()}, although entries were added: check the server's log.`;
}
