import { describe, expect, test } from 'vitest';
import { createRowIndex, newFingerprint, fingerprintText } from './duplicate-rows.ts';

/**
 * Adds `rows` different rows, then every `every`th again. Returns how many duplicates that gives.
 */
function addWithRepeats(maxRows: number, rows: number, every: number) {
  const index = createRowIndex(maxRows);
  const fingerprint = newFingerprint();
  const add = (row: number, position: number) => {
    fingerprintText(`row ${row}`, fingerprint);
    return index.findOrAdd(fingerprint[0] ?? 0, fingerprint[1] ?? 0, position);
  };
  let wrong = 0;
  for (let row = 1; row <= rows; row += 1) if (add(row, row) !== 0) wrong += 1;
  let repeats = 0;
  let position = rows;
  for (let row = every; row <= rows; row += every) {
    position += 1;
    const earlier = add(row, position);
    if (earlier !== 0 && earlier !== row) wrong += 1;
    if (earlier !== 0) repeats += index.weight;
  }
  return { repeats, wrong, isEstimate: index.isEstimate };
}

describe('the index of rows', () => {
  test('finds all duplicates, and no others, while there is room', () => {
    // These are three quarters of 2^16 slots.
    expect(addWithRepeats(1 << 16, 40_000, 4)).toEqual({ repeats: 10_000, wrong: 0, isEstimate: false });
  });

  test.each([40_000, 100_000, 300_000])(
    'estimates the duplicates of %i rows within a fifth, with room for 3,000',
    (rows) => {
      const { repeats, wrong, isEstimate } = addWithRepeats(1 << 12, rows, 2);
      expect({ wrong, isEstimate }).toEqual({ wrong: 0, isEstimate: true });
      expect(repeats / (rows / 2)).toBeGreaterThan(0.8);
      expect(repeats / (rows / 2)).toBeLessThan(1.2);
    },
  );

  test('has the same limit however many rows are expected', () => {
    const index = createRowIndex(1 << 12);
    index.expect(10_000_000);
    expect(index.findOrAdd(1, 2, 1)).toBe(0);
    expect(index.findOrAdd(1, 2, 2)).toBe(1);
    expect(index.findOrAdd(2, 1, 3)).toBe(0);
    expect(index.isEstimate).toBe(false);
  });
});
