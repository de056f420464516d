import type { Selectable } from 'kysely';
import { hash } from 'node:crypto';
import { canonicalJson } from '../keys/canonical-json.ts';
import type { EntryColumns } from './tables.ts';

/** The hashes of the rows that were written with an entry, as `row-hashes.ts` makes them. */
export type RowHashes = Readonly<Record<`row ${string}`, string>>;

/** An entry of any history: of a claim or of another record. */
export type HistoryEntry = Selectable<EntryColumns>;

/**
 * SHA-256 of the owner, the entry and the hash before it. It is stored, so it must never change.
 * @param owner the claim number, or for another record the result of `recordOwner`
 */
export function hashEntry(owner: string, entry: Omit<HistoryEntry, 'hash'>): Buffer {
  return hash('sha256', entryText(owner, entry), 'buffer');
}

/** The text that `hashEntry` hashes. */
export function entryText(owner: string, entry: Omit<HistoryEntry, 'hash'>): string {
  const { position, at, kind, details } = entry;
  const previous = entry.previous_hash?.toString('hex') ?? null;
  return canonicalJson([owner, position, at.toISOString(), kind, details, previous]);
}

/** Finds the position of the first entry that was changed or does not follow its predecessor. */
export function findBrokenEntry(owner: string, entries: readonly HistoryEntry[]): number | undefined {
  let previous: Buffer | null = null;
  for (const [index, entry] of entries.entries()) {
    const follows = previous === null ? entry.previous_hash === null : (entry.previous_hash?.equals(previous) ?? false);
    if (entry.position !== index + 1 || !follows || !hashEntry(owner, entry).equals(entry.hash)) return index + 1;
    previous = entry.hash;
  }
  return undefined;
}
