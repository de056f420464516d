import * as processes from '@redress/server/platform/jobs/task-process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';

// vitest.config.ts puts this in place of `task-process.ts`: the tasks of the server run in the process of the
// test, because a process for each takes a second to start. Tests of real servers start the real processes.

type Task = (input: unknown) => unknown;
const server = join(import.meta.dirname, '../../apps/server/src/');
/** Imports of class members are ended in the middle, and other scripts belong to tests. */
const hasOwnProcess = (script: URL): boolean =>
  !fileURLToPath(script).startsWith(server) || script.pathname.endsWith('/member-import-process.ts');
/** By script. A worker imports each once. */
const tasks = new Map<string, Task>();
let served: Task | undefined;
/** One after another, so that each script finds the task that it serves. */
let loading: Promise<unknown> = Promise.resolve();

/** Each script gets what it was written for, as from its process. */
export function serveTasks(script: { run(input: unknown): unknown }): void {
  served = (input) => script.run(input);
}

function load({ href }: URL): Promise<Task> {
  const loaded = loading.then(async () => {
    const known = tasks.get(href);
    if (known) return known;
    await import(/* @vite-ignore */ href);
    if (!served) throw new Error(`${href} serves no tasks`);
    tasks.set(href, served);
    return served;
  });
  loading = loaded.catch(() => {});
  return loaded;
}

type Options = Parameters<typeof processes.createTaskProcess>[1];

/** A script of a test gets its process. */
export function createTaskProcess<Input, Output>(
  script: URL,
  options?: Options,
): ReturnType<typeof processes.createTaskProcess<Input, Output>> {
  if (options?.args !== undefined || hasOwnProcess(script)) return processes.createTaskProcess(script, options);
  const waiting = new Set<PromiseWithResolvers<Output>>();
  let earlier: Promise<unknown> = Promise.resolve();
  return {
    run(input) {
      const task = Promise.withResolvers<Output>();
      waiting.add(task);
      // As between processes, only data gets there and back.
      const sent: unknown = deserialize(serialize(input));
      const receive: (bytes: Buffer) => Output = deserialize;
      earlier = earlier
        .then(async () => {
          if (waiting.has(task)) task.resolve(receive(serialize(await (await load(script))(sent))));
        })
        .catch((error: Error) => task.reject(new Error(error.message)))
        .then(() => waiting.delete(task));
      return task.promise;
    },
    pending: () => waiting.size,
    async close() {
      for (const task of waiting) task.reject(new Error('The process of a task ended'));
      waiting.clear();
      await earlier;
    },
  };
}

/** Only a process can end a task that takes too long: a limit of less than a second gets one. */
export async function runInProcess<Output>(
  script: URL,
  input: unknown,
  signal: AbortSignal,
  options: Parameters<typeof processes.runInProcess>[3] = {},
): Promise<Output> {
  const { maxMilliseconds = Infinity } = options;
  if (maxMilliseconds < 1_000 || hasOwnProcess(script)) return processes.runInProcess(script, input, signal, options);
  signal.throwIfAborted();
  const output = await createTaskProcess<unknown, Output>(script).run(input);
  signal.throwIfAborted();
  return output;
}
