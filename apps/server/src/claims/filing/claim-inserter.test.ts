import pg from 'pg';
import { expect, test } from 'vitest';
import { claimInserter } from './claim-inserter.ts';
import type { ClaimRow } from './insert-claims.ts';

interface Statement {
  readonly numbers: readonly string[];
  readonly answer: (inserted?: readonly string[]) => void;
  readonly fail: (error: Error) => void;
}

/** An inserter whose statements wait until the test answers them. */
function openInserter() {
  const statements: Statement[] = [];
  const query = ({ values }: { values: [string] }) =>
    new Promise((resolve, reject) => {
      const numbers = Array.from(values[0].matchAll(/"number":"(\d+)"/g), ([, number = '']) => number);
      const answer = (inserted: readonly string[] = numbers) =>
        resolve({ rows: inserted.map((number) => ({ number })) });
      statements.push({ numbers, answer, fail: reject });
    });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this overload is called
  const pool = { query } as unknown as Pick<pg.Pool, 'query'>;
  return { insert: claimInserter(pool), statements };
}

const row = (
  number: string,
  { key = `key ${number}` as string | null, captcha = number, noticeId = '' } = {},
): ClaimRow => ({
  number,
  noticeId,
  idempotencyKey: key,
  captcha,
  json: JSON.stringify({ number }),
});
const ranges = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });
}

test('a claim alone is sent at once, and claims that arrive meanwhile are gathered, at most 64', () => {
  const { insert, statements } = openInserter();
  for (const number of ranges(1, 100)) void insert(row(number));
  expect(statements.map(({ numbers }) => numbers)).toEqual([['1'], ['2']]);
});

test('the next statement takes the claims that have waited longest, sorted by Notice ID', async () => {
  const { insert, statements } = openInserter();
  const results = ranges(1, 100).map((number) => insert(row(number, { noticeId: String(1_000 - Number(number)) })));
  statements[0]?.answer();
  await results[0];
  await expect.poll(() => statements.length).toBe(3);
  expect(statements[2]?.numbers).toEqual(ranges(3, 66).toReversed());
});

test('each claim learns whether it was inserted', async () => {
  const { insert, statements } = openInserter();
  const results = ranges(1, 5).map((number) => insert(row(number)));
  statements[0]?.answer();
  statements[1]?.answer([]);
  await expect.poll(() => statements.length).toBe(3);
  statements[2]?.answer(['3', '5']);
  expect(await Promise.all(results)).toEqual([true, false, true, false, true]);
});

test('two claims with the same captcha are never in one statement', async () => {
  const { insert, statements } = openInserter();
  const results = ['1', '2', '3', '4', '5'].map((number) =>
    insert(row(number, { captcha: Number(number) > 2 ? 'same' : number })),
  );
  for (const index of [0, 1, 2, 3, 4]) {
    await expect.poll(() => statements.length).toBeGreaterThan(index);
    statements[index]?.answer();
  }
  await Promise.all(results);
  expect(statements.slice(2).map(({ numbers }) => numbers)).toEqual([['3'], ['4'], ['5']]);
});

test('large claims share no statement', async () => {
  const { insert, statements } = openInserter();
  const large = (number: string): ClaimRow => ({
    ...row(number),
    json: JSON.stringify({ number, answers: 'x'.repeat(600_000) }),
  });
  const results = ranges(1, 4).map((number) => insert(large(number)));
  for (const index of [0, 1, 2, 3]) {
    await expect.poll(() => statements.length).toBeGreaterThan(index);
    statements[index]?.answer();
  }
  await Promise.all(results);
  expect(statements.every(({ numbers }) => numbers.length === 1)).toBe(true);
});

/**
 * Fails a statement with the claims 3 to 5, and answers each of their single statements except 4's.
 */
async function failBatch(failure: Error, claims: readonly ClaimRow[]) {
  const { insert, statements } = openInserter();
  const all = [row('1'), row('2'), ...claims];
  const results = Promise.allSettled(all.map((each) => insert(each)));
  statements[0]?.answer();
  statements[1]?.answer();
  await expect.poll(() => statements.length).toBe(3);
  statements[2]?.fail(failure);
  await new Promise(setImmediate);
  for (const { numbers, answer, fail } of statements.slice(3)) {
    if (numbers[0] === '4') fail(failure);
    else answer();
  }
  return (await results).slice(2).map(({ status }) => status);
}

test('a claim that the database refuses makes no other fail', async () => {
  const claims = ranges(3, 5).map((number) => row(number, { key: null }));
  expect(await failBatch(databaseError('23514'), claims)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test.each([databaseError('57P01'), new Error('Connection terminated unexpectedly')])(
  'after a lost connection (%s), only claims with an idempotency key are tried again: others may have been inserted',
  async (error) => {
    const claims = [row('3'), row('4'), row('5', { key: null })];
    expect(await failBatch(error, claims)).toEqual(['fulfilled', 'rejected', 'rejected']);
  },
);

test('a database that does not answer is not asked again', async () => {
  const claims = ranges(3, 5).map((number) => row(number));
  expect(await failBatch(new Error('Query read timeout'), claims)).toEqual(['rejected', 'rejected', 'rejected']);
});
