import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { noticeIdHeader, uniqueIdHeader } from '@redress/contract/http-headers';
import { defaultLoginRules } from '@redress/server/site/login/login-failure-rules';
import { freePort } from '../setup/free-port.ts';
import { spawnServer, stopServer, untilReady } from '../setup/server-process.ts';

/**
 * Runs a second server process with limits, and passes its address on. It trusts the forwarded
 * address of a request.
 */
export async function withLimitedServer(use: (address: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'redress-e2e-limited-'));
  // Its jobs take those of the first server, too, so that both need the same files.
  const data = path.join(folder, 'data');
  await mkdir(data);
  const mail = process.env['E2E_MAIL_FOLDER'] ?? '';
  for (const shared of [mail, ...['documents', 'uploads'].map((name) => path.join(mail, '..', name))]) {
    await mkdir(shared, { recursive: true });
    await symlink(shared, path.join(data, path.basename(shared)));
  }
  const server = spawnServer({
    environment: {
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: data,
      DATABASE_URL: process.env['E2E_DATABASE_URL'],
      SECRET_KEY: process.env['E2E_SECRET_KEY'],
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMITS: 'on',
    },
  });
  const address = `http://localhost:${port}`;
  try {
    await untilReady(server, address);
    await use(address);
  } finally {
    await stopServer(server);
    await rm(folder, { recursive: true, force: true });
  }
}

let strangers = 0;

/**
 * Makes enough wrong attempts for a Notice ID that its next login requires work, each from a
 * different address.
 */
export async function failAsStrangers(server: string, noticeId: string): Promise<void> {
  for (let number = 0; number < defaultLoginRules['login-notice'].failures; number += 1) {
    strangers += 1;
    const address = `10.${process.pid % 256}.${Math.floor(strangers / 256)}.${strangers % 256}`;
    const headers = { [uniqueIdHeader]: 'WRONG123', [noticeIdHeader]: noticeId, 'x-forwarded-for': address };
    expect((await fetch(`${server}/api/login/creds/`, { headers })).status).toBe(200);
  }
}
