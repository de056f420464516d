import { parentPort, Worker } from 'node:worker_threads';

type Task<Input> = { readonly id: number; readonly input: Input };
type Answer<Output> = { readonly id: number } & ({ readonly output: Output } | { readonly error: string });

interface WorkerThread<Input, Output> {
  /** Runs a task after all earlier ones. */
  run(input: Input): Promise<Output>;
  /** How many tasks are running or waiting. */
  pending(): number;
  close(): Promise<void>;
}

/**
 * In MB. V8 collects garbage late when it may use more: rendering receipts then took the server to
 * 800 MB. The largest receipt needs 200.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 1_024 };

/**
 * Runs tasks one after the other in a worker thread, so that long computations do not block
 * requests. The thread starts with the first task and, after a crash, again with the next one.
 * @param script a module that calls `serveTasks`
 * @param name what the thread does, for error messages
 */
export function createWorkerThread<Input, Output>(
  script: URL,
  name: string,
  workerData?: unknown,
): WorkerThread<Input, Output> {
  const waiting = new Map<number, { resolve(output: Output): void; reject(error: Error): void }>();
  let thread: Worker | undefined;
  let lastId = 0;
  const start = () => {
    const started = new Worker(script, { workerData, resourceLimits });
    const fail = (error: Error) => {
      if (thread === started) thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on('message', (answer: Answer<Output>) => {
      const task = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('output' in answer) task?.resolve(answer.output);
      else task?.reject(new Error(`${name} failed: ${answer.error}`));
    });
    started.on('error', fail);
    started.on('exit', () => fail(new Error(`${name}: the thread ended`)));
    // The thread does not keep the process alive.
    started.unref();
    return started;
  };
  return {
    run(input) {
      thread ??= start();
      lastId += 1;
      const id = lastId;
      const output = new Promise<Output>((resolve, reject) => waiting.set(id, { resolve, reject }));
      thread.postMessage({ id, input } satisfies Task<Input>);
      return output;
    },
    pending: () => waiting.size,
    async close() {
      await thread?.terminate();
    },
  };
}

/** Serves the tasks of `createWorkerThread` inside the thread. */
export function serveTasks(task: { run(input: unknown): Promise<unknown> }): void {
  parentPort?.on('message', ({ id, input }: Task<unknown>) => {
    task.run(input).then(
      (output) => parentPort?.postMessage({ id, output } satisfies Answer<unknown>),
      (error: unknown) =>
        parentPort?.postMessage({
          id,
          error: error instanceof Error ? error.message : String(error),
        } satisfies Answer<unknown>),
    );
  });
}
