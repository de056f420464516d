import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './database-errors.ts';
import { openDatabase } from './pool.ts';

test.each([
  ['whose name cannot be resolved', 'postgresql://user@nowhere.invalid/x'],
  ['that refuses connections', 'postgresql://user@127.0.0.1:1/x'],
])('a database %s is temporarily unavailable', async (_fault, url) => {
  const { pool, close } = openDatabase(url, () => {});
  const error: unknown = await pool.query('select 1').catch((thrown: unknown) => thrown);
  expect(isDatabaseUnavailable(error)).toBe(true);
  await close();
});

test('a failing disk is not an unavailable database', () => {
  const error = Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO', syscall: 'write' });
  expect(isDatabaseUnavailable(error)).toBe(false);
});
