import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTaskProcess } from './task-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redress-task-process-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test('a process that is killed when it is idle leaves its compiled programs for the next one', async () => {
  const script = join(folder, 'double.mjs');
  const module = JSON.stringify(new URL('./task-process.ts', import.meta.url).href);
  await writeFile(script, `import { serveTasks } from ${module};\nserveTasks({ run: async (number) => 2 * number });`);
  const compiled = join(folder, 'compiled');
  vi.stubEnv('NODE_COMPILE_CACHE', compiled);
  const { run, close } = createTaskProcess<number, number>(pathToFileURL(script));
  expect(await run(1)).toBe(2);
  // It begins the second task once it has written the programs.
  expect(await run(2)).toBe(4);
  await close();
  const entries = await readdir(compiled, { recursive: true, withFileTypes: true });
  expect(entries.some((entry) => entry.isFile())).toBe(true);
});
