import { expect, type Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '@redress/server/database/pool';
import { createStaffLink } from '@redress/server/staff/staff-links';
import { totpCode } from '@redress/server/staff/totp';
import { freePort } from '../setup/free-port.ts';
import { client, startIdentityProvider } from '../setup/identity-provider.ts';
import { spawnServer, stopServer, untilReady } from '../setup/server-process.ts';
import { test as base } from './members.ts';
import { address as sharedAddress } from './settings.ts';

interface OwnConsole {
  readonly address: string;
  /** The one-time link that the start printed. */
  readonly setupLink: string;
}

/** Tests on a new installation: an empty data folder, with the embedded PostgreSQL. */
export const test = base.extend<object, { readonly ownConsole: OwnConsole }>({
  ownConsole: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands a destructured first argument.
    async ({}, use) => {
      const port = await freePort();
      const folder = await mkdtemp(path.join(tmpdir(), 'redress-e2e-console-'));
      const address = `http://localhost:${port}`;
      const provider = await startIdentityProvider([`${address}/api/console/oidc/callback`]);
      const environment = {
        NODE_ENV: 'test',
        OIDC_ISSUER: provider.issuer.origin,
        OIDC_CLIENT_ID: client.id,
        OIDC_CLIENT_SECRET: client.secret,
        OIDC_NAME: 'Acme',
        PORT: String(port),
        DATA_DIR: path.join(folder, 'data'),
        RATE_LIMITS: 'off',
      };
      const server = spawnServer({ environment });
      await untilReady(server, address);
      await expect.poll(() => server.output.out).toContain('/console/setup#');
      const setupLink = /http:\S+\/console\/setup#\S+/.exec(server.output.out)?.[0] ?? '';
      await use({ address, setupLink });
      await stopServer(server);
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ ownConsole }, use) => use(ownConsole.address),
});

/** A virtual authenticator in the browser of a page: keeps passkeys, and confirms each use. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Opens a one-time link with which somebody whose account `signInAs` created sets up how they sign in. */
export async function openNewLink(page: Page, staffId: string): Promise<void> {
  const { database, close } = openDatabase(process.env['E2E_DATABASE_URL'] ?? '', () => {});
  const link = { database, now: () => new Date(), publicUrl: new URL(sharedAddress) };
  const { address } = await createStaffLink(link, staffId, null);
  await close();
  await page.goto(address);
}

/** Types the code of the authenticator app. Returns its key, which the page shows. */
export async function typeCode(page: Page): Promise<string> {
  const key = (await page.locator('p', { hasText: 'type this key' }).locator('code').textContent()) ?? '';
  await page.getByLabel('Code from the app').fill(codeOf(key));
  return key;
}

/**
 * Lets somebody sign in with a password, whose account `signInAs` created. Returns a recovery code.
 */
export async function givePassword(page: Page, staffId: string, password: string): Promise<string> {
  await openNewLink(page, staffId);
  await page.getByRole('button', { name: 'Use a password' }).click();
  await page.getByLabel('Password').fill(password);
  await typeCode(page);
  await page.getByRole('button', { name: 'Set up the account' }).click();
  const code = (await page.locator('.recovery-codes li').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
  return code;
}

/** Lets somebody sign in with a passkey, whose account `signInAs` created. */
export async function givePasskey(page: Page, staffId: string): Promise<void> {
  await openNewLink(page, staffId);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}

/** What an authenticator app shows for a key. A code is accepted once, and also half a minute early. */
export function codeOf(key: string, stepsAhead = 0): string {
  const bits = [...key.replaceAll(/\s/g, '')].map((each) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'),
  );
  const bytes =
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  return totpCode(Buffer.from(bytes), Math.floor(Date.now() / 30_000) + stepsAhead);
}
