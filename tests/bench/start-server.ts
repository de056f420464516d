import { join } from 'node:path';
import { serverNodeOptions } from '../../tools/server-options.mjs';
import { freePort } from '../setup/free-port.ts';
import { forkServer, spawnServer, stopServer, untilReady } from '../setup/server-process.ts';

/** The program is in this folder. */
export interface ServerOrder {
  readonly program: 'bench-server.ts' | 'fastify-handler.ts';
  readonly args?: readonly string[];
  readonly processes: number;
  readonly env: Readonly<Record<string, string>>;
  readonly profileFolder?: string | undefined;
}

/**
 * Starts a server, uses it, and stops it as an operator would.
 * @param folder has its data and its log
 * @param use gets `http://127.0.0.1:port`
 */
export async function withServer<T>(
  { program, args = [], processes, env, profileFolder }: ServerOrder,
  folder: string,
  started: AsyncDisposableStack,
  use: (address: string, pid: number) => Promise<T>,
): Promise<T> {
  const { child, address, ended } = await forkServer(join(import.meta.dirname, program), args, {
    logFile: join(folder, 'server.log'),
    execArgv: [
      ...(program === 'bench-server.ts' ? serverNodeOptions : []),
      ...(profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profileFolder, ...args)}`]),
    ],
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PROCESSES: String(processes), ...env },
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  started.defer(stop);
  const result = await use(address, child.pid ?? 0);
  await stop();
  return result;
}

/**
 * Starts the server as `npm start` does, with website and jobs and without limits. Its log goes to
 * a file.
 */
export async function startRealServer(
  environment: Readonly<Record<string, string>>,
  folder: string,
  started: AsyncDisposableStack,
) {
  const port = await freePort();
  const server = spawnServer({
    logFile: join(folder, 'server.log'),
    environment: { PORT: String(port), DATA_DIR: join(folder, 'data'), RATE_LIMITS: 'off', ...environment },
  });
  const stop = async () => void (await stopServer(server));
  started.defer(stop);
  const address = `http://127.0.0.1:${port}`;
  await untilReady(server, address);
  return { port, address, pid: server.child.pid ?? 0, stop };
}
