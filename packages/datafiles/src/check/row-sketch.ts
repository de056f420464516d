import type { RowSketch } from '../report.ts';
import { type ColumnKey, type DataRules, normalizeSpelling } from '../rules.ts';
import type { CellResult } from './cell-validators.ts';
import { fingerprintText, mixHash1, mixHash2, newFingerprint, rowSeed1, rowSeed2 } from './duplicate-rows.ts';

/** Shares estimated from this many distinct rows are off by one or two percent. */
export const sketchSize = 1_024;

/**
 * Collects the smallest hashes of the counted rows of purchases, by drug, day, state and amount,
 * and how often each row occurs. Names are left out, because agents and payors write them
 * differently, and copied rows have other names. The order of rows does not matter.
 */
export function createRowSketch({ regions }: DataRules, drugLabels: readonly string[], size: number = sketchSize) {
  const drugs = hashesOf(drugLabels);
  const states = hashesOf(regions.map(({ code }) => code));
  const counts = new Map<number, number>();
  /** No row with a greater hash is among the smallest. */
  let most = Number.POSITIVE_INFINITY;
  /** The first 32 bits of `most` decide for nearly all rows of a large file. */
  let mostFirst = 2 ** 32;
  const smallest = () => [...counts].sort(([one], [other]) => one - other).slice(0, size);

  function dropLargest(): void {
    const kept = smallest();
    counts.clear();
    for (const [hash, count] of kept) counts.set(hash, count);
    most = kept[kept.length - 1]?.[0] ?? most;
    mostFirst = Math.floor(most / 2 ** secondBits);
  }

  return {
    /** `columns` are those that the table has, in the order of the results. */
    forTable(columns: readonly ColumnKey[]): (results: readonly CellResult[]) => void {
      const drugAt = columns.indexOf('drug');
      const dateAt = columns.indexOf('date');
      const stateAt = columns.indexOf('stateOfPurchase');
      const amountAt = columns.indexOf('amount');
      return (results) => {
        const drug = results[drugAt]?.value ?? 0;
        const state = results[stateAt]?.value ?? 0;
        const day = results[dateAt]?.value ?? 0;
        const units = results[amountAt]?.value ?? 0;
        const unitsHigh = Math.floor(units / 2 ** 32);
        let hash1 = mixHash1(rowSeed1, drugs.first[drug] ?? 0);
        hash1 = mixHash1(mixHash1(mixHash1(hash1, states.first[state] ?? 0), day), units | 0);
        hash1 = spread(mixHash1(hash1, unitsHigh)) >>> 0;
        if (hash1 > mostFirst) return;
        let hash2 = mixHash2(rowSeed2, drugs.second[drug] ?? 0);
        hash2 = mixHash2(mixHash2(mixHash2(hash2, states.second[state] ?? 0), day), units | 0);
        hash2 = spread(mixHash2(hash2, unitsHigh)) >>> 0;
        const hash = hash1 * 2 ** secondBits + (hash2 >>> (32 - secondBits));
        if (hash > most) return;
        // A hash that is among the smallest at the end always was, so its count is exact.
        counts.set(hash, (counts.get(hash) ?? 0) + 1);
        if (counts.size >= size * 2) dropLargest();
      };
    },
    /** Undefined without counted rows. */
    toSketch(): RowSketch | undefined {
      if (counts.size === 0) return undefined;
      const kept = smallest();
      return {
        hashes: kept.map(([hash]) => hash),
        counts: kept.map(([, count]) => count),
        isWhole: most === Number.POSITIVE_INFINITY && counts.size <= size,
      };
    },
  };
}

/** This many bits of the second hash and the 32 of the first make a safe integer. */
const secondBits = 21;

/** Hashes names, so that rows do not depend on the index of a name. */
function hashesOf(names: readonly string[]) {
  const fingerprint = newFingerprint();
  const first = new Int32Array(names.length);
  const second = new Int32Array(names.length);
  for (const [index, name] of names.entries()) {
    fingerprintText(normalizeSpelling(name), fingerprint);
    first[index] = fingerprint[0] ?? 0;
    second[index] = fingerprint[1] ?? 0;
  }
  return { first, second };
}

/** Makes every bit depend on all bits, so that the smallest hashes are a fair sample. */
function spread(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
