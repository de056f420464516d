import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compileCache, serverNodeOptions } from '../../tools/server-options.mjs';

const root = join(import.meta.dirname, '../..');
/** A server that recovers its database may take this long. */
const startMilliseconds = 3 * 60_000;
const stopMilliseconds = 60_000;

/** The compile cache halves the start time of child processes. */
export const childEnvironment = {
  PATH: process.env['PATH'],
  ...compileCache,
};

/** `apps/server/src/main.ts` runs in a separate process. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** The output so far is empty when the server writes to a log file. */
  readonly output: { out: string; err: string };
  /** The exit code or the signal, once all output has arrived. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

export interface ServerProcessOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The server appends its output here. */
  readonly logFile?: string;
  readonly nodeOptions?: readonly string[];
  /** The server runs from this checkout, by default this one. */
  readonly release?: string | undefined;
}

export function spawnServer({
  environment,
  logFile,
  nodeOptions = [],
  release = root,
}: ServerProcessOptions): ServerProcess {
  const main = join(release, 'apps/server/src/main.ts');
  const log = logFile === undefined ? 'pipe' : openSync(logFile, 'a');
  const child = spawn(process.execPath, [...serverNodeOptions, ...nodeOptions, main], {
    env: { ...childEnvironment, PROCESSES: '1', ...environment },
    stdio: ['ignore', log, log],
  });
  if (log !== 'pipe') closeSync(log);
  const output = { out: '', err: '' };
  child.stdout?.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (output.err += text.toString()));
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL')),
  );
  return { child, output, ended };
}

export function isRunning({ child }: Pick<ServerProcess, 'child'>): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Resolves when the server at this address is ready; throws when it ended or takes too long. */
export async function untilReady(
  server: Pick<ServerProcess, 'child'> & Partial<ServerProcess>,
  address: string,
): Promise<void> {
  const giveUpAt = performance.now() + startMilliseconds;
  while (!(await isReady(address))) {
    if (!isRunning(server)) throw new Error(`The server ended before it was ready: ${server.output?.err ?? ''}`);
    if (performance.now() > giveUpAt) throw new Error('The server did not become ready');
    await pause(50);
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/api/health/ready`, { signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    // The server does not listen yet.
    return false;
  }
}

/** Stops the server like an operator. Returns 0 on success. */
export async function stopServer(server: ServerProcess): Promise<number | NodeJS.Signals> {
  const late = setTimeout(() => server.child.kill('SIGKILL'), stopMilliseconds);
  if (isRunning(server)) server.child.kill('SIGTERM');
  const how = await server.ended;
  clearTimeout(late);
  return how;
}

/** Starts servers and kills those that a test left running. */
export function serverProcesses(): {
  start(environment: ServerProcessOptions['environment']): ServerProcess;
  killAll(): Promise<void>;
} {
  const running: ServerProcess[] = [];
  return {
    start(environment) {
      const server = spawnServer({ environment });
      running.push(server);
      return server;
    },
    async killAll() {
      for (const { child, ended } of running.splice(0)) {
        child.kill('SIGKILL');
        await ended;
      }
    },
  };
}

/** A program of the tests serves HTTP in a separate process. */
export interface ForkedServer {
  readonly child: ChildProcess;
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /** The exit code or the signal. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** Forks a program that sends its address once it is ready. Its output is appended to `logFile`. */
export async function forkServer(
  program: string,
  args: readonly string[],
  { logFile, ...options }: { readonly logFile: string } & ForkOptions,
): Promise<ForkedServer> {
  const log = openSync(logFile, 'a');
  const child = fork(program, args, { execArgv: [], ...options, stdio: ['ignore', log, log, 'ipc'] });
  closeSync(log);
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'SIGKILL')),
  );
  const [address] = await Promise.race([once(child, 'message'), ended.then(() => [])]);
  if (typeof address !== 'string')
    throw new Error(`The server ended before it was ready: ${(await readFile(logFile, 'utf8')).slice(-1_500)}`);
  return { child, address, ended };
}
