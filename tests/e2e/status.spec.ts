import { byEmailId } from '@redress/contract/status-page';
import type { Page } from '@playwright/test';
import { pdf } from '../setup/uploads.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './members.ts';
import { phone } from './settings.ts';
import { fileDeficient, fileDenied, readStatusCode } from './status-page.ts';
import { expectToFit } from './without-script.ts';

/** At 400% zoom on a screen of 1,280 pixels, nothing scrolls sideways. */
async function expectToReflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  await expectToFit(page);
  await page.setViewportSize(phone.viewport);
}

/** The bytes of a page as sent, with its style sheets and everything else that it loads. */
const weigh = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntries()
      .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0),
  );

test.use(phone);

test('a claimant signs in with an emailed code, and answers a deficiency', async ({ page }) => {
  const number = await fileDeficient();
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Claim status' }).click();
  await expectAccessible(page);
  await expectToReflow(page);
  // Emails link to it.
  await expect(page.locator(`#${byEmailId}`)).toBeVisible();
  await page.getByLabel('Reference number').fill(number);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expectAccessible(page);
  await page.getByLabel('Code from the email').fill(await readStatusCode(number));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page.getByRole('heading', { name: 'What we need from you' })).toBeVisible();
  // It fits the first round trip, like the built pages, and has no script.
  expect(await weigh(page)).toBeLessThanOrEqual(14_000);
  await expectAccessible(page);
  await expectToReflow(page);
  await page
    .getByLabel('Files')
    .first()
    .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdf(2_000) });
  await page.getByRole('button', { name: 'Send my answer' }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByText('Add a file, or explain')).toBeVisible();
  await expect(page.getByText('bill.pdf')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Or explain').last().fill('I am the owner.');
  await page.getByRole('button', { name: 'Send my answer' }).click();

  await expect(page.getByText('We received your answer, and are reviewing your claim.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What you sent' })).toBeVisible();
  await expect(page.getByText('bill.pdf')).toBeVisible();
  await expect(page.getByText('I am the owner.')).toBeVisible();
  await expectAccessible(page);
  await expectToReflow(page);
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { name: 'Lo que usted envió' })).toBeVisible();
});

test('a claimant changes the email, disputes a decision, and withdraws a claim', async ({ page }) => {
  const number = await fileDenied();
  await page.goto('/status');
  await page.getByLabel('Reference number').fill(number);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code from the email').fill('12345');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This code is wrong');
  await expectAccessible(page);
  await page.getByLabel('Code from the email').fill(await readStatusCode(number));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await page.getByText('Change my address or email', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Change my address or email' }).click();
  await expect(page.getByText('Enter your whole address, or your email address')).toBeVisible();
  await expectAccessible(page);
  await expectToReflow(page);
  await page.getByLabel('Email address').fill('new@example.com');
  await page.getByRole('button', { name: 'Change my address or email' }).click();
  await expect(page.getByText('n•••@example.com')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(/^We saved your change\.We use it from .+ on\.$/);
  await expectAccessible(page);

  await page.getByText('I don’t agree with the decision').click();
  await expectAccessible(page);
  // The Enter key on a checkbox removes no file.
  await page
    .getByLabel('Documents that help (optional)')
    .setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf(2_000) });
  await page.getByRole('button', { name: 'Add the files' }).click();
  await expect(page.getByText('invoice.pdf')).toBeVisible();
  await Promise.all([page.waitForEvent('load'), page.getByRole('checkbox').first().press('Enter')]);
  await expect(page.getByText('invoice.pdf')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('checkbox').first().uncheck();
  await page.getByRole('button', { name: 'Send my dispute' }).click();
  await expect(page.getByText('Tell us why you don’t agree')).toBeVisible();
  // Each error is at its own part, and what was cleared stays cleared.
  await expect(page.getByRole('group', { name: 'What do you dispute?' })).toHaveAccessibleDescription(
    'Check what you dispute',
  );
  await expect(page.getByLabel('Tell us why', { exact: true })).toHaveAccessibleDescription(
    'Tell us why you don’t agree',
  );
  await page.getByRole('checkbox').first().check();
  await expectAccessible(page);
  await expectToReflow(page);
  const why = page.getByLabel('Tell us why', { exact: true });
  const tooLong = 'x'.repeat(4_001);
  await why.fill(tooLong);
  await page.getByRole('button', { name: 'Send my dispute' }).click();
  await expect(why).toHaveAccessibleDescription('Shorten your text to 4,000 characters or fewer');
  await expect(why).toHaveValue(tooLong);
  await why.fill('We bought it.');
  await page.getByRole('button', { name: 'Send my dispute' }).click();
  await expect(page.getByText('You asked us to review our decision again.')).toBeVisible();
  await expectAccessible(page);

  await page.getByText('Withdraw my claim', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Withdraw my claim' }).click();
  await expect(page.getByText('Are you sure?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, withdraw my claim' }).click();
  await expect(page.getByText('Your claim is withdrawn.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert')).toContainText('You are signed out.');
  await expectAccessible(page);
});
