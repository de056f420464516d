import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../setup/free-port.ts';
import { client, startIdentityProvider } from '../setup/identity-provider.ts';
import { spawnServer, stopServer, untilReady } from '../setup/server-process.ts';
import { checkScreen } from './console-screen.ts';
import { downloadBy } from './download.ts';
import { expect, test as base } from './members.ts';
import { addAuthenticator, codeOf, typeCode } from './own-console.ts';
import { createDatabase } from './own-server.ts';

interface OwnConsole {
  readonly address: string;
  /** The one-time link that the start printed. */
  readonly setupLink: string;
}

/** Tests on a new installation, whose data folder and database are empty. */
const test = base.extend<{ readonly ownConsole: OwnConsole }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a destructured first argument.
  ownConsole: async ({}, use) => {
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
      DATABASE_URL: await createDatabase(),
      SECRET_KEY: process.env['E2E_SECRET_KEY'],
      RATE_LIMITS: 'off',
    };
    const server = spawnServer({ environment });
    try {
      await untilReady(server, address);
      await expect.poll(() => server.output.out).toContain('/console/setup#');
      const setupLink = /http:\S+\/console\/setup#\S+/.exec(server.output.out)?.[0] ?? '';
      await use({ address, setupLink });
    } finally {
      await stopServer(server);
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  baseURL: async ({ ownConsole }, use) => use(ownConsole.address),
});
const password = 'tall cactus sings';

const isIn = (page: Page, name: string) => expect(page.getByRole('button', { name, exact: true })).toBeVisible();
const links = (page: Page) => page.getByRole('navigation', { name: 'Console' }).getByRole('link');
async function signInAtProvider(page: Page) {
  await page.getByPlaceholder('Enter any login').fill('ada-1815');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}
