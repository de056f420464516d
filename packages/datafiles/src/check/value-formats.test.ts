import { describe, expect, test } from 'vitest';
import type { FaultyRow } from '../report.ts';
import type { Cell } from '../opened-file.ts';
import {
  describeFinding,
  membershipHeaders,
  openedWorkbook,
  purchase,
  purchaseColumns as columns,
  purchaseHeaders,
  type Rows,
} from '../../fixtures/sample-rules.ts';
import { reportOf } from './report-of-rows.ts';

const withDates = (...dates: readonly Cell[]): Rows => [
  purchaseHeaders,
  ...dates.map((date, index) => purchase({ 2: date, 5: String(index + 1) })),
];
const withAmounts = (...amounts: readonly Cell[]): Rows => [
  purchaseHeaders,
  ...amounts.map((amount, index) => purchase({ 0: `Fund ${index}`, 5: amount })),
];
const chosen = (formats: object) => ({ chosen: [{ table: 0, kind: 'purchases', columns, ...formats }] as const });
/** Makes more rows than the layout depends on. */
const long = (cell: string): readonly string[] => Array.from({ length: 300 }, () => cell);

describe('dates', () => {
  test('are all read with the day first if one of them is valid only so', async () => {
    const report = await reportOf(withDates('04/05/2009', '13/05/2009', '05/05/2009', '2009-06-07'));
    expect(report.tables[0]?.dates).toEqual({
      order: 'day-first',
      why: 'proven',
      shown: 1,
      open: 1,
      example: '04/05/2009',
    });
    expect(report.findings.map(describeFinding)).toEqual(['dates-day-first date 1']);
    // The period ends on 05/31/2011; with the month first, the first row would be in late 2011.
    const days = await reportOf(withDates('06/12/2008', '13/12/2008', '01/06/2011', '02/07/2011'));
    expect(days.findings.map(describeFinding)).toEqual([
      'dates-day-first date 1',
      'date-outside-period 4 date 01/06/2011',
      'date-outside-period 5 date 02/07/2011',
    ]);
    expect(days.purchases?.byYear).toEqual([{ name: '2008', rows: 2, amount: '3.0000' }]);
  });

  test('are read with the day first even if only a late row shows it', async () => {
    const faulty: FaultyRow[] = [];
    // The last one is June 11, 2008, before the period; with the month first it would be in it.
    const rows = withDates(...long('02/01/2010'), '13/03/2010', '11/06/2008');
    const report = await reportOf(rows, { onFaultyRow: (row) => faulty.push(row) });
    expect(report.tables[0]?.dates).toMatchObject({ order: 'day-first', why: 'proven', shown: 1, open: 301 });
    expect(report.findings.map(describeFinding)).toEqual([
      'dates-day-first date 1',
      'date-outside-period 303 date 11/06/2008',
    ]);
    expect(report.tables[0]?.rows).toBe(302);
    expect(report.purchases).toMatchObject({ rows: 302, counted: { rows: 301 } });
    expect(faulty.map(({ line }) => line)).toEqual([303]);
  });

  test('that prove both orders are read with the month first, and the others reported', async () => {
    const report = await reportOf(withDates('04/05/2009', '04/25/2009', '25/04/2009'));
    expect(report.tables[0]?.dates).toMatchObject({ order: 'month-first', why: 'mixed', shown: 1, open: 1 });
    expect(report.findings.map(describeFinding)).toEqual(['date-day-first 4 date 25/04/2009 2009-04-25']);
  });

  test('are not read by a single exception', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `${(index % 18) + 13}/05/2009`);
    const report = await reportOf(withDates(...many, '04/05/2009', '05/31/2009'));
    expect(report.tables[0]?.dates).toMatchObject({ order: 'day-first', why: 'mixed', shown: 40 });
    expect(report.findings.map(describeFinding)).toContain('date-month-first 43 date 05/31/2009 2009-05-31');
  });

  test('that prove nothing are read with the month first, with a warning', async () => {
    const report = await reportOf(withDates('04/05/2009', '01/02/2009'));
    expect(report.tables[0]?.dates).toMatchObject({ order: 'month-first', why: 'undecided', shown: 0, open: 2 });
    expect(report.findings.map(describeFinding)).toEqual(['dates-undecided date 04/05/2009']);
  });

  test('that are not ambiguous are not reported', async () => {
    const report = await reportOf(withDates('04/25/2009', '2009-01-05', '05/05/2009'));
    expect(report.tables[0]).not.toHaveProperty('dates');
    expect(report.findings).toEqual([]);
  });

  test.each(['day-first', 'month-first'] as const)('follow the claimant’s choice: %s', async (dates) => {
    const rows = withDates('11/06/2008', '11/07/2008');
    const report = await reportOf(rows, chosen({ dates }));
    expect(report.tables[0]?.dates).toMatchObject({ order: dates, why: 'chosen' });
    // June 11, 2008 is before the period, November 6 is in it.
    expect(report.purchases?.counted.rows).toBe(dates === 'day-first' ? 1 : 2);
    const forAll = await reportOf(rows, { formats: { dates } });
    expect(forAll.purchases).toEqual(report.purchases);
  });

  test('of an undecided sheet are read as another sheet shows', async () => {
    const sheets = [
      { sheet: '2008', rows: withDates('07/08/2008') },
      { sheet: '2009', rows: withDates('25/08/2009') },
    ];
    const { tables } = await reportOf(openedWorkbook(sheets));
    expect(tables.map(({ dates }) => [dates?.order, dates?.why])).toEqual([
      ['day-first', 'other-table'],
      ['day-first', 'proven'],
    ]);
  });
});

