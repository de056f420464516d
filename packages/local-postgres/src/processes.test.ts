import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isAlive, readProcessStart } from './processes.ts';

test('a running process keeps its start', () => {
  expect(readProcessStart(process.pid)).toBe(readProcessStart(process.pid));
  expect(isAlive(process.pid)).toBe(true);
});

test('two processes have different starts', async () => {
  const child = spawn('sleep', ['10']);
  await once(child, 'spawn');
  expect(readProcessStart(child.pid ?? 0)).not.toBe(readProcessStart(process.pid));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(child.pid ?? 0)).toBe(false);
});

test.each([0, -1, Number.NaN, 1.5])('%s is no process ID', (pid) => {
  expect(isAlive(pid)).toBe(false);
});
