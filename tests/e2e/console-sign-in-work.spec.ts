import { signInRules } from '@redress/server/console/sign-in/sign-in-guard';
import { expect } from '@playwright/test';
import { checkScreen } from './console-screen.ts';
import { limitedTest as test } from './members.ts';

test('after many failed sign-ins the browser solves a task, and goes on by itself', async ({ page }) => {
  await page.goto('/console/sign-in');
  await page.getByRole('button', { name: 'Use a password instead' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await checkScreen(page, 'sign-in');
  await page.getByLabel('Email address').fill(`${Date.now()}@example.com`);
  await page.getByLabel('Password').fill('tall cactus sings');
  await page.getByLabel('Code').fill('000000');
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/sign-in/password')) answers.push(response.status());
  });
  for (let attempt = 1; attempt <= signInRules['staff-account'].failures + 1; attempt += 1) {
    const answered = page.waitForResponse(
      (response) => response.url().endsWith('/password') && response.status() === 401,
    );
    await page.getByRole('button', { name: 'Sign in with password' }).click();
    await answered;
    await expect(page.getByRole('alert')).toContainText('is wrong');
  }
  expect(answers).toEqual([401, 401, 401, 401, 401, 429, 401]);
});
