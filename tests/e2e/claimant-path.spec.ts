import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { answers, openForm, passCaptcha, readClaimNumber, submit } from './consumer.ts';
import { query } from './filed-claims.ts';
import { expect, takeMember, test } from './members.ts';
import { waitForHydration } from './hydration.ts';

// The path of a class member with a notice and a phone: Home, login, instructions, form, end.

const screen = { width: 375, height: 667 };

test.use({ viewport: screen, hasTouch: true });

test('with a notice and a phone: at most 1,700 words, 20 screens and 70 keystrokes', async ({ page }) => {
  // Pages repeat the name and the address, so those of few words count.
  const member = takeMember((text) => /^\p{L}+,\p{L}+,\d+ \w+ \w+,\w+,/u.test(text.join()));
  const met: { page: string; words: number; screens: number }[] = [];
  const look = async (name: string) => met.push({ page: name, ...(await measure(page)) });
  let keystrokes = 0;
  const type = async (control: Locator, text: string) => {
    await control.fill(text);
    keystrokes += [...text].length;
  };

  await page.goto('/');
  await look('home');
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await waitForHydration(page);
  await type(page.getByLabel('Notice ID'), member.noticeId);
  await type(page.getByLabel('Unique ID'), member.uniqueId);
  await look('login');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(/^You are logged in as /)).toBeVisible();
  await look('instructions');
  await page.getByRole('link', { name: 'Next' }).first().click();
  // Masked: neither the page nor an answer of the server has more.
  await expect(page.getByText(/^Your notice went to .*•.*\. Is that still right\?$/)).toBeVisible();
  await expect(page.getByLabel('First and last name')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, fill it in' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Filled in.' })).toBeFocused();
  await expect(page.getByLabel('First and last name')).toHaveValue(/^(\p{L}•* ?)+$/u);
  await page.getByLabel('I am a class member').check();
  await type(page.getByLabel('Total amount you paid'), '1250.50');
  await type(page.getByLabel('Number of prescriptions'), '24');
  await page.getByRole('radio', { name: 'Yes', exact: true }).check();
  await type(page.getByLabel('Email address'), answers['Email address']);
  await type(page.getByLabel('Electronic signature'), answers['Electronic signature']);
  await passCaptcha(page);
  const review = page.getByRole('region', { name: 'Check your answers' });
  await expect(review).toContainText('1,250.50');
  // It follows the answers after a pause; until then, the sections of the last ones are open.
  await expect(review.locator('details[open]')).toHaveCount(0);
  await look('form');
  await submit(page);
  const number = await readClaimNumber(page);
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  await look('end');

  const sum = (key: 'words' | 'screens') => met.reduce((total, one) => total + one[key], 0);
  expect(sum('words'), JSON.stringify(met)).toBeLessThanOrEqual(1_700);
  expect(sum('screens'), JSON.stringify(met)).toBeLessThanOrEqual(20);
  expect(keystrokes).toBeLessThanOrEqual(70);

  // Staff get the answers; the claimant's copies show what the claimant saw.
  const [claim] = await query<{ same: boolean; summary: string }>(
    `select answers->>'name1' = first_name || ' ' || last_name and answers->>'street1' = street
       and answers->>'zip' = class_members.zip as same, summary::text
     from claims join class_members using (notice_id) where number = $1`,
    [number],
  );
  expect(claim?.same).toBe(true);
  expect(claim?.summary).toContain('•');
});

test('masks in a draft outlive a lost connection, and an emptied form offers them again', async ({ page, member }) => {
  await openForm(page, member);
  const fillIn = page.getByRole('button', { name: 'Yes, fill it in' });
  const filledIn = page.getByRole('status').filter({ hasText: 'Filled in.' });
  const name = page.getByLabel('First and last name');
  await fillIn.click();
  await expect(filledIn).toBeFocused();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft:consumer'))).toContain('•');
  await page.route('**/api/session', (route) => route.abort());
  await page.reload();
  await expect(name).toHaveValue(/•/);
  await submit(page);
  await expect(page.getByLabel('Electronic signature')).toHaveAttribute('aria-invalid', 'true');
  // Only the server knows whose masks these are.
  for (const control of [name, page.getByLabel('Street address'), page.getByLabel('ZIP code')])
    await expect(control).not.toHaveAttribute('aria-invalid');

  await page.unroute('**/api/session');
  await page.reload();
  await expect(filledIn).toBeVisible();
  // The login stays if logging out fails.
  await page.route('**/api/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Clear this form' }).click();
  await expect(name).toHaveValue('');
  await fillIn.click();
  await expect(filledIn).toBeFocused();
});

