import type { Database } from '../database/pool.ts';
import type { Keys } from '../keys/keys.ts';
import type { HistoryEntry } from '../claims/claim-history.ts';
import { findBrokenEntry } from '../claims/claim-history.ts';
import { inclusionPath, rootByPath } from './merkle-tree.ts';
import { readSealsAfter } from './read-seals.ts';
import type { Seal } from './seals.ts';
import { findSealFault } from './seals.ts';

/** An entry of a claim's history with what shows that a seal covers it. */
export interface ProvenEntry extends HistoryEntry {
  /** Absent while no seal covers it yet. */
  readonly covered?: {
    readonly seal: Seal;
    /** Which of the seal's entries it is, from 0, and what leads from it to the root of their tree. */
    readonly index: number;
    readonly path: readonly Buffer[];
  };
}
export interface ClaimProof {
  readonly claimNumber: string;
  readonly filedAt: Date;
  readonly status: 'filed' | 'purged';
  readonly entries: readonly ProvenEntry[];
  /** The newest seal, which stands on all others: its root, kept elsewhere, shows later that nothing was changed since. */
  readonly head?: Seal;
  /** Sentences; none when the history is whole and every seal over it holds. */
  readonly faults: readonly string[];
}

/** What a court may ask for: the history of one claim, and that seals cover it. Undefined when there is no such claim. */
export async function proveClaim(
  { database, keys }: { readonly database: Database; readonly keys: Keys },
  claimNumber: string,
): Promise<ClaimProof | undefined> {
  const claim = await database
    .selectFrom('claims')
    .select(['id', 'number', 'filed_at'])
    .where('number', '=', claimNumber)
    .executeTakeFirst();
  if (!claim) return undefined;
  const rows = await database
    .selectFrom('claim_history')
    .select(['position', 'at', 'kind', 'details', 'previous_hash', 'hash', 'seal'])
    .where('claim_id', '=', claim.id)
    .orderBy('position')
    .execute();
  const faults: string[] = [];
  const broken = findBrokenEntry(claimNumber, rows);
  if (rows.length === 0) faults.push('The claim has no history.');
  if (broken !== undefined) faults.push(`Entry ${broken} was changed, or does not follow on the one before it.`);

  const positions = rows.flatMap(({ seal }) => (seal === null ? [] : [Number(seal)]));
  const seals = await checkSealsFrom(database, keys, positions, faults);
  const entries: ProvenEntry[] = [];
  for (const { seal: position, ...entry } of rows) {
    const seal = position === null ? undefined : seals.covering.get(Number(position));
    if (!seal) entries.push(entry);
    else entries.push({ ...entry, covered: await cover(database, claim.id, entry, seal, faults) });
  }
  return {
    claimNumber,
    // As the entries have it: the row may have been changed.
    filedAt: rows[0]?.at ?? claim.filed_at,
    status: rows.some(({ kind }) => kind === 'claim-purged') ? 'purged' : 'filed',
    entries,
    ...(seals.head ? { head: seals.head } : {}),
    faults,
  };
}

/** The seals at these positions, after all from the first of them to the newest were seen to follow on each other. */
async function checkSealsFrom(
  database: Database,
  keys: Keys,
  positions: readonly number[],
  faults: string[],
): Promise<{ readonly covering: ReadonlyMap<number, Seal>; readonly head?: Seal }> {
  const covering = new Map<number, Seal>();
  const wanted = new Set(positions);
  const first = Math.min(...positions);
  if (!Number.isFinite(first)) return { covering };
  // The one before the first is read too: the first names its root.
  let before: Seal | undefined;
  let after = Math.max(0, first - 2);
  for (;;) {
    const seals = await readSealsAfter(database, after, 500);
    for (const seal of seals) {
      const fault = seal.position < first ? undefined : findSealFault(seal, before, keys);
      if (fault !== undefined) faults.push(`Seal ${seal.position} ${fault}.`);
      if (wanted.has(seal.position)) covering.set(seal.position, seal);
      before = seal;
      after = seal.position;
    }
    if (seals.length === 0) break;
  }
  for (const position of wanted) if (!covering.has(position)) faults.push(`Seal ${position} is missing.`);
  return { covering, ...(before ? { head: before } : {}) };
}

async function cover(
  database: Database,
  claimId: string,
  entry: HistoryEntry,
  seal: Seal,
  faults: string[],
): Promise<NonNullable<ProvenEntry['covered']>> {
  const under = await database
    .selectFrom('claim_history')
    .select(['claim_id', 'position', 'hash'])
    .where('seal', '=', String(seal.position))
    .orderBy('claim_id')
    .orderBy('position')
    .execute();
  const index = under.findIndex((other) => other.claim_id === claimId && other.position === entry.position);
  const path = inclusionPath(
    under.map(({ hash }) => hash),
    index,
  );
  const root = rootByPath(entry.hash, index, seal.entries, path);
  if (under.length !== seal.entries || root?.equals(seal.treeRoot) !== true)
    faults.push(
      `Seal ${seal.position} covers other entries than are there: entry ${entry.position} is not proven by it.`,
    );
  return { seal, index, path };
}
