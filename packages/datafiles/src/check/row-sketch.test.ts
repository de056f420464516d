import { expect, test } from 'vitest';
import { blobSource } from '../byte-source.ts';
import { checkDataFile } from './check-data-file.ts';
import type { Cell } from '../opened-file.ts';
import type { RowSketch } from '../report.ts';
import { purchase, purchaseHeaders, sampleRules } from '../../fixtures/sample-rules.ts';
import { sketchSize } from './row-sketch.ts';

async function sketch(rows: readonly (readonly Cell[])[]): Promise<RowSketch | undefined> {
  const text = [purchaseHeaders, ...rows].map((row) => row.join('|')).join('\n');
  let made: RowSketch | undefined;
  await checkDataFile(blobSource(new Blob([text]), 'data.txt'), {
    rules: sampleRules,
    onSketch: (each) => {
      made = each;
    },
  });
  return made;
}
const rowOf = (cents: number) => purchase({ 5: (cents / 100).toFixed(2) });
const rowsOf = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => rowOf(from + index));

test('a small file is sketched as a whole, whatever the order of its rows', async () => {
  const rows = rowsOf(100, 200);
  const made = await sketch(rows);
  expect(made).toMatchObject({ isWhole: true, counts: Array.from({ length: 100 }, () => 1) });
  expect(made?.hashes).toEqual(made?.hashes.toSorted((a, b) => a - b));
  expect(new Set(made?.hashes).size).toBe(100);
  expect(made?.hashes.every(Number.isSafeInteger)).toBe(true);
  expect(await sketch(rows.toReversed())).toEqual(made);
});

test('the same row in another spelling has the same hash; another name does not change it', async () => {
  const [plain, spelled, renamed] = await Promise.all([
    sketch([purchase({ 5: '1250.50' })]),
    sketch([purchase({ 5: '$1,250.5000' })]),
    sketch([purchase({ 0: 'Birch Benefits', 5: '1250.50' })]),
  ]);
  expect(plain?.hashes).toHaveLength(1);
  expect(spelled).toEqual(plain);
  expect(renamed).toEqual(plain);
});

test('repeated rows and reversals count as the checker counts them, faulty rows do not', async () => {
  const reversal = purchase({ 5: '-12.00' });
  const made = await sketch([rowOf(1_200), rowOf(1_200), reversal, purchase({ 5: 'none' })]);
  expect(made?.counts.toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect(await sketch([purchase({ 5: 'none' })])).toBeUndefined();
});

test('of a large file, the smallest hashes are kept with exact counts', async () => {
  const rows = rowsOf(1, 10_001);
  const made = await sketch([...rows, ...rows]);
  expect(made?.isWhole).toBe(false);
  expect(made?.hashes).toHaveLength(sketchSize);
  expect(made?.counts.every((count) => count === 2)).toBe(true);
  // In a fair sample, the largest of n smallest hashes tells how many there are.
  const different = (sketchSize - 1) / ((made?.hashes.at(-1) ?? 0) / 2 ** 53);
  expect(different).toBeGreaterThan(9_000);
  expect(different).toBeLessThan(11_000);
});