test('masks of another person do not count, and the next one gets an offer', async ({ page, member }) => {
  await openForm(page, member);
  await page.getByRole('button', { name: 'Yes, fill it in' }).click();
  const readDraft = () => page.evaluate(() => sessionStorage.getItem('draft:consumer') ?? '');
  await expect.poll(readDraft).toContain('•');
  const ofAnother = (await readDraft()).replaceAll(/("(?:name1|street1)":)"[^"]*"/g, '$1"Q•• Q••"');
  await page.evaluate((draft) => sessionStorage.setItem('draft:consumer', draft), ofAnother);
  await page.reload();
  const name = page.getByLabel('First and last name');
  await expect(name).toHaveValue('Q•• Q••');
  await expect(page.getByLabel('ZIP code')).toHaveValue('•••••');
  const fillIn = page.getByRole('button', { name: 'Yes, fill it in' });
  await expect(fillIn).toBeVisible();
  await submit(page);
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Type the whole answer, without dots.').first()).toBeVisible();
  await fillIn.click();
  await expect(name).not.toHaveAttribute('aria-invalid');
});

test('what is missing and SUBMIT are one tap apart, also for boxes', async ({ page, member }) => {
  await openForm(page, member);
  await page.getByRole('button', { name: 'Yes, fill it in' }).click();
  await page.getByLabel('Total amount you paid').fill('1250.50');
  await submit(page);
  await expect(page.getByRole('region', { name: /answers need another look/ })).toBeFocused();
  const sections = page.getByRole('navigation', { name: 'Sections of this form' });
  const toSubmit = sections.getByRole('link', { name: 'SUBMIT' });
  const button = page.getByRole('button', { name: 'SUBMIT' });

  await sections.getByRole('link', { name: 'Purchase Information (needs another look)' }).click();
  await expect(page.getByLabel('Number of prescriptions')).toBeFocused();
  await page.getByLabel('Number of prescriptions').fill('24');
  await page.getByRole('radio', { name: 'Yes', exact: true }).check();
  await sections.getByRole('link', { name: 'Certification (needs another look)' }).click();
  await expect(page.getByLabel('Electronic signature')).toBeFocused();
  await page.getByLabel('Electronic signature').fill('Ana Núñez');
  await sections.getByRole('link', { name: 'Certification (needs another look)' }).click();
  await expect(page.getByLabel('I am not a robot')).toBeFocused();
  await passCaptcha(page);
  await toSubmit.click();
  await expect(button).toBeFocused();
  await expect(button).toBeInViewport();
  await page.getByRole('link', { name: 'Change (Should I File a Claim Form?)' }).click();
  await expect(page.getByLabel('I am a class member')).toBeFocused();
  await page.getByLabel('I am a class member').check();
  await toSubmit.click();
  await button.click();
  await readClaimNumber(page);
});

test('the first field of every form is on the first screen of a phone', async ({ page }) => {
  for (const path of [
    '/consumer-login',
    '/consumera-claimants',
    '/consumerb-claimants',
    '/tpp-claimants',
    '/lost-ids',
  ]) {
    await page.goto(path);
    await waitForHydration(page);
    await expect(page.locator('.field input, .field select').first(), path).toBeInViewport({ ratio: 1 });
  }
});

test('each answer of “Am I included?” brings the next question to the top of the screen', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'See if you are included' }).click();
  for (const answer of ['The antidepressant or its generic', 'I did, for myself', 'Yes, and I have a notice']) {
    await page.locator('.eligibility a:visible', { hasText: answer }).click();
    const step = page.locator('.eligibility .step:visible');
    await expect(step).toHaveCount(1);
    await expect(step).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByRole('link', { name: 'File a consumer claim' })).toHaveAttribute('href', '/consumer-login');
  await page.goBack();
  await expect(page.locator('.eligibility .step:visible .question')).toContainText('Question 3 of 3');
});

/** All words that are rendered, and the height in screens. Hidden labels and lists of choices do not count. */
const measure = (page: Page) =>
  page.evaluate(({ height }) => {
    const unread = document.querySelectorAll<HTMLElement>(
      'select, .skip, .visually-hidden, .honeypot, .spinner, details:not([open]) > :not(summary)',
    );
    const screens = document.documentElement.scrollHeight / height;
    for (const one of unread) one.style.display = 'none';
    const words = document.body.innerText.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    for (const one of unread) one.style.display = '';
    return { words, screens: Math.round(screens * 100) / 100 };
  }, screen);
