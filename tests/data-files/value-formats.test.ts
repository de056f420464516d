import type { ChosenTable } from '@redress/datafiles/report';
import { blobSource } from '@redress/datafiles/byte-source';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import { describe, expect, test } from 'vitest';
import { checkBytes, countsOf, reportOf } from './check-fixture.ts';
import { purchaseHeaders, rules } from './fixture-rows.ts';

// Files as programs of other countries write them. The expected sums come from the generated cents.

interface Row {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly cents: bigint;
}
const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** 949 days around the class period: 596 are valid only with the day first, 353 are ambiguous. */
function makeRows(): readonly Row[] {
  let state = 20_261_122;
  const next = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  return Array.from({ length: 949 }, (_, index) => {
    const isProof = index >= 300 ? index < 896 : false;
    const [year, month] = [2008 + next(4), 1 + next(12)];
    const day = isProof ? 13 + next(16) : 1 + next(12);
    return { day: `${year}-${pad(month)}-${pad(day)}`, cents: BigInt(100 + next(1_000_000)) };
  });
}
const rows = makeRows();
const counts = ({ day }: Row) => day >= rules.period.from && day <= rules.period.to;
function expectedSum(all: readonly Row[]): string {
  const cents = all.reduce((sum, one) => sum + one.cents, 0n);
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}00`;
}
const dayFirst = (day: string) => day.split('-').toReversed().join('/');
const monthFirst = ({ day, cents }: Row): Row => {
  const [year = '', month = '', date = ''] = day.split('-');
  return Number(date) > 12 ? { day, cents } : { day: `${year}-${date}-${month}`, cents };
};
const point = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
const comma = (cents: bigint) =>
  `${(cents / 100n).toLocaleString('en-US').replaceAll(',', '.')},${String(cents % 100n).padStart(2, '0')}`;

function fileOf(delimiter: string, write: (row: Row) => readonly [day: string, amount: string]) {
  const lines = rows.map((row, index) => {
    const [day, amount] = write(row);
    return [`Example Plan ${index}`, '99999083321', day, 'Arizona', 'Ohio', amount].join(delimiter);
  });
  return Buffer.from([purchaseHeaders.join(delimiter), ...lines, ''].join('\n'));
}

describe('a file with the day first', () => {
  const counted = rows.filter(counts);
  const bytes = fileOf('|', ({ day, cents }) => [dayFirst(day), point(cents)]);

  test('is read that way in all rows, including those before the first unambiguous date', async () => {
    const report = reportOf(await checkBytes(bytes, rules));
    expect(report.tables[0]?.dates).toMatchObject({ order: 'day-first', why: 'proven', shown: 596 });
    expect(report.purchases?.counted).toEqual({ rows: counted.length, amount: expectedSum(counted) });
    expect(countsOf(report)).toEqual({ 'dates-day-first': 1, 'date-outside-period': 949 - counted.length });
  });

  test('has other totals with the month first', () => {
    const misread = rows.map(monthFirst).filter(counts);
    expect(misread.length).not.toBe(counted.length);
    expect(expectedSum(misread)).not.toBe(expectedSum(counted));
  });

  test('is read with the month first if the claimant says so, except for invalid days', async () => {
    const columns = { payor: 0, drug: 1, date: 2, stateOfPurchase: 3, stateOfInsured: 4, amount: 5 };
    const chosen: readonly ChosenTable[] = [{ table: 0, kind: 'purchases', columns, dates: 'month-first' }];
    const source = blobSource(new Blob([bytes]), 'data');
    const report = reportOf(await checkDataFile(source, { rules, chosen }));
    const misread = rows.map(monthFirst).filter(counts);
    expect(report.purchases?.counted).toEqual({ rows: misread.length, amount: expectedSum(misread) });
    expect(countsOf(report)['date-day-first']).toBe(596);
  });
});

test.each([';', '\t', '|'])(
  'a file with decimal commas between %j has the same total to the cent',
  async (delimiter) => {
    const counted = rows.filter(counts);
    const bytes = fileOf(delimiter, ({ day, cents }) => [day, comma(cents)]);
    const report = reportOf(await checkBytes(bytes, rules));
    expect(report.format).toMatchObject({ delimiter });
    expect(report.tables[0]?.decimals).toMatchObject({ mark: 'comma', why: 'proven', shown: 949 });
    expect(report.purchases?.counted).toEqual({ rows: counted.length, amount: expectedSum(counted) });
  },
);

test('a file of whole dollars with points as separators counts no ambiguous amount', async () => {
  const bytes = fileOf(';', ({ day, cents }) => [day, comma(cents).split(',')[0] ?? '']);
  const report = reportOf(await checkBytes(bytes, rules));
  const small = rows.filter(counts).filter(({ cents }) => cents < 100_000n);
  expect(report.tables[0]?.decimals).toMatchObject({ mark: 'unknown', why: 'undecided' });
  expect(report.purchases?.counted).toEqual({
    rows: small.length,
    amount: expectedSum(small.map(({ day, cents }) => ({ day, cents: (cents / 100n) * 100n }))),
  });
});
