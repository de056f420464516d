import { exitCodeOf, exitCodes } from '@redress/server/operations/commands/command';
import { StartError } from '@redress/server/platform/errors/start-error';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { callCommand } from '../../setup/call-command.ts';

// None of these runs gets as far as the database.
const environment = { DATABASE_URL: 'postgresql://127.0.0.1:1/redress', SECRET_KEY: 'x'.repeat(40) };
const jobs = (args: readonly string[], more: Record<string, string> = {}) =>
  callCommand('jobs', args, { ...environment, ...more });

test('the page for operators lists every exit code', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const section = page.split('\n### Exit codes\n')[1]?.split('\n## ')[0] ?? '';
  const listed = [...section.matchAll(/^\| (\d) \|/gm)].map(([, code]) => Number(code));
  expect(listed).toEqual(Object.values(exitCodes));
});

test.each([
  ['an unknown option', ['--everything'], {}, 'everything'],
  ['a value that an option does not have', ['--kind', 'parcel'], {}, '--kind is one of receipt, '],
  ['an invalid variable', [], { PORT: 'http' }, 'PORT must be a number'],
])('%s ends a command with 2', async (_name, args, more, message) => {
  const { code, out, err } = await jobs(args, more);
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
});

test('a database that does not answer ends a command with 3, and its password is not shown', async () => {
  const { code, err } = await jobs([], { DATABASE_URL: 'postgresql://redress:a-password@127.0.0.1:1/redress' });
  expect([code, err]).toEqual([3, expect.stringContaining('The database of DATABASE_URL cannot be used')]);
  expect(err).not.toContain('a-password');
});

test('a bug ends a command with 4 and its stack', async () => {
  const cwd = vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw new TypeError('no folder');
  });
  onTestFinished(() => cwd.mockRestore());
  const { code, err } = await jobs([]);
  expect([code, err]).toEqual([4, expect.stringMatching(/TypeError: no folder\n +at /)]);
});

test('a full disk is worth another try, also as the cause of another error; a refusal is not', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
  expect(exitCodeOf(full)).toBe(3);
  expect(exitCodeOf(new StartError('The folder cannot be used', { cause: full }))).toBe(3);
  expect(exitCodeOf(new StartError('The folder cannot be used'))).toBe(1);
});
