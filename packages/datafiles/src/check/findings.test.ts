import { describe, expect, test } from 'vitest';
import type { OpenedFile } from '../opened-file.ts';
import { type FaultyRow, maxFindings, type ReadProblem } from '../report.ts';
import { describeFinding, openedText, openedWorkbook, purchase } from '../../fixtures/sample-rules.ts';
import { ofPlans, ofPurchases, reportOf } from './report-of-rows.ts';

describe('plans', () => {
  test('that no row has are not missing', async () => {
    const report = await reportOf(ofPlans([...purchase(), '', ''], [...purchase({ 5: '1' }), '', '']));
    expect(report.findings).toEqual([]);
    expect(report.purchases?.withoutPlan).toBe(2);
  });

  test('that some rows have are missing in the others, including earlier ones', async () => {
    const rows = ofPlans(
      [...purchase({ 5: '1' }), '', ''],
      [...purchase({ 5: '2' }), 'Plan X', '12-3456789'],
      [...purchase({ 5: '3' }), '', '123456789'],
    );
    const report = await reportOf(rows);
    expect(report.findings.map(describeFinding)).toEqual([
      'plan-missing 2 planName',
      'plan-missing 2 planFein',
      'plan-missing 4 planName',
    ]);
    expect(report.purchases?.withoutPlan).toBe(2);
    expect(report.purchases?.byPlan).toEqual([
      { name: 'Fund A', rows: 2, amount: '4.0000' },
      { name: 'Plan X', rows: 1, amount: '2.0000' },
    ]);
  });

  test('are counted as missing beyond the kept findings', async () => {
    const blank = Array.from({ length: maxFindings + 500 }, (_, index) => [...purchase({ 5: `${index + 1}` }), '', '']);
    const report = await reportOf(ofPlans(...blank, [...purchase(), 'Plan X', '']));
    expect(report.counts).toContainEqual({ code: 'plan-missing', severity: 'warning', count: maxFindings + 500 });
  });

  test('reports hold no tax ID, even if columns are mixed up', async () => {
    const rows = ofPlans(
      [...purchase({ 0: 'Plan 98-7654321' }), 'Plan X', '12-345'],
      [...purchase({ 2: '98-7654321', 5: '123-45-6789' }), 'Plan X', 'EIN 98-76543210'],
      [...purchase({ 3: '987654321', 5: '7' }), 'Plan X', '987654321'],
    );
    const faulty: FaultyRow[] = [];
    const report = await reportOf(rows, { onFaultyRow: (row) => faulty.push(row) });
    expect(report.findings.map(describeFinding)).toEqual([
      'fein-unreadable 2 planFein •••••2345',
      'date-unreadable 3 date •••••4321',
      'amount-unreadable 3 amount •••••6789',
      'fein-unreadable 3 planFein •••••3210',
      'state-unknown 4 stateOfPurchase •••••4321',
    ]);
    expect(report.tables[0]?.sample[7]).toBe('•••••2345');
    expect(JSON.stringify(report)).not.toContain('7654');
    // Rows to fix are unmasked, because they stay in memory.
    expect(faulty[1]?.cells.planFein).toBe('EIN 98-76543210');
  });
});

