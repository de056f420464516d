import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Keys } from '../../keys/keys.ts';
import { type GrowingTree, growTree } from '../../seals/merkle-tree.ts';
import { findLastSeal, findSealFault, readSealsAfter, type Seal } from '../../seals/seals.ts';

const sealsPerBatch = 200;
const entriesPerBatch = 5_000;
const minuteMs = 60 * 1_000;
/** Longer than any transaction: an entry is committed within this time after its date. */
const maxTransactionMs = 15 * minuteMs;
/** A running server seals the history every minute. */
const maxUnsealedMs = 60 * minuteMs;

type Counts = Record<'seals' | 'sealedEntries' | 'unsealedEntries', number>;

/** Yields what is wrong with the seals and their entries, as sentences. Works in batches. */
export async function* verifySeals(snapshot: Transaction<Tables>, keys: Keys, counts: Counts): AsyncGenerator<string> {
  let previous: Seal | undefined;
  for (;;) {
    const after = previous?.position ?? 0;
    const seals = await readSealsAfter(snapshot, after, sealsPerBatch);
    const last = seals.at(-1);
    const trees = await readTrees(snapshot, after, last?.position);
    for (const seal of seals) {
      const fault = findSealFault(seal, previous, keys);
      if (fault !== undefined) yield `Seal ${seal.position} ${fault}.`;
      const tree = trees.get(seal.position) ?? growTree();
      trees.delete(seal.position);
      if (tree.size !== seal.entries)
        yield `Seal ${seal.position} covers ${seal.entries} history entries, of which ${tree.size} exist.`;
      else if (!tree.root().equals(seal.treeRoot))
        yield `Seal ${seal.position} covers different history entries: one was changed or replaced.`;
      previous = seal;
      counts.seals += 1;
      counts.sealedEntries += tree.size;
    }
    for (const position of trees.keys()) yield `Seal ${position} is missing: history entries name it.`;
    if (!last) break;
  }
  const { rows } = await sql<{ position: string }>`
    select position from history_seals where sealed_at <> date_trunc('milliseconds', sealed_at)`.execute(snapshot);
  for (const { position } of rows) yield `Seal ${position} has a time that was changed by less than a millisecond.`;
  yield* findUnsealedEntries(snapshot, counts);
}

/** The trees of the seals after a position, up to another one or to the end. */
async function readTrees(
  snapshot: Transaction<Tables>,
  after: number,
  upTo: number | undefined,
): Promise<Map<number, GrowingTree>> {
  const trees = new Map<number, GrowingTree>();
  let last = { seal: String(after + 1), claim_id: '0', position: 0 };
  for (;;) {
    const { seal, claim_id: claimId, position } = last;
    const { rows } = await sql<{ seal: string; claim_id: string; position: number; hash: Buffer }>`
      select seal, claim_id, position, hash from claim_history
      where (seal, claim_id, position) > (${seal}::bigint, ${claimId}::bigint, ${position}::integer)
        ${upTo === undefined ? sql`` : sql`and seal <= ${upTo}`}
      order by seal, claim_id, position limit ${entriesPerBatch}`.execute(snapshot);
    for (const row of rows) {
      const tree = trees.get(Number(row.seal)) ?? growTree();
      tree.add(row.hash);
      trees.set(Number(row.seal), tree);
      last = row;
    }
    if (rows.length < entriesPerBatch) return trees;
  }
}

/** Only the last minute may be unsealed: otherwise a seal was tampered with, or sealing stopped. */
async function* findUnsealedEntries(snapshot: Transaction<Tables>, counts: Counts): AsyncGenerator<string> {
  const { rows } = await sql<{ count: string; oldest: Date | null; newest: Date | null }>`
    select count(*), min(at) as oldest, max(at) as newest from claim_history where seal is null`.execute(snapshot);
  const { count = '0', oldest, newest } = rows[0] ?? {};
  counts.unsealedEntries = Number(count);
  if (!oldest || !newest) return;
  const last = await findLastSeal(snapshot);
  if (last && last.sealedAt.getTime() - oldest.getTime() > maxTransactionMs)
    yield `History entries since ${oldest.toISOString()} are not sealed, although seal ${last.position} was made after them.`;
  else if (newest.getTime() - oldest.getTime() > maxUnsealedMs)
    yield `The history has not been sealed since ${oldest.toISOString()}, although claims came in: look into the log of the server.`;
}
