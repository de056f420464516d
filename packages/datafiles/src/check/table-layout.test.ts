import { expect, test } from 'vitest';
import { checkOpenedFile } from './check-file.ts';
import {
  membershipHeaders,
  openedText,
  planHeaders,
  purchase,
  purchaseColumns as columns,
  purchaseHeaders,
  type Rows,
  sampleRules,
} from '../../fixtures/sample-rules.ts';
import { reportOf } from './report-of-rows.ts';

/** The row lacks two of the cells that identify data. */
const faulty = purchase({ 2: '', 3: '', 5: '7.00' });
const chosen = [{ table: 0, kind: 'purchases', columns }] as const;

test('rows of data above later headers are not a title', async () => {
  const { tables, purchases, counts } = await reportOf([purchase(), purchase({ 5: '2.00' }), purchaseHeaders, faulty]);
  expect(tables[0]).toMatchObject({ kind: 'purchases', rows: 3 });
  expect(tables[0]?.headerLine).toBeUndefined();
  expect(purchases).toMatchObject({ counted: { rows: 2, amount: '12.0000' }, faulty: { rows: 1, amount: '7.0000' } });
  expect(counts).toContainEqual({ code: 'repeated-header', severity: 'note', count: 1 });
});

test('uses the first headers with data below, even if later ones have more columns', async () => {
  const plans = await reportOf([purchaseHeaders, purchase(), planHeaders, purchase({ 6: 'Plan A', 7: '123456789' })]);
  expect(plans.tables[0]).toMatchObject({ headerLine: 1, rows: 2 });
  expect(plans.counts).toContainEqual({ code: 'cells-too-many', severity: 'error', count: 1 });

  const membership = await reportOf([membershipHeaders, ['Fund A', '2009', 'Ohio', '5'], purchaseHeaders, purchase()]);
  expect(membership.tables[0]).toMatchObject({ kind: 'membership', headerLine: 1 });
  expect(membership.membership).toMatchObject({ counted: 1 });
});

test('uses the line with more columns of two header lines above the data', async () => {
  const group = ['TPP Name', 'NDC', 'Fill Date', '', '', ''];
  expect((await reportOf([group, purchaseHeaders, purchase()])).tables[0]).toMatchObject({ headerLine: 2, rows: 1 });
});

test('finds headers below a long cover page', async () => {
  const cover = Array.from({ length: 150 }, (_, index) => [`Remark ${index}: see 2009, page ${index}`]);
  const { tables, purchases } = await reportOf([...cover, purchaseHeaders, purchase(), purchase({ 5: '2.00' })]);
  expect(tables[0]).toMatchObject({ kind: 'purchases', headerLine: 151, rows: 2 });
  expect(purchases).toMatchObject({ counted: { rows: 2, amount: '12.0000' }, faulty: { rows: 0 } });
});

test('ignores a few words far below that could be headers', async () => {
  const prose = Array.from({ length: 30 }, (_, index) => [`Instruction ${index}`]);
  const opened = openedText([...prose, ['Members', 'is how many', 'TPP Name'], ['Members', 'and more', 'Year']]);
  expect((await checkOpenedFile(opened, { rules: sampleRules })).outcome).toBe('no-data');
});

test('counts a faulty first row of a table without headers', async () => {
  const { tables, purchases } = await reportOf([faulty, purchase(), purchase({ 5: '2.00' })]);
  expect(tables[0]).toMatchObject({ kind: 'purchases', rows: 3 });
  expect(purchases).toMatchObject({ counted: { rows: 2 }, faulty: { rows: 1, amount: '7.0000' } });
});

test.each<[string, Rows, number | undefined]>([
  ['headers that we do not know', [['a', 'b', 'c', 'd', 'e', 'f']], 1],
  ['a title and headers that we do not know', [['Claims of Fund A'], ['a', 'b', 'c', 'd', 'e', 'f']], 2],
  ['headers that we know', [purchaseHeaders], 1],
  ['no headers', [], undefined],
])('counts faulty first rows of a table with chosen columns: %s', async (_name, above, headerLine) => {
  const { tables, purchases } = await reportOf([...above, faulty, faulty, purchase()], { chosen });
  expect(tables[0]?.headerLine).toBe(headerLine);
  expect(purchases).toMatchObject({ counted: { rows: 1 }, faulty: { rows: 2, amount: '14.0000' } });
});

test('ignores a chosen column of the other kind of table', async () => {
  const both = [{ table: 0, kind: 'purchases', columns: { ...columns, year: 2, members: 40 } }] as const;
  const { tables, counts } = await reportOf([purchaseHeaders, purchase()], { chosen: both });
  expect(tables[0]?.columns.map(({ key }) => key)).toEqual(Object.keys(columns));
  expect(counts).toEqual([]);
});
