import { join } from 'node:path';
import { freePort } from '../setup/free-port.ts';
import { forkServer, spawnServer, stopServer, untilReady } from '../setup/server-process.ts';

export interface RunningServer {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /** Stops it as an operator would, and waits until it has ended. */
  stop(): Promise<void>;
}

/** Starts `bench-server.ts`, which can accept any captcha. Its log goes to a file. */
export async function startBenchServer(options: {
  readonly connectionString: string;
  readonly secretKey: string;
  /** For its data and its log. */
  readonly folder: string;
  readonly captcha: 'on' | 'off';
  readonly profileFolder?: string;
}): Promise<RunningServer> {
  const { profileFolder, captcha, folder } = options;
  const profile = [
    '--cpu-prof',
    `--cpu-prof-dir=${profileFolder}`,
    `--cpu-prof-name=captcha-${captcha}-${Date.now()}.cpuprofile`,
  ];
  const { child, address, ended } = await forkServer(
    join(import.meta.dirname, 'bench-server.ts'),
    [`--captcha=${captcha}`],
    {
      logFile: join(folder, 'server.log'),
      execArgv: profileFolder === undefined ? [] : profile,
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: options.connectionString,
        SECRET_KEY: options.secretKey,
        RATE_LIMITS: 'off',
      },
    },
  );
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Starts the server as `npm start` or `npm run start:cluster` does, on an existing database. It
 * writes its log to a file.
 */
export async function startRealServer(options: {
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly folder: string;
  readonly processes: number;
  readonly limits: 'on' | 'off';
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
      RATE_LIMITS: options.limits,
      // Clients tell their addresses, as behind a load balancer.
      TRUST_PROXY: '127.0.0.1',
    },
  });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(server, address);
  return {
    address,
    async stop() {
      await stopServer(server);
    },
  };
}
