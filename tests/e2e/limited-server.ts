import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { noticeIdHeader, uniqueIdHeader } from '@redress/contract/http-headers';
import { defaultLoginRules } from '@redress/server/http/rate-limits';
import { expect, test as base } from './members.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface LimitedServer {
  /** Where it listens. */
  readonly limitedServer: string;
}

/** Tests on one more process of the website, whose limits are on. It believes what a request says of its address. */
export const test = base.extend<object, LimitedServer>({
  limitedServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands a destructured first argument.
    async ({}, use) => {
      const port = await findFreePort();
      const folder = await mkdtemp(path.join(tmpdir(), 'redress-e2e-limited-'));
      const server = spawn(process.execPath, [path.join(root, 'apps/server/src/main.ts')], {
        cwd: root,
        env: {
          ...process.env,
          NODE_ENV: 'test',
          PORT: String(port),
          DATA_DIR: path.join(folder, 'data'),
          DATABASE_URL: process.env['E2E_DATABASE_URL'],
          SECRET_KEY: process.env['E2E_SECRET_KEY'],
          TRUST_PROXY: '127.0.0.1',
          RATE_LIMITS: 'on',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const address = `http://localhost:${port}`;
      await untilReady(address);
      await use(address);
      server.kill('SIGTERM');
      await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ limitedServer }, use) => use(limitedServer),
});

let strangers = 0;

/** As many wrong tries of a Notice ID as it takes for its next login to be asked for work, each from an address of its own. */
export async function failAsStrangers(server: string, noticeId: string): Promise<void> {
  for (let number = 0; number < defaultLoginRules['login-notice'].failures; number += 1) {
    strangers += 1;
    const address = `10.${process.pid % 256}.${Math.floor(strangers / 256)}.${strangers % 256}`;
    const headers = { [uniqueIdHeader]: 'WRONG123', [noticeIdHeader]: noticeId, 'x-forwarded-for': address };
    expect((await fetch(`${server}/api/login/creds/`, { headers })).status).toBe(200);
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const found = probe.address();
  probe.close();
  await once(probe, 'close');
  if (found === null || typeof found === 'string') throw new Error('No port is free');
  return found.port;
}

async function untilReady(address: string): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    const ready = await fetch(`${address}/api/health/ready`).catch(() => undefined);
    if (ready?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The server with limits did not become ready');
}
