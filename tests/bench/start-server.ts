import { join } from 'node:path';
import { serverNodeOptions } from '../../tools/server-options.mjs';
import { forkServer } from '../setup/server-process.ts';

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
  use: (address: string) => Promise<T>,
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
  const result = await use(address);
  await stop();
  return result;
}
