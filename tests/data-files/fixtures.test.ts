import type { FileFormat, FindingCode, UnreadableReason } from '@redress/datafiles/report';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkFixture, countsOf, reportOf } from './check-fixture.ts';
import { purchaseHeaders, rules, rulesWithZeros } from './fixture-rows.ts';

// The expected report of each fixture, counted by hand from spreadsheet-fixtures.ts and
// text-fixtures.ts.

interface Expected {
  readonly file: string;
  readonly format: FileFormat;
  /** Of purchases, in dollars. */
  readonly rows: number;
  readonly counted: number;
  readonly amount: string;
  readonly findings: Partial<Record<FindingCode, number>>;
}

const workbook = { kind: 'workbook' } as const;
const delimited = (
  delimiter: '|' | '\t' | ',' | ';',
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' = 'utf-8',
): FileFormat => ({ kind: 'delimited', delimiter, encoding });
const fixedWidth: FileFormat = { kind: 'fixed-width', encoding: 'utf-8' };
/** 118.4025 + 240.10 + 63.99 + 1250.00 - 18.25 */
const five = { rows: 5, counted: 5, amount: '1654.2425', findings: { reversal: 1 } };
/** The same to the cent, and 75.50 */
const six = { rows: 6, counted: 6, amount: '1729.7400', findings: { 'amount-symbols': 6, reversal: 1 } };

const purchases: readonly Expected[] = [
  // Written by LibreOffice.
  { file: 'template-filled-in.xlsx', format: workbook, ...five },
  { file: 'days-from-1904.xlsx', format: workbook, ...five },
  {
    file: 'merged-formulas-total.xlsx',
    format: workbook,
    rows: 4,
    counted: 2,
    // 118.4025 + 1250: the two rows between have no payor, because its cell is merged with the one
    // above.
    amount: '1368.4025',
    findings: { 'totals-row': 1, 'merged-cells': 1, 'formula-cells': 1, 'value-missing': 2 },
  },
  {
    file: 'a-sheet-for-each-year.xlsx',
    format: workbook,
    rows: 3,
    counted: 3,
    amount: '422.4925',
    findings: { 'column-unknown': 1 },
  },
  { file: 'commas-utf-8.csv', format: delimited(','), ...six },
  { file: 'semicolons-windows-1252.csv', format: delimited(';', 'windows-1252'), ...six },
  { file: 'tabs-utf-16.txt', format: delimited('\t', 'utf-16le'), ...six },
  { file: 'pipes-windows-1252.txt', format: delimited('|', 'windows-1252'), ...six },
  // Written by hand.
  { file: 'bom-and-crlf.csv', format: delimited(','), ...five },
  { file: 'carriage-returns-alone.csv', format: delimited(','), ...five },
  { file: 'tabs-utf-16le-without-bom.txt', format: delimited('\t', 'utf-16le'), ...five },
  { file: 'tabs-utf-16be.txt', format: delimited('\t', 'utf-16be'), ...five },
  { file: 'no-header.txt', format: delimited('|'), ...five, findings: { reversal: 1, 'no-header': 1 } },
  { file: 'fixed-width.txt', format: fixedWidth, ...five },
  { file: 'fixed-width-of-an-agent.txt', format: fixedWidth, ...five },
  { file: 'two-header-rows.csv', format: delimited(','), ...five, findings: { reversal: 1, 'repeated-header': 1 } },
  {
    file: 'stray-quote-in-line-one.csv',
    format: delimited(','),
    ...five,
    findings: { reversal: 1, 'stray-quote': 1 },
  },
  { file: 'quotes-between-pipes.txt', format: delimited('|'), ...five },
  { file: 'line-breaks-in-cells.csv', format: delimited(','), ...five },
  { file: 'nul-bytes.txt', format: delimited('|'), ...five, findings: { reversal: 1, 'nul-bytes': 1 } },
  {
    file: 'ragged.txt',
    format: delimited('|'),
    ...five,
    rows: 7,
    findings: { reversal: 1, 'cells-missing': 1, 'cells-too-many': 1 },
  },
  {
    file: 'of-an-agent.txt',
    format: delimited('|'),
    rows: 5,
    counted: 5,
    // 10 + 20 + 40 + 80 - 5
    amount: '145.0000',
    findings: { reversal: 1, 'fein-unreadable': 1, 'plan-missing': 1, 'dates-undecided': 1 },
  },
  {
    file: 'no-amounts.csv',
    format: delimited(','),
    rows: 5,
    counted: 0,
    amount: '0.0000',
    findings: { 'column-missing': 1 },
  },
  {
    file: 'begins-like-formulas.csv',
    format: delimited(','),
    rows: 4,
    counted: 3,
    // 10 + 20 + 40: "=1+1" is no amount.
    amount: '70.0000',
    findings: { 'amount-unreadable': 1, 'dates-undecided': 1 },
  },
];

