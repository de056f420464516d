import { describe, expect, test } from 'vitest';
import { describeFinding, openedWorkbook, purchase, purchaseHeaders } from '../../fixtures/sample-rules.ts';
import { createRowIndex, newFingerprint, fingerprintText } from './duplicate-rows.ts';
import { findingsOf, ofPurchases, reportOf } from './report-of-rows.ts';

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

describe('duplicate rows', () => {
  test('are reported with the line of the first one, and count', async () => {
    const rows = ofPurchases(purchase(), purchase({ 5: '11' }), purchase({ 0: ' Fund A ' }), purchase());
    const report = await reportOf(rows);
    expect(report.findings.map(describeFinding)).toEqual(['duplicate 4 2', 'duplicate 5 2']);
    expect(report.purchases?.counted).toEqual({ rows: 4, amount: '41.0000' });
    expect(report.purchases?.duplicates).toEqual({ rows: 2, amount: '20.0000', estimated: false });
  });

  test('are equal in unknown columns, too', async () => {
    const headers = [...purchaseHeaders, 'Rx Number'];
    const report = await reportOf([headers, [...purchase(), '1'], [...purchase(), '2'], [...purchase(), '1']]);
    expect(report.findings.filter(({ code }) => code === 'duplicate').map(describeFinding)).toEqual(['duplicate 4 2']);
  });

  test('are equal without invisible characters', async () => {
    const headers = [...purchaseHeaders, 'Rx Number'];
    const rows = [headers, [...purchase(), '1-2'], [...purchase({ 0: 'Fund\u200b A' }), '1\u20112']];
    expect((await findingsOf(rows)).filter((finding) => finding.startsWith('duplicate'))).toEqual(['duplicate 3 2']);
  });

  test('in another sheet are reported with its name', async () => {
    const opened = openedWorkbook([
      { sheet: '2008', rows: ofPurchases(purchase({ 5: '7' }), purchase()) },
      { sheet: 'Again', rows: ofPurchases(purchase()) },
    ]);
    const { findings } = await reportOf(opened);
    expect(findings).toEqual([{ code: 'duplicate', severity: 'warning', table: 1, line: 2, detail: '2008!3' }]);
  });

  test('are found among numbers and dates of a workbook', async () => {
    const row = ['Fund A', 99999083321, new Date('2008-06-15T00:00:00Z'), 'Arizona', 'Ohio', 10.5];
    const again = ['Fund A', 99999083321, new Date('2008-06-15T00:00:00Z'), 'Arizona', 'Ohio', 10.5];
    const opened = openedWorkbook([{ sheet: 'Data', rows: ofPurchases(row, again) }]);
    expect(await findingsOf(opened)).toEqual(['duplicate 3 2']);
  });
});
