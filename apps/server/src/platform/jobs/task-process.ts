import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';

type Answer<Output> = { readonly output: Output } | { readonly error: string };

interface TaskProcessOptions {
  readonly args?: readonly string[];
  /** Node options. V8 delays garbage collection if it may use a lot of memory. */
  readonly execArgv?: string[];
}

interface TaskProcess<Input, Output> {
  run(input: Input): Promise<Output>;
  /** The number of tasks that are running or waiting. */
  pending(): number;
  close(): Promise<void>;
}

/** Without a task for this long, the process ends and its memory is free. */
const idleMilliseconds = 5_000;

/**
 * Runs tasks one after another in a child process, so that long computations do not block requests,
 * and a crash or a lack of memory ends no other process. The process starts with the first task
 * and, after it has ended, again with the next one.
 * @param script a module that calls `serveTasks`
 */
export function createTaskProcess<Input, Output>(
  script: URL,
  { args = [], execArgv = ['--max-semi-space-size=8'] }: TaskProcessOptions = {},
): TaskProcess<Input, Output> {
  const waiting: PromiseWithResolvers<Output>[] = [];
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const { NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS } = process.env;
    const started = fork(script, args, {
      serialization: 'advanced',
      execArgv,
      // The process gets no secrets.
      env: { NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS },
    });
    started.on('message', (answer: Answer<Output>) => {
      if (child !== started) return;
      const task = waiting.shift();
      if ('output' in answer) task?.resolve(answer.output);
      else task?.reject(new Error(answer.error));
      if (waiting.length === 0) idle = setTimeout(end, idleMilliseconds).unref();
    });
    const fail = (cause: unknown) => {
      if (child === started) end(cause);
    };
    started.on('error', fail);
    started.on('exit', (code, signal) => fail(new Error(`it exited with ${signal ?? code}`)));
    // The child must not keep the server running.
    started.unref();
    started.channel?.unref();
    return started;
  }

  function end(cause?: unknown): void {
    child?.kill('SIGKILL');
    child = undefined;
    for (const { reject } of waiting.splice(0)) reject(new Error('The process of a task ended', { cause }));
  }

  return {
    run(input) {
      clearTimeout(idle);
      child ??= start();
      const task = Promise.withResolvers<Output>();
      waiting.push(task);
      child.send({ input });
      return task.promise;
    },
    pending: () => waiting.length,
    async close() {
      clearTimeout(idle);
      const closed = child;
      end();
      if (closed && closed.exitCode === null && closed.signalCode === null) await once(closed, 'exit');
    },
  };
}

/**
 * Runs one task in a separate process, which ends with it.
 * @param maxMilliseconds a task that takes longer fails
 * @throws the reason of `signal`, or why the task failed
 */
export async function runInProcess<Output>(
  script: URL,
  input: unknown,
  signal: AbortSignal,
  { maxMilliseconds, ...options }: TaskProcessOptions & { readonly maxMilliseconds?: number } = {},
): Promise<Output> {
  signal.throwIfAborted();
  const child = createTaskProcess<unknown, Output>(script, options);
  const end = () => void child.close();
  const timeout = maxMilliseconds === undefined ? undefined : setTimeout(end, maxMilliseconds);
  signal.addEventListener('abort', end);
  try {
    return await child.run(input);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', end);
    await child.close();
  }
}

/** Serves the tasks of `createTaskProcess` inside the process. */
export function serveTasks(task: { run(input: unknown): Promise<unknown> }): void {
  let earlier: Promise<unknown> = Promise.resolve();
  process.on('message', ({ input }: { readonly input: unknown }) => {
    earlier = earlier
      .then(() => task.run(input))
      .then(
        (output) => ({ output }),
        (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
      )
      .then((answer: Answer<unknown>) => process.send?.(answer))
      // Otherwise, a killed process would leave no compiled programs for the next one.
      .then(() => flushCompileCache());
  });
  // The process ends with the server. After a signal to their group, the server ends its tasks.
  for (const event of ['disconnect', 'error']) process.on(event, () => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
}
