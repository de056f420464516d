import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const program = join(import.meta.dirname, '../../../apps/server/src/main.ts');
const clock = join(import.meta.dirname, 'clock.ts');
/** A server that recovers may take long, and says so; one that takes longer than this does not come back. */
const startMilliseconds = 3 * 60_000;
const stopMilliseconds = 60_000;

/** The real server in a process of its own, which can be killed and started again on the same port and data. */
export interface ServerProcess {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /** Of the running process; undefined when none runs. */
  pid(): number | undefined;
  /** Resolves when it says that it is ready. */
  start(): Promise<void>;
  /** `kill -9`: nothing in the process gets to know of it. */
  kill(): Promise<void>;
  /** Ends it as an operator would, and gives how it ended: 0 when all went well. */
  stop(): Promise<number | string>;
}

export interface ServerOptions {
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly clockFile: string;
}

/** A server that is not started yet. Its log is added to a file. */
const compileCache = join(tmpdir(), 'redress-fault-tests-compiled');

export function serverProcess({ port, environment, logFile, clockFile }: ServerOptions): ServerProcess {
  const address = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let ended: Promise<number | string> = Promise.resolve(0);

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (isRunning()) child?.kill(signal);
    return ended;
  };
  return {
    address,
    pid: () => (isRunning() ? child?.pid : undefined),
    async start() {
      const log = openSync(logFile, 'a');
      const started = spawn(process.execPath, ['--import', clock, program], {
        env: {
          PATH: process.env['PATH'],
          PORT: String(port),
          RATE_LIMITS: 'off',
          FAULTS_CLOCK: clockFile,
          FAULTS_STARTER: String(process.pid),
          // Hundreds of starts: what one has compiled the next one takes.
          NODE_COMPILE_CACHE: compileCache,
          ...environment,
        },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      child = started;
      ended = new Promise((resolve) => started.once('exit', (code, signal) => resolve(code ?? signal ?? 'gone')));
      const giveUpAt = performance.now() + startMilliseconds;
      while (!(await isReady(address))) {
        if (!isRunning()) throw new Error(`The server ended at its start (${await ended}): ${logFile}`);
        if (performance.now() > giveUpAt) throw new Error(`The server is not ready after three minutes: ${logFile}`);
        await pause(50);
      }
    },
    async kill() {
      await end('SIGKILL');
    },
    async stop() {
      const late = setTimeout(() => child?.kill('SIGKILL'), stopMilliseconds);
      const how = await end('SIGTERM');
      clearTimeout(late);
      return how;
    },
  };
}

async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/api/health/ready`, { signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    // Nobody listens yet.
    return false;
  }
}
