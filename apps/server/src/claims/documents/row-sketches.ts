import type { RowSketch } from '@redress/datafiles/report';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

export async function storeSketch(
  transaction: Kysely<Tables>,
  documentId: string,
  claimId: string,
  { hashes, counts, isWhole }: RowSketch,
): Promise<void> {
  await transaction
    .insertInto('row_sketches')
    .values({
      document_id: documentId,
      claim_id: claimId,
      hashes: hashes.map(String),
      counts: [...counts],
      whole: isWhole,
    })
    .execute();
}

/** The rows of all data files by claim. Claims without checked purchases are left out. */
export async function readSketches(
  transaction: Kysely<Tables>,
  claimIds: readonly string[],
): Promise<Map<string, RowSketch>> {
  const rows = await transaction
    .selectFrom('row_sketches')
    .select(['claim_id', 'hashes', 'counts', 'whole'])
    .where('claim_id', '=', sql<string>`any(${claimIds}::bigint[])`)
    .orderBy('document_id')
    .execute();
  const files = Map.groupBy(rows, ({ claim_id: id }) => id);
  return new Map(
    [...files].map(([id, ofClaim]) => [
      id,
      mergeSketches(
        ofClaim.map(({ hashes, counts, whole }) => ({ hashes: hashes.map(Number), counts, isWhole: whole })),
      ),
    ]),
  );
}

/** A file that was sent again with fixes repeats most rows of the first one: each counts once. */
export function mergeSketches(sketches: readonly RowSketch[]): RowSketch {
  const [only] = sketches;
  if (only && sketches.length === 1) return only;
  const limit = Math.min(...sketches.map(limitOf));
  const merged = new Map<number, number>();
  for (const { hashes, counts } of sketches)
    for (const [at, hash] of hashes.entries())
      if (hash <= limit) merged.set(hash, Math.max(merged.get(hash) ?? 0, counts[at] ?? 0));
  const sorted = [...merged].sort(([one], [other]) => one - other);
  return {
    hashes: sorted.map(([hash]) => hash),
    counts: sorted.map(([, count]) => count),
    isWhole: sketches.every(({ isWhole }) => isWhole),
  };
}

/** A sketch has all hashes of its rows up to this limit. */
const limitOf = ({ hashes, isWhole }: RowSketch): number =>
  isWhole ? Number.POSITIVE_INFINITY : (hashes.at(-1) ?? -1);

export interface SharedRows {
  /** The share of the first claim's rows that the second also has, from 0 to 1. */
  readonly share: number;
  /** The share is too large to be chance. */
  readonly isTelling: boolean;
}

/** Two files with fewer distinct rows can match by chance. */
const minRows = 10;
const least = 0.2;
const most = 0.95;

/**
 * Estimates how many rows of one claim are also in the files of another; exact if both sketches are
 * whole. If the same few prices recur, rows match by chance about as often as the second claim's
 * rows repeat each other. The threshold is twice that share, and at least 20%.
 */
export function compareRows(own: RowSketch, other: RowSketch): SharedRows {
  const limit = Math.min(limitOf(own), limitOf(other));
  const others = new Set(other.hashes);
  let [rows, shared, different] = [0, 0, 0];
  for (const [at, hash] of own.hashes.entries()) {
    if (hash > limit) break;
    const count = own.counts[at] ?? 0;
    rows += count;
    if (!others.has(hash)) continue;
    shared += count;
    different += 1;
  }
  const share = rows === 0 ? 0 : shared / rows;
  const total = other.counts.reduce((sum, count) => sum + count, 0);
  const repeated = total === 0 ? 0 : 1 - other.counts.length / total;
  const byChance = 1 - Math.exp(-2 * repeated);
  return { share, isTelling: different >= minRows && share >= Math.max(least, Math.min(most, 2 * byChance)) };
}

/** Of the pairs of claims with a fifth of their rows in common, one in a thousand shares no key. */
const keyCount = 32;

/** The keys that find claims with rows in common. */
export const rowKeysOf = ({ hashes }: RowSketch): string[] => hashes.slice(0, keyCount).map(String);