describe('amounts', () => {
  test.each<[string, readonly string[], string, string]>([
    ['both separators', ['1.234', '12.500', '500', '2.000', '1.234,56'], 'comma', '17468.5600'],
    ['a comma and two digits', ['1.234', '12,50'], 'comma', '1246.5000'],
    ['a comma and one digit', ['118,402', '12,5'], 'comma', '130.9020'],
    ['points in groups', ['1.234', '1.234.567'], 'comma', '1235801.0000'],
    ['a zero before the comma', ['1.234', '0,500'], 'comma', '1234.5000'],
    ['both separators the other way', ['1,234', '1,234.56'], 'point', '2468.5600'],
    ['a point and two digits', ['118,402', '$12.50'], 'point', '118414.5000'],
    ['a zero before the point', ['1.234', '0.500'], 'point', '1.7340'],
    ['more digits than a group has', ['1.234', '1200.500'], 'point', '1201.7340'],
    ['a reversal', ['1.234', '(2,50)'], 'comma', '1231.5000'],
  ])('are read as %s show', async (_what, amounts, mark, sum) => {
    const report = await reportOf(withAmounts(...amounts));
    expect(report.tables[0]?.decimals).toMatchObject({ mark, why: 'proven' });
    expect(report.purchases).toMatchObject({ counted: { rows: amounts.length, amount: sum }, faulty: { rows: 0 } });
    const codes = report.counts.map(({ code }) => code);
    expect(codes.some((code) => code === 'decimals-comma')).toBe(mark === 'comma');
  });

  test('that are undecided do not count if they are ambiguous', async () => {
    const report = await reportOf(withAmounts('1.234', '12.500', '500', '2.000'));
    expect(report.tables[0]?.decimals).toEqual({
      mark: 'unknown',
      why: 'undecided',
      shown: 0,
      open: 3,
      example: '1.234',
    });
    expect(report.purchases).toMatchObject({
      counted: { rows: 1, amount: '500.0000' },
      faulty: { rows: 3, amount: '0.0000' },
    });
    expect(report.findings.map(describeFinding)).toEqual([
      'number-ambiguous 2 amount 1.234',
      'number-ambiguous 3 amount 12.500',
      'number-ambiguous 5 amount 2.000',
    ]);
    expect((await reportOf(withAmounts('118,402'))).findings.map(describeFinding)).toEqual([
      'number-ambiguous 2 amount 118,402',
    ]);
  });

  test.each([
    ['comma', '16234.0000'],
    ['point', '515.7340'],
  ] as const)('follow the claimant’s choice: %s', async (decimals, sum) => {
    const rows = withAmounts('1.234', '12.500', '500', '2.000');
    const report = await reportOf(rows, chosen({ decimals }));
    expect(report.tables[0]?.decimals).toMatchObject({ mark: decimals, why: 'chosen' });
    expect(report.purchases?.counted).toEqual({ rows: 4, amount: sum });
    expect((await reportOf(rows, { formats: { decimals } })).purchases).toEqual(report.purchases);
  });

  test('are read as a late row shows', async () => {
    const report = await reportOf(withAmounts(...long('1.000'), '12,50'));
    expect(report.purchases?.counted).toEqual({ rows: 301, amount: '300012.5000' });
    const open = await reportOf(withAmounts(...long('20'), '1.000'));
    expect(open.purchases).toMatchObject({ counted: { rows: 300, amount: '6000.0000' }, faulty: { rows: 1 } });
    expect(open.tables[0]?.decimals).toMatchObject({ mark: 'unknown', example: '1.000' });
  });

  test('are not read by a single exception', async () => {
    const report = await reportOf(withAmounts(...long('1.234,50'), '12.50'));
    expect(report.tables[0]?.decimals).toMatchObject({ mark: 'comma', why: 'mixed', shown: 300 });
    expect(report.findings.map(describeFinding)).toContain('amount-unreadable 302 amount 12.50');
  });

  test('that prove both formats do not count if they are ambiguous', async () => {
    const report = await reportOf(withAmounts('1.234', '12,50', '12.50'));
    expect(report.tables[0]?.decimals).toMatchObject({ mark: 'unknown', why: 'mixed', open: 1 });
    expect(report.findings.map(describeFinding)).toEqual([
      'number-ambiguous 2 amount 1.234',
      'amount-unreadable 3 amount 12,50',
    ]);
  });

  test('that are numbers in a workbook do not depend on the texts beside them', async () => {
    const opened = openedWorkbook([{ sheet: 'Data', rows: withAmounts(12.5, '1.234', '12,50', 1234) }]);
    expect((await reportOf(opened)).purchases?.counted).toEqual({ rows: 4, amount: '2493.0000' });
  });
});

describe('numbers of members', () => {
  const members = (...numbers: readonly string[]): Rows => [
    membershipHeaders,
    ...numbers.map((number, index) => ['Fund A', String(2008 + index), 'Arizona', number]),
  ];
  test('with points are ambiguous, and follow the claimant’s choice', async () => {
    const asked = await reportOf(members('1.250', '500'));
    expect(asked.findings.map(describeFinding)).toEqual(['number-ambiguous 2 members 1.250']);
    const read = await reportOf(members('1.250', '500'), { formats: { decimals: 'comma' } });
    expect(read.membership?.byYear).toEqual([
      { year: '2008', members: 1250 },
      { year: '2009', members: 500 },
    ]);
  });
  test('with commas are thousands', async () => {
    const report = await reportOf(members('1,250', '12.4'));
    expect(report.findings).toEqual([]);
    expect(report.membership?.byYear.map((year) => year.members)).toEqual([1250, 12]);
  });
});
