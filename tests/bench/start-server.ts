import { join } from 'node:path';
import { serverNodeOptions } from '../../tools/server-options.mjs';
import { freePort } from '../setup/free-port.ts';
import { forkServer, spawnServer, stopServer, untilReady } from '../setup/server-process.ts';

export interface RunningServer {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  readonly pid: number;
  /** Stops it as an operator would, and waits until it has ended. */
  stop(): Promise<void>;
}

/** Starts a server of this folder. Its log goes to a file. */
export async function startBenchServer(options: {
  readonly program: 'bench-server.ts' | 'fastify-handler.ts';
  readonly args?: readonly string[];
  readonly processes: number;
  /** For its data and its log. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly profileFolder?: string | undefined;
}): Promise<RunningServer> {
  const { program, args = [], processes, folder, env, profileFolder } = options;
  const { child, address, ended } = await forkServer(join(import.meta.dirname, program), args, {
    logFile: join(folder, 'server.log'),
    execArgv: [
      ...(program === 'bench-server.ts' ? serverNodeOptions : []),
      ...(profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profileFolder, ...args)}`]),
    ],
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PROCESSES: String(processes), ...env },
  });
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Starts the server as `npm start` does, without limits. Its log goes to a file. */
export async function startRealServer(options: {
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly folder: string;
  readonly processes: number;
}): Promise<RunningServer> {
  const port = await freePort();
  const server = spawnServer({
    logFile: join(options.folder, 'server.log'),
    environment: {
      PORT: String(port),
      DATA_DIR: join(options.folder, 'data'),
      DATABASE_URL: options.databaseUrl,
      SECRET_KEY: options.secretKey,
      PROCESSES: String(options.processes),
      RATE_LIMITS: 'off',
    },
  });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(server, address);
  return {
    address,
    pid: server.child.pid ?? 0,
    async stop() {
      await stopServer(server);
    },
  };
}
