import { expect } from '@playwright/test';
import { addAuthenticator, test } from './own-console.ts';

test('the first start’s link sets up an account with a passkey, which signs in again; the link works once', async ({
  page,
  ownConsole,
}) => {
  await addAuthenticator(page);
  await page.goto(ownConsole.setupLink);
  await page.getByLabel('Name').fill('Ada Admin');
  await page.getByLabel('E-mail address').fill('Ada@Example.com');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Ada Admin' })).toBeVisible();

  await page.getByRole('button', { name: 'Ada Admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Ada Admin' })).toBeVisible();

  await page.goto('/console/sign-in');
  await page.goto(ownConsole.setupLink);
  await expect(page.getByRole('alert')).toContainText('was used already');
});