describe('findings', () => {
  test('are all counted, and the most severe are kept', async () => {
    const notes = Array.from({ length: 30 }, (_, index) => purchase({ 5: `$${index + 1}` }));
    const warnings = Array.from({ length: 700 }, () => purchase({ 5: '0' }));
    const errors = Array.from({ length: 600 }, (_, index) => purchase({ 5: `x${index}` }));
    const { findings, counts } = await reportOf(ofPurchases(...notes, ...warnings, ...errors));
    expect(counts).toEqual([
      { code: 'amount-unreadable', severity: 'error', count: 600 },
      { code: 'amount-symbols', severity: 'note', count: 30 },
      { code: 'amount-zero', severity: 'warning', count: 700 },
      { code: 'duplicate', severity: 'warning', count: 699 },
    ]);
    expect(findings).toHaveLength(maxFindings);
    expect(findings.filter(({ severity }) => severity === 'error')).toHaveLength(600);
    expect(findings.filter(({ severity }) => severity === 'note')).toHaveLength(0);
    const lines = findings.map(({ line }) => line ?? 0);
    expect(lines).toEqual([...lines].sort((one, other) => one - other));
  });

  test('that are notes are kept twenty times for each code and column', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => purchase({ 1: '8083321', 5: `$${index + 1}` }));
    const { findings, counts } = await reportOf(ofPurchases(...rows));
    expect(counts.map(({ code, count }) => [code, count])).toEqual([
      ['ndc-completed', 50],
      ['amount-symbols', 50],
    ]);
    expect(findings).toHaveLength(40);
  });

  test('show at most 100 characters of a value', async () => {
    const { findings } = await reportOf(ofPurchases(purchase({ 5: 'x'.repeat(5_000) })));
    expect(findings[0]?.value).toBe('x'.repeat(100));
  });

  test('come with each row that has an error or warning, once and unchanged', async () => {
    const faulty: FaultyRow[] = [];
    const rows = ofPurchases(purchase({ 2: 'soon', 5: 'much' }), purchase({ 5: '$5' }), purchase({ 5: '0' }));
    await reportOf(rows, { onFaultyRow: (row) => faulty.push(row) });
    expect(faulty.map(({ line }) => line)).toEqual([2, 4]);
    expect(faulty[0]?.cells).toEqual({
      payor: 'Fund A',
      drug: '99999083321',
      date: 'soon',
      stateOfPurchase: 'Arizona',
      stateOfInsured: 'Ohio',
      amount: 'much',
    });
  });

  test('show the dates of a workbook as text', async () => {
    const faulty: FaultyRow[] = [];
    const rows = ofPurchases(
      purchase({ 2: 39_818, 5: 'x' }),
      purchase({ 2: new Date('2009-01-05T00:00:00Z'), 5: 'x' }),
    );
    await reportOf(openedWorkbook([{ sheet: 'Data', rows }]), { onFaultyRow: (row) => faulty.push(row) });
    expect(faulty.map(({ cells }) => cells.date)).toEqual(['01/05/2009', '01/05/2009']);
  });

  test('include problems while reading; a truncated line does not count', async () => {
    const opened = openedText(ofPurchases(purchase(), purchase({ 5: '7' })));
    const report = await reportOf(
      withProblems(opened, { code: 'line-too-long', line: 2, value: 'Fund' }, { code: 'nul-bytes', line: 3 }),
    );
    expect(report.findings.map(describeFinding)).toEqual(['line-too-long 2 Fund', 'nul-bytes 3']);
    expect(report.purchases).toMatchObject({ counted: { rows: 1, amount: '7.0000' }, faulty: { rows: 1 } });
  });

  test('do not include missing cells of a truncated line', async () => {
    const opened = openedText(ofPurchases(purchase().slice(0, 2), purchase({ 5: '7' })));
    const report = await reportOf(withProblems(opened, { code: 'line-too-long', line: 2 }));
    expect(report.findings.map(describeFinding)).toEqual(['line-too-long 2']);
    expect(report.purchases).toMatchObject({ counted: { rows: 1 }, faulty: { rows: 1 } });
  });

  test.each([
    { name: 'a title', problem: { line: 1 }, findings: [] },
    { name: 'several lines of titles', problem: { line: 1, lastLine: 2 }, findings: [] },
    { name: 'a title and the data', problem: { line: 1, lastLine: 5 }, findings: ['merged-cells 5'] },
    { name: 'the headers', problem: { line: 3 }, findings: ['merged-cells 3'] },
    { name: 'the data', problem: { line: 4, lastLine: 5 }, findings: ['merged-cells 4'] },
  ])('of merged cells in $name are reported where they matter', async ({ problem, findings }) => {
    const rows = [['Purchases'], ['of 2008'], ...ofPurchases(purchase(), purchase({ 5: '7' }))];
    const opened = openedWorkbook([{ sheet: 'Data', rows }]);
    const report = await reportOf(withProblems(opened, { code: 'merged-cells', ...problem }));
    expect(report.findings.map(describeFinding)).toEqual(findings);
  });
});

/** Makes a file with problems that are found while reading. */
function withProblems(opened: OpenedFile, ...problems: readonly ReadProblem[]): OpenedFile {
  if (!opened.readable) return opened;
  return {
    ...opened,
    async *tables() {
      for await (const table of opened.tables())
        yield {
          ...table,
          async *batches() {
            for await (const batch of table.batches()) yield { ...batch, problems };
          },
        };
    },
  };
}
