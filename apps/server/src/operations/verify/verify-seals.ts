import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Keys } from '../../keys/keys.ts';
import type { GrowingTree } from '../../seals/merkle-tree.ts';
import { growTree } from '../../seals/merkle-tree.ts';
import { readLastSeal, readSealsAfter } from '../../seals/read-seals.ts';
import type { Seal } from '../../seals/seals.ts';
import { findSealFault } from '../../seals/seals.ts';

const sealsAtOnce = 200;
const entriesAtOnce = 5_000;
const minute = 60 * 1_000;
/** A transaction ends long before. */
const latest = 15 * minute;
/** The history is sealed every minute while the server runs. */
const longestWithoutSeal = 60 * minute;

export interface SealCounts {
  seals: number;
  sealedEntries: number;
  unsealedEntries: number;
}

/** What is wrong with the seals and what they cover, a sentence each. Memory stays small however many entries there are. */
export async function* verifySeals(
  snapshot: Transaction<Tables>,
  keys: Keys,
  counts: SealCounts,
): AsyncGenerator<string> {
  let before: Seal | undefined;
  for (;;) {
    const seals = await readSealsAfter(snapshot, before?.position ?? 0, sealsAtOnce);
    const last = seals.at(-1);
    const trees = await readTrees(snapshot, before?.position ?? 0, last?.position);
    for (const seal of seals) {
      const fault = findSealFault(seal, before, keys);
      if (fault !== undefined) yield `Seal ${seal.position} ${fault}.`;
      const tree = trees.get(seal.position) ?? growTree();
      trees.delete(seal.position);
      if (tree.size !== seal.entries)
        yield `Seal ${seal.position} covers ${seal.entries} history entries, of which ${tree.size} are there.`;
      else if (!tree.root().equals(seal.treeRoot))
        yield `Seal ${seal.position} covers other history entries than are there: one was changed or exchanged.`;
      before = seal;
      counts.seals += 1;
      counts.sealedEntries += tree.size;
    }
    for (const position of trees.keys()) yield `Seal ${position} is missing: history entries name it.`;
    if (!last) break;
  }
  const { rows } = await sql<{ position: string }>`
    select position from history_seals where sealed_at <> date_trunc('milliseconds', sealed_at)`.execute(snapshot);
  for (const { position } of rows) yield `Seal ${position} has a time that was changed by less than a millisecond.`;
  yield* findPassedOver(snapshot, counts);
}

/** The trees over the entries of the seals after one position, up to and with another: to the end without it. */
async function readTrees(
  snapshot: Transaction<Tables>,
  after: number,
  upTo: number | undefined,
): Promise<Map<number, GrowingTree>> {
  const trees = new Map<number, GrowingTree>();
  let last = { seal: String(after + 1), claim_id: '0', position: 0 };
  for (;;) {
    const { seal, claim_id: claim, position } = last;
    const { rows } = await sql<{ seal: string; claim_id: string; position: number; hash: Buffer }>`
      select seal, claim_id, position, hash from claim_history
      where (seal, claim_id, position) > (${seal}::bigint, ${claim}::bigint, ${position}::integer)
        ${upTo === undefined ? sql`` : sql`and seal <= ${upTo}`}
      order by seal, claim_id, position limit ${entriesAtOnce}`.execute(snapshot);
    for (const row of rows) {
      const tree = trees.get(Number(row.seal)) ?? growTree();
      tree.add(row.hash);
      trees.set(Number(row.seal), tree);
      last = row;
    }
    if (rows.length < entriesAtOnce) return trees;
  }
}

/** Entries that no seal covers are those of the last minute: others were taken from under one, or nothing seals. */
async function* findPassedOver(snapshot: Transaction<Tables>, counts: SealCounts): AsyncGenerator<string> {
  const { rows } = await sql<{ count: string; oldest: Date | null; newest: Date | null }>`
    select count(*), min(at) as oldest, max(at) as newest from claim_history where seal is null`.execute(snapshot);
  const [waiting] = rows;
  if (!waiting) return;
  const { count, oldest, newest } = waiting;
  counts.unsealedEntries = Number(count);
  if (!oldest || !newest) return;
  const last = await readLastSeal(snapshot);
  if (last && last.sealedAt.getTime() - oldest.getTime() > latest)
    yield `History entries since ${oldest.toISOString()} are not sealed, although seal ${last.position} was made after them.`;
  else if (newest.getTime() - oldest.getTime() > longestWithoutSeal)
    yield `The history has not been sealed since ${oldest.toISOString()}, although claims came: look into the log of the server.`;
}