describe('reads a file of purchases and adds up its rows', () => {
  test.each(purchases)('$file', async ({ file, format, rows, counted, amount, findings }) => {
    const report = reportOf(await checkFixture(file, rules));
    expect(report.format).toEqual(format);
    expect(countsOf(report)).toEqual(findings);
    expect(report.purchases).toMatchObject({ rows, counted: { rows: counted, amount } });
  });
});

const refused: readonly (readonly [file: string, reason: UnreadableReason])[] = [
  ['empty.csv', 'empty'],
  // A PDF.
  ['printed.xlsx', 'not-a-table'],
  ['open-document.ods', 'not-a-table'],
  ['with-a-password.xlsx', 'encrypted'],
  ['with-macros.xlsx', 'macros'],
  ['old-excel.xls', 'old-excel'],
  ['cut-off.xlsx', 'damaged'],
];

test.each(refused)('%s is unreadable: %s', async (file, reason) => {
  expect(await checkFixture(file, rules)).toEqual({ outcome: 'unreadable', reason });
});

test('another table is no data, and reports its columns for correction', async () => {
  expect(await checkFixture('other-table.csv', rules)).toMatchObject({
    outcome: 'no-data',
    tables: [{ kind: 'none', headers: ['Colour', 'Weight', 'Shelf'], sample: ['red', '12 kg', 'B4'] }],
  });
});

test('reports a header without rows', async () => {
  const report = reportOf(await checkFixture('header-alone.csv', rules));
  expect(countsOf(report)).toEqual({ 'no-rows': 1 });
  expect(report.tables).toMatchObject([{ kind: 'purchases', rows: 0 }]);
});

test('restores the zeros of codes that a workbook stored as numbers', async () => {
  const report = reportOf(await checkFixture('numeric-codes.xlsx', rulesWithZeros));
  expect(countsOf(report)).toEqual({ 'ndc-completed': 2 });
  expect(report.purchases?.counted).toEqual({ rows: 3, amount: '60.7500' });
  expect(report.purchases?.byDrug).toEqual([
    { name: 'Capsules of 75 mg', rows: 2, amount: '40.2500' },
    { name: 'Capsules of 150 mg', rows: 1, amount: '20.5000' },
  ]);
});

test('totals by state, year and plan add up to the whole sum', async () => {
  const { purchases: totals } = reportOf(await checkFixture('bom-and-crlf.csv', rules));
  expect(totals?.byState).toEqual([
    { name: 'Arizona', rows: 1, amount: '118.4025' },
    { name: 'California', rows: 1, amount: '240.1000' },
    { name: 'Florida', rows: 1, amount: '1250.0000' },
    { name: 'Maine', rows: 1, amount: '-18.2500' },
    { name: 'New York', rows: 1, amount: '63.9900' },
  ]);
  expect(totals?.byYear).toEqual([
    { name: '2008', rows: 1, amount: '-18.2500' },
    { name: '2009', rows: 2, amount: '358.5025' },
    { name: '2010', rows: 1, amount: '63.9900' },
    { name: '2011', rows: 1, amount: '1250.0000' },
  ]);
  expect(totals?.byPlan).toEqual([
    { name: 'Núñez Salud Plan', rows: 2, amount: '1231.7500' },
    { name: 'Example Health Plan', rows: 3, amount: '422.4925' },
  ]);
});

test.each(['commas-utf-8.csv', 'semicolons-windows-1252.csv', 'tabs-utf-16.txt', 'pipes-windows-1252.txt'])(
  'names are read with their letters and commas, and without the quotation marks around them: %s',
  async (file) => {
    const report = reportOf(await checkFixture(file, rules));
    expect(report.tables[0]?.headers).toEqual(purchaseHeaders);
    expect(report.purchases?.byPlan).toEqual([
      // 1250.00 - 18.25; 118.40 + 240.10 + 63.99
      { name: 'Núñez Salud Plan', rows: 2, amount: '1231.7500' },
      { name: 'Example Health Plan', rows: 3, amount: '422.4900' },
      { name: 'Sample, Smith & Co. Health Plan', rows: 1, amount: '75.5000' },
    ]);
  },
);

test('adds up an agent’s rows by plan, or by payor without a plan', async () => {
  const { purchases: totals } = reportOf(await checkFixture('of-an-agent.txt', rules));
  expect(totals?.byPlan).toEqual([
    { name: 'Sample Workers Fund', rows: 3, amount: '85.0000' },
    { name: 'Example Health Plan', rows: 1, amount: '40.0000' },
    { name: 'Sample Teachers Fund', rows: 1, amount: '20.0000' },
  ]);
});

