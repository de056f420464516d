import { expect, type Page } from '@playwright/test';
import { logIn } from '../e2e/consumer.ts';
import { inBoth, inLight, screenInBoth, screenInLight, type Shot, shot } from './shot.ts';
import { fileClaim } from './steps.ts';

const credentials = '**/api/login/creds/';

async function tryToLogIn(page: Page, noticeId: string, uniqueId: string): Promise<void> {
  await page.goto('/consumer-login');
  await page.getByLabel('Notice ID').fill(noticeId);
  await page.getByLabel('Unique ID').fill(uniqueId);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** The login in each of its states. */
export const loginShots: readonly Shot[] = [
  shot('login-errors', inBoth, async (page) => {
    await tryToLogIn(page, '', 'AB-');
    await expect(page.getByText('This field is required')).toBeVisible();
  }),
  shot('login-toast', screenInBoth, async (page) => {
    await tryToLogIn(page, '999999999', 'ZZZZZZZZ');
    await expect(page.getByRole('alert')).toContainText('User not found');
  }),
  shot('login-busy', screenInLight, async (page, member) => {
    await page.route(credentials, () => {}); // never answered
    await tryToLogIn(page, member.noticeId, member.uniqueId);
    await expect(page.getByText('Checking your IDs')).toBeVisible();
  }),
  shot('login-offline', inLight, async (page, member) => {
    await page.route(credentials, (route) => route.abort('connectionreset'));
    await tryToLogIn(page, member.noticeId, member.uniqueId);
    await expect(page.getByRole('alert')).toBeVisible();
  }),
  shot('login-already-filed', inLight, async (page, member) => {
    await logIn(page, member);
    await fileClaim(page, member);
    await tryToLogIn(page, member.noticeId, member.uniqueId);
    await expect(page.getByText('A claim was already filed')).toBeVisible();
  }),
];
