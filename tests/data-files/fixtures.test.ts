import type { FileFormat, FindingCode, UnreadableReason } from '@redress/datafiles/report';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFixture, countsOf, reportOf } from './check-fixture.ts';
import { purchaseHeaders, rules, rulesWithZeros } from './fixture-rows.ts';

// The expected report of each fixture, counted by hand from spreadsheet-fixtures.ts and the text files.

interface Expected {
  readonly file: string;
  readonly format: FileFormat;
  /** The number of purchases, and their sums in dollars. */
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
  // 118.40 + 118.40 + 240.10 + 63.99; the widths count the bytes of Núñez.
  {
    file: 'fixed-width-in-bytes.txt',
    format: fixedWidth,
    rows: 4,
    counted: 4,
    amount: '540.8900',
    findings: {},
  },
  // 118.40 + 240.10 + 63.99
  {
    file: 'parts-in-other-case.xlsx',
    format: workbook,
    rows: 3,
    counted: 3,
    amount: '422.4900',
    findings: {},
  },
  // Twice 118.40 + 240.10 + 63.99. Rows 3 and 4 are hidden.
  {
    file: 'hidden-rows.xlsx',
    format: workbook,
    rows: 6,
    counted: 6,
    amount: '844.9800',
    findings: { 'hidden-rows': 1, duplicate: 3 },
  },
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
    // 10 + 20 + 40: "=1+1" is not an amount.
    amount: '70.0000',
    findings: { 'amount-unreadable': 1, 'dates-undecided': 1 },
  },
  {
    file: 'one-fault-in-each-row.txt',
    format: delimited('\t'),
    rows: 20,
    counted: 8,
    // 1 + 2 + 4.0001 + 1000 - 8 + 0 + 16 + 16. In row 14, 99999-833-21 is the same as 99999-0833-21.
    amount: '1031.0001',
    findings: {
      'value-missing': 2,
      'date-unreadable': 2,
      'date-outside-period': 2,
      'date-day-first': 1,
      'state-outside-class': 1,
      'state-unknown': 1,
      'ndc-not-listed': 1,
      'drug-unknown': 1,
      'amount-unreadable': 1,
      'amount-too-large': 1,
      'amount-rounded': 1,
      'amount-symbols': 2,
      'amount-zero': 1,
      reversal: 1,
      duplicate: 1,
    },
  },
];

test.each(purchases)(
  'reads the purchases of $file and adds them up',
  async ({ file, format, rows: rowCount, counted, amount, findings }) => {
    const report = reportOf(await checkFixture(file, rules));
    expect(report.format).toEqual(format);
    expect(countsOf(report)).toEqual(findings);
    expect(report.purchases).toMatchObject({ rows: rowCount, counted: { rows: counted, amount } });
  },
);

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

test.each([
  ['template-filled-in.xlsx', 4, 4, { reversal: 1 }],
  ['membership.csv', 7, 5, { 'year-outside-period': 1, 'members-unreadable': 1 }],
  ['fixed-width-membership.txt', 4, 4, {}],
] as const)('%s has %i rows of membership data, and %i count', async (file, rowCount, counted, findings) => {
  const report = reportOf(await checkFixture(file, rules));
  expect(countsOf(report)).toEqual(findings);
  expect(report.membership).toMatchObject({ rows: rowCount, counted });
  expect(report.membership?.byYear).toContainEqual({ year: '2009', members: 3100 });
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
  ];
  const there = readdirSync(join(import.meta.dirname, 'fixtures')).filter((file) => !file.startsWith('.'));
  expect(there.toSorted()).toEqual(spoken.toSorted());
});
