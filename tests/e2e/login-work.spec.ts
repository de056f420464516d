import type { Page } from '@playwright/test';
import { filledIn } from './accessibility/filled-in.ts';
import { passCaptcha, submit, typeIds } from './accessibility/scripted.ts';
import { expectAccessible } from './axe.ts';
import { claimsOf } from './filed-claims.ts';
import { failAsStrangers } from './limited-server.ts';
import { expect, limitedTest as test } from './members.ts';
import { waitForHydration } from './hydration.ts';
import { answer, languages } from './without-script.ts';

// Strangers have tried a Notice ID: its owner sees a notice and can still log in. All tests are in
// one worker, because each worker starts a server for them.
test.describe.configure({ mode: 'default' });

const message = /To keep them out, your device solves a small task first\. .*up to 20/;

/**
 * Holds the attempt with the proof of work until released, so that the test can check the screen
 * meanwhile.
 */
async function holdWork(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/login/creds/', async (route) => {
    if (route.request().headers()['login-work'] !== undefined) await promise;
    await route.continue();
  });
  return resolve;
}

test('the owner sees why it takes some seconds, does nothing, and is logged in', async ({
  page,
  member,
  limitedServer,
}) => {
  await failAsStrangers(limitedServer, member.noticeId);
  const release = await holdWork(page);
  await typeIds(page, languages.en, member);
  await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page).toHaveURL(/consumera-instructions/);
});

test('a device that cannot do the work shows the alternatives', async ({ page, member, limitedServer }) => {
  await failAsStrangers(limitedServer, member.noticeId);
  // Wrong IDs with the work done get the usual message for wrong IDs.
  await typeIds(page, languages.en, { ...member, uniqueId: 'ZZZZ9999' });
  await expect(page.getByRole('alert')).toContainText('User not found');
  await expect(page.getByLabel('Notice ID')).toHaveValue('');
  await expect(page.getByLabel('Notice ID')).toBeFocused();
  await page.route('**/captcha-worker*', (route) => route.abort());
  await typeIds(page, languages.en, member);
  await expect(page.getByRole('alert')).toContainText('Please try again, or use another browser.');
  await expectAccessible(page);
  // The typed IDs are still there, and pressing the same button works once it can.
  await page.unroute('**/captcha-worker*');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/consumera-instructions/);
});

test('a login that ended is asked for in place and does the work too; the claim is then sent by itself', async ({
  page,
  member,
  limitedServer,
}) => {
  await typeIds(page, languages.en, member);
  await expect(page).toHaveURL(/consumera-instructions/);
  await page.goto('/consumera-claimants');
  await waitForHydration(page);
  await answer(page, languages.en.consumer, filledIn.consumer);
  await passCaptcha(page);
  await failAsStrangers(limitedServer, member.noticeId);
  await page.context().clearCookies();
  await submit(page, languages.en);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Your login has ended');
  await answer(page, languages.en.login, { noticeId: member.noticeId, uniqueId: member.uniqueId });
  const release = await holdWork(page);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: message })).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page).toHaveURL(/consumer-complete/);
  expect(await claimsOf(member)).toHaveLength(1);
});
