import { join } from 'node:path';
import { isRunning, type ServerProcess, spawnServer, stopServer, untilReady } from '../../setup/server-process.ts';

const clock = join(import.meta.dirname, 'clock.ts');

/** Tests kill the server's process and start it again on the same port and data. */
export interface RestartableServer {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /** Returns the ID of the running process. Undefined when none runs. */
  pid(): number | undefined;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** `kill -9` */
  kill(): Promise<void>;
  /** Stops it as an operator would, and returns how it ended: 0 on success. */
  stop(): Promise<number | string>;
  /** From its next start, it runs the release under test. */
  upgrade(): void;
}

export interface ServerOptions {
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  /** The server appends its log here. */
  readonly logFile: string;
  readonly clockFile: string;
  /** This checkout of a previous release runs until `upgrade`. */
  readonly release?: string | undefined;
}

/** The server is not started yet. */
export function restartableServer(options: ServerOptions): RestartableServer {
  const { port, environment, logFile, clockFile } = options;
  const address = `http://127.0.0.1:${port}`;
  let { release } = options;
  let server: ServerProcess | undefined;
  return {
    address,
    pid: () => (server && isRunning(server) ? server.child.pid : undefined),
    async start() {
      server = spawnServer({
        nodeOptions: ['--import', clock],
        logFile,
        release,
        environment: {
          PORT: String(port),
          RATE_LIMITS: 'off',
          FAULTS_CLOCK: clockFile,
          FAULTS_STARTER: String(process.pid),
          ...environment,
        },
      });
      await untilReady(server, address);
    },
    async kill() {
      server?.child.kill('SIGKILL');
      await server?.ended;
    },
    async stop() {
      return server ? stopServer(server) : 0;
    },
    upgrade() {
      release = undefined;
    },
  };
}
