import { checkDataFile } from '@redress/datafiles/check-data-file';
import { blobSource } from '@redress/datafiles/byte-source';
import type { DataReport } from '@redress/datafiles/report';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { reportOf } from './check-fixture.ts';
import { rules } from './fixture-rows.ts';
import { messyLines } from './messy-rows.ts';
import { readRowsInSql } from './totals-in-sql.ts';

const rowCount = 20_000;
let folder: string;
let database: TestDatabase;
let client: pg.Client;
let report: DataReport;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redress-parity-'));
  // PostgreSQL reads the file itself, perhaps as another user.
  await chmod(folder, 0o755);
  const file = join(folder, 'messy.txt');
  const text = [...messyLines(rowCount, rules), ''].join('\n');
  await writeFile(file, text, { mode: 0o644 });
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await readRowsInSql(client, file, rules);
  report = reportOf(await checkDataFile(blobSource(new Blob([text]), 'messy.txt'), { rules }));
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>(sql)).rows;
}
const sumOf = (condition: string) =>
  ask(
    `select count(*)::int as rows, coalesce(sum(paid), 0)::numeric(19, 4)::text as amount from checked_rows where ${condition}`,
  );
const groupsBy = (name: string, order: string) =>
  ask(`select * from (
      select ${name} as name, count(*)::int as rows, sum(paid)::numeric(19, 4)::text as amount
      from checked_rows where counted group by 1
    ) groups order by ${order}`);
const byName = 'name collate "C"';

describe(`${rowCount.toLocaleString('en-US')} messy rows have the totals that PostgreSQL computes`, () => {
  test('the rows cover most problems, and most rows count', async () => {
    const [counts] = await ask(`select count(*) filter (where counted)::int as counted,
      count(*) filter (where day_first)::int as day_first, count(*) filter (where again)::int as again,
      count(*) filter (where paid < 0)::int as reversed, count(*) filter (where exact <> paid)::int as rounded from checked_rows`);
    expect(Number(counts?.['counted'])).toBeGreaterThan(rowCount / 2);
    expect(Number(counts?.['counted'])).toBeLessThan(rowCount - 2_000);
    for (const kind of ['day_first', 'again', 'reversed', 'rounded'])
      expect(Number(counts?.[kind])).toBeGreaterThan(200);
  });

  test('in rows, and to the ten-thousandth of a dollar', async () => {
    expect([{ rows: report.purchases?.rows }]).toEqual(await ask('select count(*)::int as rows from checked_rows'));
    expect([report.purchases?.counted]).toEqual(await sumOf('counted'));
    expect([report.purchases?.faulty]).toEqual(
      await ask(`select count(*)::int as rows, (sum(paid) filter (where abs(exact) < 1e11))::numeric(19, 4)::text as amount
        from checked_rows where not counted`),
    );
  });

  test('in reversals and in duplicates', async () => {
    expect([report.purchases?.reversals]).toEqual(await sumOf('counted and paid < 0'));
    const [again] = await sumOf('counted and again');
    expect(report.purchases?.duplicates).toEqual({ ...again, estimated: false });
  });

  test('in each state and year, for each drug, and for each plan, or payor without a plan', async () => {
    expect(report.purchases?.byState).toEqual(await groupsBy('state', byName));
    expect(report.purchases?.byYear).toEqual(await groupsBy(`to_char(date, 'YYYY')`, byName));
    expect(inOrder(report.purchases?.byDrug)).toEqual(inOrder(await groupsBy('label', byName)));
    const plan = `coalesce(nullif(plan, ''), payor)`;
    expect(report.purchases?.byPlan).toEqual(await groupsBy(plan, 'amount::numeric desc'));
  });

  test.each([
    ['date-outside-period', `date not between '${rules.period.from}' and '${rules.period.to}'`],
    ['date-unreadable', `day <> '' and date is null`],
    ['date-day-first', 'day_first and date is not null'],
    ['state-outside-class', 'state_counts is false'],
    ['amount-unreadable', `amount <> '' and exact is null`],
    ['amount-too-large', 'abs(exact) >= 1e11'],
    ['amount-rounded', 'exact <> paid'],
    ['amount-zero', 'paid = 0'],
    ['reversal', 'paid < 0'],
    // A row that does not count gets no finding as a duplicate.
    ['duplicate', 'again and counted'],
  ])('in how many rows have the finding %s', async (code, condition) => {
    const [found] = await ask(`select count(*)::int as count from checked_rows where ${condition}`);
    expect(report.counts.find((count) => count.code === code)?.count).toBe(found?.['count']);
  });

  test('in missing cells and unknown states', async () => {
    const [found] = await ask(`select
      (select sum((payor = '')::int + (drug = '')::int + (day = '')::int + (bought = '')::int + (insured = '')::int
        + (amount = '')::int)::int from checked_rows) as "value-missing",
      (select sum((bought <> '' and state is null)::int + (insured <> '' and home is null)::int)::int from checked_rows)
        as "state-unknown"`);
    const counts = Object.fromEntries(report.counts.map(({ code, count }) => [code, count]));
    expect(counts).toMatchObject(found ?? {});
  });
});

function inOrder<T extends { readonly name?: unknown }>(groups: readonly T[] = []): T[] {
  return groups.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
}
