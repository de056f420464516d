import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createLog } from './log.ts';

function logged(error: unknown): { text: string; err: Record<string, unknown> } {
  let text = '';
  createLog('info', { write: (line) => (text += line) }).error({ err: error }, 'failed');
  const parse: (json: string) => { err: Record<string, unknown> } = JSON.parse;
  return { text, err: parse(text).err };
}

function databaseError(message: string, more: Partial<pg.DatabaseError>): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), more);
}

test.each([
  ['a value of the wrong type', databaseError('invalid input syntax for type bigint: "Ana Núñez"', { code: '22P02' })],
  ['a value with quotes in it', databaseError('invalid input syntax: "Ana "Anita" Núñez"', { code: '22P02' })],
  ['a value over two lines', databaseError('invalid input syntax: "Ana\n    at Núñez"', { code: '22P02' })],
  ['a broken constraint', databaseError('broken', { code: '23505', detail: 'Key (name)=(Ana Núñez) already exists.' })],
  ['a body that is no JSON', new SyntaxError(`Unexpected token 'A', "{"name":Ana Núñez}" is not valid JSON`)],
  ['a refused recipient', new Error('550 5.1.1 <Ana.Núñez@example.com>: no such mailbox')],
  ['a cause', new Error('failed', { cause: new Error('Ana Núñez') })],
  ['something that is no error', 'Ana Núñez'],
])('an error that quotes %s is logged without it', (_, error) => {
  expect(logged(error).text).not.toMatch(/Ana|Núñez/);
});

test('the log of a database error says where it occurred, and in which call', () => {
  const { err } = logged(
    databaseError('duplicate key value violates unique constraint "claims_number"', {
      code: '23505',
      table: 'claims',
      constraint: 'claims_number',
    }),
  );
  expect(err).toMatchObject({ type: 'error', code: '23505', table: 'claims', constraint: 'claims_number' });
  expect(err['stack']).toContain('log.test.ts');
});

test('an error that contains no value keeps its message', () => {
  const message = 'relation "claims" does not exist';
  expect(logged(databaseError(message, { code: '42P01' })).err['message']).toBe(message);
});

test('while the database is unavailable, a message is logged once in ten seconds, with the number of those omitted', () => {
  vi.useFakeTimers();
  try {
    const parse: (json: string) => Record<string, unknown> = JSON.parse;
    const lines: Record<string, unknown>[] = [];
    const log = createLog('info', { write: (line) => lines.push(parse(line)) });
    const away = new Error('Connection terminated unexpectedly');
    const fail = () => {
      for (let times = 0; times < 3; times += 1) log.child({ reqId: times }).error({ err: away }, 'request failed');
      log.warn({ err: away }, 'not ready');
      // Another error, and a job that an operator has to know of.
      for (let times = 0; times < 2; times += 1) log.error({ err: new Error('a bug') }, 'request failed');
      for (const id of ['1', '2']) log.error({ err: away, id }, 'a job failed too often and was given up');
    };
    fail();
    expect(lines.map(({ msg }) => msg)).toEqual([
      'request failed',
      'not ready',
      'request failed',
      'request failed',
      'a job failed too often and was given up',
      'a job failed too often and was given up',
    ]);
    fail();
    expect(lines.length).toBe(10);
    vi.advanceTimersByTime(10_000);
    fail();
    expect(lines[10]).toMatchObject({ msg: 'request failed', reqId: 0, omitted: 5 });
  } finally {
    vi.useRealTimers();
  }
});
