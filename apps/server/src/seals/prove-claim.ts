import type { Database } from '../database/pool.ts';
import type { AppContext } from '../context.ts';
import type { Keys } from '../keys/keys.ts';
import { findBrokenEntry, type HistoryEntry } from '../claims/claim-history.ts';
import { inclusionPath, rootByPath } from './merkle-tree.ts';
import { findSealFault, readSealsAfter, type Seal } from './seals.ts';

/** A history entry with the proof that a seal covers it. */
export interface ProvenEntry extends HistoryEntry {
  /** Absent until the next seal. */
  readonly covered?: {
    readonly seal: Seal;
    /** The index among the seal's entries, from 0, and the path to the root of their tree. */
    readonly index: number;
    readonly path: readonly Buffer[];
  };
}
export interface ClaimProof {
  readonly claimNumber: string;
  readonly filedAt: Date;
  readonly status: 'filed' | 'purged';
  readonly entries: readonly ProvenEntry[];
  /** The newest seal. A copy of its root stored elsewhere proves later that nothing was changed. */
  readonly head?: Seal;
  /** In sentences; empty when the history and its seals are valid. */
  readonly faults: readonly string[];
}

/** Proves a claim's history, for example to a court; undefined when the claim does not exist. */
export async function proveClaim(
  { database, keys }: Pick<AppContext, 'database' | 'keys'>,
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
    else entries.push({ ...entry, covered: await proveEntry(database, claim.id, entry, seal, faults) });
  }
  return {
    claimNumber,
    // The row may have been tampered with, so the entries count.
    filedAt: rows[0]?.at ?? claim.filed_at,
    status: rows.some(({ kind }) => kind === 'claim-purged') ? 'purged' : 'filed',
    entries,
    ...(seals.head ? { head: seals.head } : {}),
    faults,
  };
}

/** Reads the seals at these positions and checks the chain from the first of them to the newest. */
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
  // Starts one seal earlier, because the first one names the root of its predecessor.
  let previous: Seal | undefined;
  let after = Math.max(0, first - 2);
  for (;;) {
    const seals = await readSealsAfter(database, after, 500);
    for (const seal of seals) {
      const fault = seal.position < first ? undefined : findSealFault(seal, previous, keys);
      if (fault !== undefined) faults.push(`Seal ${seal.position} ${fault}.`);
      if (wanted.has(seal.position)) covering.set(seal.position, seal);
      previous = seal;
      after = seal.position;
    }
    if (seals.length === 0) break;
  }
  for (const position of wanted) if (!covering.has(position)) faults.push(`Seal ${position} is missing.`);
  return { covering, ...(previous ? { head: previous } : {}) };
}

async function proveEntry(
  database: Database,
  claimId: string,
  entry: HistoryEntry,
  seal: Seal,
  faults: string[],
): Promise<NonNullable<ProvenEntry['covered']>> {
  const sealed = await database
    .selectFrom('claim_history')
    .select(['claim_id', 'position', 'hash'])
    .where('seal', '=', String(seal.position))
    .orderBy('claim_id')
    .orderBy('position')
    .execute();
  const index = sealed.findIndex((other) => other.claim_id === claimId && other.position === entry.position);
  const path = inclusionPath(
    sealed.map(({ hash }) => hash),
    index,
  );
  const root = rootByPath(entry.hash, index, seal.entries, path);
  if (sealed.length !== seal.entries || root?.equals(seal.treeRoot) !== true)
    faults.push(
      `Seal ${seal.position} covers other entries than are there: entry ${entry.position} is not proven by it.`,
    );
  return { seal, index, path };
}
