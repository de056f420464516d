import { fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'server.ts');

export interface RunningServer {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /** Ends it as an operator would, and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the server in a process of its own. Its log goes to a file, as it would go to one of an
 * operator.
 */
export async function runServer(options: {
  readonly connectionString: string;
  readonly secretKey: string;
  /** For its data and its log. */
  readonly folder: string;
  readonly captcha: 'on' | 'off';
  readonly profileFolder?: string;
}): Promise<RunningServer> {
  const { profileFolder, captcha, folder } = options;
  const logFile = openSync(join(folder, 'server.log'), 'a');
  const child = fork(program, [`--captcha=${captcha}`], {
    execArgv:
      profileFolder === undefined
        ? []
        : [
            '--cpu-prof',
            `--cpu-prof-dir=${profileFolder}`,
            `--cpu-prof-name=captcha-${captcha}-${Date.now()}.cpuprofile`,
          ],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: options.connectionString,
      SECRET_KEY: options.secretKey,
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', logFile, 'inherit', 'ipc'],
  });
  closeSync(logFile);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => {
      if (typeof message === 'string') resolve(message);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended before it was ready (${code})`)));
  });
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
