import { expect, type Page } from '@playwright/test';
import { openDatabase } from '@redress/server/platform/database/pool';
import { createStaffLink } from '@redress/server/console/sign-in/staff-links';
import { totpCode } from '@redress/server/console/sign-in/totp';
import { address } from './settings.ts';

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

/** Opens a one-time link with which a person whose account `signInAs` created sets up a sign-in. */
async function openNewLink(page: Page, staffId: string): Promise<void> {
  const { database, close } = openDatabase(process.env['E2E_DATABASE_URL'] ?? '', () => {});
  const link = { database, now: () => new Date(), publicUrl: new URL(address) };
  const invitation = await createStaffLink(link, staffId, null);
  await close();
  await page.goto(invitation.address);
}

/** Types the code of the authenticator app. Returns its key, which the page shows. */
export async function typeCode(page: Page): Promise<string> {
  const key = (await page.locator('p', { hasText: 'type this key' }).locator('code').textContent()) ?? '';
  await page.getByLabel('Code from the app').fill(codeOf(key));
  return key;
}

/** Sets a password for a person whose account `signInAs` created. Returns a recovery code. */
export async function givePassword(page: Page, staffId: string, password: string): Promise<string> {
  await openNewLink(page, staffId);
  await page.getByRole('button', { name: 'Use a password' }).click();
  await page.getByLabel('Password').fill(password);
  await typeCode(page);
  await page.getByRole('button', { name: 'Set up the account' }).click();
  const code = (await page.locator('.recovery-codes li').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
  return code;
}

/** Adds a passkey for a person whose account `signInAs` created. */
export async function givePasskey(page: Page, staffId: string): Promise<void> {
  await openNewLink(page, staffId);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}

/**
 * The code that an authenticator app shows for a key. Each is accepted once, up to half a minute
 * early.
 */
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