async function signOut(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

test('set-up with a passkey, the identity provider, a colleague with password and app, and the end of their access', async ({
  page,
  browser,
  ownConsole,
}) => {
  await addAuthenticator(page);
  await test.step('the link of the first start makes an account with a passkey', async () => {
    await page.goto(ownConsole.setupLink);
    await page.getByLabel('Name').fill('Ada Admin');
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await expect(page.getByText('Enter an email address')).toBeVisible();
    await page.getByLabel('Email address').fill('Ada@Example.com');
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await isIn(page, 'Ada Admin');
  });

  await test.step('the passkey signs in', async () => {
    await signOut(page, 'Ada Admin');
    await page.goto('/console/staff');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Staff' })).toBeVisible();
  });

  await test.step('the account at the identity provider signs in once it is linked, and not before', async () => {
    await signOut(page, 'Ada Admin');
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await signInAtProvider(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('isn’t linked');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: 'Ada Admin', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    // The focus goes to the name, and back.
    const rename = page.getByRole('button', { name: /^Rename/ });
    await rename.press('Enter');
    await expect(page.getByLabel(/^New name for/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(/^New name for/)).toBeHidden();
    await expect(rename).toBeFocused();
    await page.getByRole('button', { name: 'Link Acme' }).click();
    await signInAtProvider(page);
    await expect(page.getByText('Linked to ada-1815@example.com')).toBeVisible();
    await signOut(page, 'Ada Admin');
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await isIn(page, 'Ada Admin');
  });

  await test.step('the provider’s window leaves the dialog’s buttons free when it is closed, and signs in', async () => {
    // Without a connection, the dialog says so, and loads its form the next time.
    await page.route(/sign-in-form/, (route) => route.abort());
    await page.goto('/console/staff');
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    await page.getByLabel('Name').fill('Typed before');
    // The provider's session, too, so that its window asks.
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(question).toContainText('This part couldn’t be loaded.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute(/sign-in-form/);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const openWindow = async () => {
      const opened = page.waitForEvent('popup');
      await question.getByRole('button', { name: 'Sign in with Acme' }).click();
      return opened;
    };
    const first = await openWindow();
    await expect(question.getByRole('status')).toContainText('Continue in the window');
    await first.close();
    const second = await openWindow();
    await signInAtProvider(second);
    await second.getByRole('button', { name: 'Continue' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText('Enter an email address')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Typed before');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  const other = await browser.newContext();
  const colleague = await other.newPage();
  await test.step('a colleague is invited, and sets up a password, an app and recovery codes', async () => {
    await page.goto('/console/staff');
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    await page.getByLabel('Name').fill('Bo Reviewer');
    await page.getByLabel('Email address').fill('bo@example.com');
    await page.getByRole('checkbox', { name: 'Reviewer', exact: true }).check();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = (await page.locator('.link-once').textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();

    await colleague.goto(link);
    await expect(colleague.getByLabel('Email address')).toHaveValue('bo@example.com');
    await colleague.getByRole('button', { name: 'Use a password' }).click();
    await colleague.getByLabel('Password').fill('password1234');
    await typeCode(colleague);
    await colleague.getByRole('button', { name: 'Set up the account' }).click();
    await expect(colleague.getByText('too easy to guess')).toBeVisible();
    await checkScreen(colleague, 'setup');
    await colleague.getByLabel('Password').fill(password);
    const key = await typeCode(colleague);
    await colleague.getByRole('button', { name: 'Set up the account' }).click();
    const codeList = colleague.locator('.recovery-codes li');
    // Numbers of the second column are beside the codes of the first.
    const overlaps = await colleague.locator('.recovery-codes').evaluate((list) => {
      const boxes = [...list.children].map((item) => item.getBoundingClientRect());
      const codes = [...list.querySelectorAll('code')].map((code) => code.getBoundingClientRect());
      return codes.some((code) => boxes.some(({ left }) => code.left < left && left - 24 < code.right));
    });
    expect(overlaps).toBe(false);
    await expect(codeList).toHaveCount(10);
    await expect(colleague.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
    const codes = await codeList.allTextContents();
    // None is torn across lines, also on a narrow screen.
    const size = colleague.viewportSize();
    await colleague.setViewportSize({ width: 320, height: 640 });
    for (const code of await codeList.locator('code').all())
      expect(await code.evaluate((element) => element.getClientRects().length)).toBe(1);
    if (size) await colleague.setViewportSize(size);
    const download = await downloadBy(colleague, colleague.getByRole('button', { name: 'Download' }));
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');
    await colleague.getByRole('button', { name: 'I saved them' }).click();
    await expect(links(colleague).filter({ hasText: /^Claims$/ })).toBeVisible();

    await signOut(colleague, 'Bo Reviewer');
    await colleague.getByRole('button', { name: 'Use a password instead' }).click();
    await colleague.getByLabel('Email address').fill('bo@example.com');
    await colleague.getByLabel('Password').fill(password);
    await colleague.getByLabel('Code').fill('000000');
    await colleague.getByRole('button', { name: 'Sign in with password' }).click();
    await expect(colleague.getByRole('alert')).toContainText('is wrong');
    // The set-up used up the code of this half-minute.
    await colleague.getByLabel('Code').fill(codeOf(key, 1));
    await colleague.getByRole('button', { name: 'Sign in with password' }).click();
    await isIn(colleague, 'Bo Reviewer');

    await signOut(colleague, 'Bo Reviewer');
    await colleague.getByRole('button', { name: 'Use a password instead' }).click();
    await colleague.getByLabel('Email address').fill('bo@example.com');
    await colleague.getByLabel('Password').fill(password);
    await colleague.getByLabel('Code').fill(codes[3] ?? '');
    await colleague.getByRole('button', { name: 'Sign in with password' }).click();
    await isIn(colleague, 'Bo Reviewer');
  });

  await test.step('an admin takes a role away, then ends the session', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Manage Bo Reviewer' }).click();
    await page.getByRole('checkbox', { name: 'Reviewer', exact: true }).uncheck();
    await page.getByRole('checkbox', { name: 'Viewer', exact: true }).check();
    await page.getByRole('button', { name: 'Save roles' }).click();
    await expect(page.getByText('Roles saved.')).toBeVisible();
    await colleague.reload();
    await expect(links(colleague).filter({ hasText: /^Claims$/ })).toBeVisible();
    await expect(links(colleague).filter({ hasText: 'Class members' })).toBeHidden();
    await page.getByRole('button', { name: /^End/ }).click();
    await expect(page.getByText('No open sessions.')).toBeVisible();
    await colleague.reload();
    await expect(colleague.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    // The way that this tab's person used comes first.
    await expect(colleague.getByLabel('Email address')).toHaveValue('bo@example.com');
    const buttons = colleague.getByRole('main').getByRole('button');
    await expect(buttons).toHaveText(['Sign in with password', 'Sign in with a passkey', 'Sign in with Acme']);
  });

  await test.step('the link of the first start is used', async () => {
    await colleague.goto(ownConsole.setupLink);
    await expect(colleague.getByRole('alert')).toContainText('was already used');
    await other.close();
  });
});
