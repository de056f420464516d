import { type Browser, type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../setup/free-port.ts';
import { spawnServer, stopServer, untilReady } from '../setup/server-process.ts';
import { test as base } from './members.ts';

interface OwnConsole {
  readonly address: string;
  /** The one-time link that the start printed. */
  readonly setupLink: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Tests on a new installation: an empty data folder, with the embedded PostgreSQL. */
export const test = base.extend<object, { readonly ownConsole: OwnConsole }>({
  ownConsole: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands a destructured first argument.
    async ({}, use) => {
      const port = await freePort();
      const folder = await mkdtemp(path.join(tmpdir(), 'redress-e2e-console-'));
      const environment = {
        NODE_ENV: 'test',
        PORT: String(port),
        DATA_DIR: path.join(folder, 'data'),
        RATE_LIMITS: 'off',
      };
      const server = spawnServer({ environment });
      const address = `http://localhost:${port}`;
      await untilReady(server, address);
      await expect.poll(() => server.output.out).toContain('/console/setup#');
      const setupLink = /http:\S+\/console\/setup#\S+/.exec(server.output.out)?.[0] ?? '';
      await use({ address, setupLink, environment });
      await stopServer(server);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ ownConsole }, use) => use(ownConsole.address),
});

/** A virtual authenticator in the browser of a page: keeps passkeys, and confirms each use. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

export interface VirtualAuthenticator {
  readonly session: CDPSession;
  readonly authenticatorId: string;
}

/** Another person at another computer. */
export async function openBrowser(
  browser: Browser,
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext();
  return { context, page: await context.newPage() };
}
