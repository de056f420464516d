import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { fillForm, openForm, passCaptcha, readClaimNumber, submit } from './consumer.ts';
import { claimsOf } from './filed-claims.ts';
import { holdScript } from './hydration.ts';
import { expect, type Member, test } from './members.ts';

const claims = '**/api/ConsumerClaimants';

/**
 * Answers the first claims as an overloaded server, and lets the others through. Returns their
 * idempotency keys.
 */
async function answerBusy(page: Page, times: number, retryAfter: number): Promise<string[]> {
  const keys: string[] = [];
  await page.route(claims, async (route) => {
    keys.push((await route.request().headerValue('idempotency-key')) ?? '');
    if (keys.length > times) return route.continue();
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': String(retryAfter) },
      contentType: 'application/problem+json',
      body: '{"code":"overloaded","status":503,"title":"","detail":"","type":"about:blank"}',
    });
  });
  return keys;
}

async function fill(page: Page, member: Member): Promise<void> {
  await openForm(page, member);
  await fillForm(page);
  await passCaptcha(page);
}

test('the countdown is not announced; a retry can be started now, or stopped', async ({ page, member }) => {
  await fill(page, member);
  const keys = await answerBusy(page, 2, 60);
  await submit(page);
  const dialog = page.getByRole('dialog', { name: 'Many people are filing right now' });
  await expect(dialog.getByRole('status')).toContainText(
    'Your claim is safe on this page. We will keep trying to send it.',
  );
  await expectAccessible(page);
  // The countdown is outside live regions.
  const countdown = dialog.getByText(/Next try in \d+ seconds?/);
  expect(await countdown.evaluate((element) => element.closest('[aria-live], [role=status], [role=alert]'))).toBeNull();

  await dialog.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => keys.length).toBe(2);
  await expect(dialog).toContainText(/Next try in/);
  await dialog.getByRole('button', { name: 'Stop and go back to the form' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert')).toContainText('Nothing was lost');
  await expect(page.getByLabel('First and last name')).toHaveValue('Ana Núñez');
  await submit(page);
  await readClaimNumber(page);
  expect(await claimsOf(member)).toHaveLength(1);
});

test('offline, it waits, and sends by itself when the connection is back', async ({ page, member, context }) => {
  await fill(page, member);
  await context.setOffline(true);
  await submit(page);
  const dialog = page.getByRole('dialog', { name: 'Your device is not connected' });
  await expect(dialog).toContainText('We’ll send it as soon as you are connected again.');
  await dialog.getByRole('button', { name: 'Stop and go back to the form' }).click();
  await expect(page.getByRole('alert')).toContainText('Your device is offline. Nothing was lost');
  await submit(page);
  await expect(dialog).toBeVisible();
  await context.setOffline(false);
  await readClaimNumber(page);
  expect(await claimsOf(member)).toHaveLength(1);
});

test('without modal dialogs, the explanation covers the form of a small phone', async ({ page, member }) => {
  await page.addInitScript(() => Object.defineProperty(HTMLDialogElement.prototype, 'showModal', { value: undefined }));
  await page.setViewportSize({ width: 375, height: 553 });
  await fill(page, member);
  await answerBusy(page, 1, 60);
  await submit(page);
  const dialog = page.getByRole('dialog', { name: 'Many people are filing right now' });
  await expect(dialog).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Try now' })).toBeInViewport({ ratio: 1 });
  // Playwright clicks only what nothing covers.
  await dialog.getByRole('button', { name: 'Stop and go back to the form' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
});

test('Escape, pressed again and again, leaves the explanation until the attempt is over', async ({ page, member }) => {
  await fill(page, member);
  await answerBusy(page, 1, 60);
  await submit(page);
  const dialog = page.getByRole('dialog', { name: 'Many people are filing right now' });
  await expect(dialog).toContainText(/Next try in/);
  const held = Promise.withResolvers<undefined>();
  await page.route(claims, async (route) => {
    await held.promise;
    await route.abort('connectionreset');
  });
  await dialog.getByRole('button', { name: 'Try now' }).click();
  await expect(dialog).toContainText('Trying now…');
  // Without another action in between, the browser lets no page prevent the second one.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  held.resolve(undefined);
  await expect(page.getByRole('alert')).toBeFocused();
});

test('a claim is filed without the script that tidies answers, if that never comes', async ({ page, member }) => {
  await holdScript(page, ' as tidyAnswer');
  await fill(page, member);
  await submit(page);
  await readClaimNumber(page);
  expect(await claimsOf(member)).toHaveLength(1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('SUBMIT waits 20 seconds for a script, and then says that nothing was lost', async ({ page, member }) => {
  await page.clock.install();
  await holdScript(page, 'Do not send');
  await fill(page, member);
  await submit(page);
  await expect(page.getByText('Sending your claim…')).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(page.getByRole('alert')).toContainText('We could not reach the server. Nothing was lost');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
