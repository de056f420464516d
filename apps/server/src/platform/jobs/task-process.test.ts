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
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a script whose process runs this function for each task. */
async function writeScript(run: string): Promise<URL> {
  const script = join(folder, 'script.mjs');
  const module = JSON.stringify(new URL('./task-process.ts', import.meta.url).href);
  await writeFile(script, `import { serveTasks } from ${module};\nserveTasks({ run: ${run} });`);
  return pathToFileURL(script);
}

test('a process ends after five seconds without a task, and the next task starts another one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { run, close } = createTaskProcess<null, number>(await writeScript('async () => process.pid'));
  try {
    const first = await run(null);
    // Each task starts the five seconds anew.
    for (let task = 0; task < 2; task += 1) {
      vi.advanceTimersByTime(4_999);
      expect(await run(null)).toBe(first);
    }
    vi.advanceTimersByTime(5_000);
    await expect.poll(() => isRunning(first)).toBe(false);
    expect(await run(null)).not.toBe(first);
  } finally {
    await close();
  }
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a process that is killed when it is idle leaves its compiled programs for the next one', async () => {
  const script = await writeScript('async (number) => 2 * number');
  const compiled = join(folder, 'compiled');
  vi.stubEnv('NODE_COMPILE_CACHE', compiled);
  const { run, close } = createTaskProcess<number, number>(script);
  expect(await run(1)).toBe(2);
  // It begins the second task once it has written the programs.
  expect(await run(2)).toBe(4);
  await close();
  const entries = await readdir(compiled, { recursive: true, withFileTypes: true });
  expect(entries.some((entry) => entry.isFile())).toBe(true);
});
