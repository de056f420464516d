import type { RowSketch } from '@redress/datafiles/report';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { compareRows, mergeSketches } from './row-sketches.ts';

const hashOf = (row: number): number =>
  Number(createHash('sha256').update(String(row)).digest().readBigUInt64BE() >> 11n);

/** The sketch of a file with this many distinct rows, counted up from a first one. */
function sketchOf(from: number, rows: number, count = 1, size = 1_024): RowSketch {
  const hashes = Array.from({ length: rows }, (_, index) => hashOf(from + index)).sort((a, b) => a - b);
  const kept = hashes.slice(0, size);
  return { hashes: kept, counts: kept.map(() => count), isWhole: rows <= size };
}

test('41 of 100 rows in common are 41%, both ways', () => {
  const [one, other] = [sketchOf(0, 100), sketchOf(59, 100)];
  expect(compareRows(one, other)).toEqual({ share: 0.41, isTelling: true });
  expect(compareRows(other, one)).toEqual({ share: 0.41, isTelling: true });
});

test('no rows, all rows, and a few', () => {
  const one = sketchOf(0, 100);
  expect(compareRows(one, sketchOf(1_000, 100))).toEqual({ share: 0, isTelling: false });
  expect(compareRows(one, one)).toEqual({ share: 1, isTelling: true });
  expect(compareRows(one, sketchOf(85, 100))).toEqual({ share: 0.15, isTelling: false });
  // Two of three rows may agree by chance.
  expect(compareRows(sketchOf(0, 3), sketchOf(1, 3)).isTelling).toBe(false);
});

test('of large files the share is estimated', () => {
  const { share, isTelling } = compareRows(sketchOf(0, 20_000), sketchOf(12_000, 20_000));
  expect(share).toBeGreaterThan(0.35);
  expect(share).toBeLessThan(0.45);
  expect(isTelling).toBe(true);
  // A plan within the file of its agent.
  expect(compareRows(sketchOf(5_000, 2_000), sketchOf(0, 20_000)).share).toBe(1);
});

test('a repeated row counts as often as it occurs', () => {
  const own = { hashes: [1, 2, 3], counts: [1, 8, 1], isWhole: true };
  expect(compareRows(own, { hashes: [2], counts: [1], isWhole: true }).share).toBe(0.8);
});

test('where rows repeat, as few prices do, more has to agree', () => {
  // A third of the rows of each file repeats an earlier one.
  const [one, other] = [sketchOf(0, 900, 1.5), sketchOf(400, 900, 1.5)];
  const compared = compareRows(one, other);
  expect(compared.share).toBeCloseTo(5 / 9, 5);
  expect(compared.isTelling).toBe(false);
  // A copy of a file that was exported twice.
  expect(compareRows(sketchOf(0, 100), sketchOf(0, 100, 2)).isTelling).toBe(true);
});

test('files of one claim are one: a fixed file that was sent again counts once', () => {
  const merged = mergeSketches([sketchOf(0, 100), sketchOf(50, 100)]);
  expect(merged).toEqual(sketchOf(0, 150));
  const large = mergeSketches([sketchOf(0, 100), sketchOf(1_000, 20_000)]);
  expect(large.isWhole).toBe(false);
  expect(large.hashes.length).toBeLessThan(1_124);
  expect(compareRows(sketchOf(1_000, 20_000), large).share).toBe(1);
});