describe('membership data', () => {
  test('next to purchases in a workbook', async () => {
    const { membership } = reportOf(await checkFixture('template-filled-in.xlsx', rules));
    expect(membership).toMatchObject({
      rows: 4,
      counted: 4,
      byYear: [
        { year: '2009', members: 3100 },
        { year: '2010', members: 1250 },
      ],
    });
  });

  test('with a year outside the period and invalid members', async () => {
    const report = reportOf(await checkFixture('membership.csv', rules));
    expect(report.purchases).toBeUndefined();
    expect(countsOf(report)).toEqual({ 'year-outside-period': 1, 'members-unreadable': 1 });
    expect(report.membership).toMatchObject({ rows: 7, counted: 5 });
    expect(report.membership?.byYear).toContainEqual({ year: '2011', members: 1100 });
  });

  test('in the fixed-width layout', async () => {
    const report = reportOf(await checkFixture('fixed-width-membership.txt', rules));
    expect(report.format).toEqual(fixedWidth);
    expect(countsOf(report)).toEqual({});
    expect(report.membership).toMatchObject({ rows: 4, counted: 4 });
  });
});

test('reports each problem with its line, column and value', async () => {
  const report = reportOf(await checkFixture('one-fault-in-each-row.txt', rules));
  const found = report.findings.map(({ code, line, column, value }) => [line, code, column, value]);
  expect(found).toEqual([
    [2, 'value-missing', 'payor', undefined],
    [3, 'value-missing', 'drug', undefined],
    [4, 'date-unreadable', 'date', '02/30/2009'],
    [5, 'date-unreadable', 'date', 'last spring'],
    [6, 'date-outside-period', 'date', '06/13/2008'],
    [7, 'date-outside-period', 'date', '06/01/2011'],
    [8, 'state-outside-class', 'stateOfPurchase', 'Ohio'],
    [9, 'state-unknown', 'stateOfPurchase', 'Arizonia'],
    [10, 'ndc-not-listed', 'drug', '99999083399'],
    [11, 'drug-unknown', 'drug', 'Aspirin'],
    [12, 'amount-unreadable', 'amount', 'n/a'],
    [13, 'amount-too-large', 'amount', '123456789012.00'],
    [14, 'date-day-first', 'date', '13/02/2009'],
    // In line 15, 99999-833-21 is the same as 99999-0833-21.
    [16, 'amount-rounded', 'amount', '4.00005'],
    [17, 'amount-symbols', 'amount', '$1,000.00'],
    [18, 'amount-symbols', 'amount', '(8.00)'],
    [18, 'reversal', 'amount', '(8.00)'],
    [19, 'amount-zero', 'amount', '0.00'],
    [21, 'duplicate', undefined, undefined],
  ]);
  // 1 + 2 + 4.0001 + 1000 - 8 + 0 + 16 + 16; and ten rows of one dollar with other problems.
  expect(report.purchases).toMatchObject({
    rows: 20,
    counted: { rows: 8, amount: '1031.0001' },
    faulty: { rows: 12, amount: '10.0000' },
    reversals: { rows: 1, amount: '-8.0000' },
    duplicates: { rows: 1, amount: '16.0000', estimated: false },
  });
});

test.each([
  ['two-header-rows.csv', 'repeated-header', 5],
  ['stray-quote-in-line-one.csv', 'stray-quote', 1],
  ['nul-bytes.txt', 'nul-bytes', 4],
  ['ragged.txt', 'cells-missing', 4],
  ['ragged.txt', 'cells-too-many', 5],
  // The first row has two lines.
  ['line-breaks-in-cells.csv', 'reversal', 7],
  ['merged-formulas-total.xlsx', 'totals-row', 8],
] as const)('%s: %s is in line %i', async (file, code, line) => {
  const { findings } = reportOf(await checkFixture(file, rules));
  expect(findings.filter((finding) => finding.code === code).map((finding) => finding.line)).toEqual([line]);
});

test('every fixture is tested', () => {
  const spoken = [
    ...purchases.map(({ file }) => file),
    ...refused.map(([file]) => file),
    'other-table.csv',
    'header-alone.csv',
    'numeric-codes.xlsx',
    'membership.csv',
    'fixed-width-membership.txt',
    'one-fault-in-each-row.txt',
  ];
  const there = readdirSync(join(import.meta.dirname, 'fixtures')).filter((file) => !file.startsWith('.'));
  expect(there.toSorted()).toEqual(spoken.toSorted());
});
