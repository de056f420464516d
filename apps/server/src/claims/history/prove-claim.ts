import type { Database } from '../../platform/database/pool.ts';
import type { ClaimsContext } from '../context.ts';
import { findBrokenEntry, type HistoryEntry } from '../../platform/history/entries.ts';
import { inclusionPath, merkleRoot } from '../../platform/history/merkle-tree.ts';
import { checkSeals, coveringSeal, readSealedEntries, type Seal } from '../../platform/history/seals.ts';

/** A history entry with the proof that a seal covers it, or without one until the next seal. */
type ProvenEntry = HistoryEntry & { readonly covered?: Awaited<ReturnType<typeof proveEntry>> };
export type ClaimProof = NonNullable<Awaited<ReturnType<typeof proveClaim>>>;

/** Proves a claim's history, for example to a court; undefined when the claim does not exist. */
export async function proveClaim({ database, keys }: Pick<ClaimsContext, 'database' | 'keys'>, claimNumber: string) {
  const claim = await database
    .selectFrom('claims')
    .select(['id', 'number', 'filed_at'])
    .where('number', '=', claimNumber)
    .executeTakeFirst();
  if (!claim) return undefined;
  const rows = await database
    .selectFrom('claim_history')
    .select(['position', 'at', 'kind', 'details', 'previous_hash', 'hash'])
    .select(coveringSeal('claim_history').as('seal'))
    .where('claim_id', '=', claim.id)
    .orderBy('position')
    .execute();
  const faults: string[] = [];
  const broken = findBrokenEntry(claimNumber, rows);
  if (rows.length === 0) faults.push('The claim has no history.');
  if (broken !== undefined) faults.push(`Entry ${broken} was changed or does not follow the entry before it.`);

  const positions = new Set(rows.flatMap(({ seal }) => seal ?? []));
  const covering = new Map<number, Seal>();
  let head: Seal | undefined;
  if (positions.size > 0)
    for await (const { seal, fault } of checkSeals(database, keys, Math.min(...positions))) {
      if (fault !== undefined) faults.push(`Seal ${seal.position} ${fault}.`);
      if (positions.has(seal.position)) covering.set(seal.position, seal);
      head = seal;
    }
  for (const position of positions) if (!covering.has(position)) faults.push(`Seal ${position} is missing.`);
  const entries: ProvenEntry[] = [];
  for (const { seal: position, ...entry } of rows) {
    const seal = position === null ? undefined : covering.get(position);
    entries.push(seal ? { ...entry, covered: await proveEntry(database, claim.id, entry, seal, faults) } : entry);
  }
  return {
    claimNumber,
    // The row may have been tampered with, so the entries count.
    filedAt: rows[0]?.at ?? claim.filed_at,
    status: rows.some(({ kind }) => kind === 'claim-purged') ? 'purged' : 'filed',
    entries,
    /** The newest seal. A copy of its root kept elsewhere proves that nothing was changed. */
    head,
    /** One sentence per fault; empty when the history and its seals are valid. */
    faults,
  };
}

/** Formats a proof as JSON, with hashes as hexadecimal digits instead of the JSON of a Buffer. */
export const formatProof = (proof: ClaimProof): string => JSON.stringify(proof, writeBytes, 2);

function writeBytes(this: unknown, key: string, value: unknown): unknown {
  const raw: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : value;
  return Buffer.isBuffer(raw) ? raw.toString('hex') : value;
}

async function proveEntry(database: Database, claimId: string, entry: HistoryEntry, seal: Seal, faults: string[]) {
  const sealed = await readSealedEntries(database, seal);
  const index = sealed.findIndex((other) => other.claim_id === claimId && other.position === entry.position);
  const hashes = sealed.map(({ hash }) => hash);
  if (hashes[index]?.equals(entry.hash) !== true || !merkleRoot(hashes).equals(seal.treeRoot))
    faults.push(
      `Seal ${seal.position} does not match the existing entries, so it does not prove entry ${entry.position}.`,
    );
  return { seal, index, path: inclusionPath(hashes, index) };
}
