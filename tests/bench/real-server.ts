import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const server = join(import.meta.dirname, '../../apps/server/src/main.ts');

/**
 * The server as `npm start` or `npm run start:cluster` runs it, on an existing database. Its log
 * goes to a file.
 */
export async function startRealServer(options: {
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly folder: string;
  readonly processes: number;
  readonly limits: 'on' | 'off';
}): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const port = await freePort();
  const log = openSync(join(options.folder, 'server.log'), 'a');
  const child = spawn(process.execPath, [server], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: join(options.folder, 'data'),
      DATABASE_URL: options.databaseUrl,
      SECRET_KEY: options.secretKey,
      PROCESSES: String(options.processes),
      RATE_LIMITS: options.limits,
      // The clients stand for a balancer: all of them have one address, which has no limit of
      // connections then.
      TRUST_PROXY: '127.0.0.1',
    },
    stdio: ['ignore', log, 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const ready = await fetch(`${address}/api/health/ready`).catch(() => undefined);
    if (ready?.ok) break;
    if (child.exitCode !== null || tries > 300) throw new Error('The server did not become ready');
    await wait(200);
  }
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}
