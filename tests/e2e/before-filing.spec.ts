import type { SummarySection } from '@redress/forms/summarize';
import { expectAccessible } from './axe.ts';
import { field, fillForm, openForm, passCaptcha, pdf, readClaimNumber, submit } from './consumer.ts';
import { query } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { phone } from './settings.ts';
import {
  asTable,
  classMembers,
  fillAgent,
  fillPurchasesAndSignature,
  nameIn,
  openTppForm,
  paste,
  readTppClaimNumber,
} from './tpp.ts';

test(
  'the form says which section of how many is on the screen or has the focus, without announcing it',
  { tag: '@phone' },
  async ({ page, member }) => {
    await openForm(page, member);
    const progress = page.locator('.section-progress');
    await expect(progress).toHaveText('Section 1 of 5: Claimant Identification');
    await page.getByRole('link', { name: 'Purchase Information' }).click();
    await expect(progress).toHaveText('Section 3 of 5: Purchase Information');
    await field(page, 'Electronic signature').focus();
    await expect(progress).toHaveText('Section 5 of 5: Certification');
    await page.evaluate(() => scrollTo(0, 0));
    await expect(progress).toHaveText('Section 1 of 5: Claimant Identification');
    expect(
      await progress.evaluate((element) => element.closest('[aria-live], [role=status], [role=alert]')),
    ).toBeNull();
    // On a phone, the circle of the section stands for the sentence.
    const isPhone = page.viewportSize()?.width === phone.viewport.width;
    await expect(isPhone ? page.locator('.section-index [aria-current]') : progress).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    );
  },
);

test(
  'the review above SUBMIT shows the answers as they are filed, and leads back to each section',
  { tag: '@phone' },
  async ({ page, member }) => {
    await openForm(page, member);
    const review = page.getByRole('region', { name: 'Check your answers' });
    await expect(review).toHaveCount(0);
    await field(page, 'City').fill('Phenix');
    await expect(review).toContainText('Phenix');
    await expect(review).toContainText('First and last nameNot answered yet');
    await fillForm(page);
    await page.getByLabel('Your documents').setInputFiles([pdf('pharmacy.pdf')]);
    for (const text of ['602 555-0142', '$1,250.50', 'pharmacy.pdf', 'Phoenix'])
      await expect(review).toContainText(text);
    await expect(review).not.toContainText('Not answered yet');
    // Optional, and left blank.
    await expect(review).not.toContainText('Agent or legal representative');
    await expectAccessible(page);

    await review.getByRole('link', { name: 'Change (Purchase Information)' }).click();
    await expect(field(page, 'Total amount you paid, in dollars')).toBeFocused();
    await field(page, 'Total amount you paid, in dollars').fill('$2,000');
    await passCaptcha(page);
    // The sign before the field is neither part of the answer nor of its name.
    const amount = page.getByRole('textbox', { name: 'Total amount you paid, in dollars', exact: true });
    const sign = page.getByText('$', { exact: true });
    await sign.click({ force: true });
    await expect(amount).toBeFocused();
    const { x: start = 0, width = 0 } = (await sign.boundingBox()) ?? {};
    const padding = await amount.evaluate((input) => Number.parseFloat(getComputedStyle(input).paddingLeft));
    expect(start + width).toBeLessThan(((await amount.boundingBox())?.x ?? 0) + padding);
    await amount.blur();
    // On a phone, complete sections are folded.
    if (page.viewportSize()?.width === phone.viewport.width)
      for (const summary of await review.locator('summary').all()) await summary.click();
    // After the blur, the field no longer has the typed dollar sign.
    await expect(review.getByText('$2,000.00', { exact: true })).toBeVisible();
    const shown = await review.locator('dl > div').allInnerTexts();
    await submit(page);
    const [claim] = await query<{ summary: SummarySection[] }>('select summary from claims where number = $1', [
      await readClaimNumber(page),
    ]);
    const filed = (claim?.summary ?? []).flatMap(({ rows }) => rows).filter(({ value }) => value !== '');
    expect(filed.length).toBeGreaterThan(10);
    for (const { label, value } of filed)
      expect(shown.map((text) => text.split('\n'))).toContainEqual([label, ...(value === '' ? [] : [value])]);
  },
);

test('the review waits while SUBMIT is pressed, which would lose the click if it moved away', async ({ page }) => {
  await page.clock.install();
  // A press may begin in the next task.
  await page.addInitScript(() => {
    const find = document.querySelector.bind(document);
    document.querySelector = (selector: string) => {
      const found = find(selector);
      if (selector === 'button:active' && !found)
        queueMicrotask(() => (document.documentElement.dataset['shownAtOnce'] ??= String(!!find('#review-heading'))));
      return found;
    };
  });
  await openTppForm(page);
  const press = Promise.withResolvers<undefined>();
  const arrived = Promise.withResolvers<string>();
  await page.route('**/assets/chunks/*', async (route) => {
    const response = await route.fetch();
    const isReview = (await response.text()).includes('review-heading');
    if (isReview) await press.promise;
    await route.fulfill({ response });
    if (isReview) arrived.resolve(route.request().url());
  });
  await page.getByRole('radio', { name: /^Section B/ }).check();
  await page.getByRole('button', { name: 'SUBMIT' }).hover();
  await page.mouse.down();
  press.resolve(undefined);
  // The page's own import of the same script has finished, too.
  await page.evaluate(async (script) => void (await import(script)), await arrived.promise);
  await page.clock.runFor(1_000);
  const review = page.getByRole('region', { name: 'Check your answers' });
  await expect(review).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole('region', { name: /answers need another look/ })).toBeFocused();
  await expect(review).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-shown-at-once', 'true');
});

test('of many class members the review shows three, and opens the rest', async ({ page }) => {
  await openTppForm(page);
  await fillAgent(page);
  await fillPurchasesAndSignature(page);
  await paste(nameIn(page, 1), asTable(classMembers(40)));
  const review = page.getByRole('region', { name: 'Check your answers' });
  await expect(review).toContainText('Plan 3 Health Fund · •••••0002');
  await expect(review).not.toContainText('Plan 4 Health Fund');
  await expect(review).not.toContainText('100000002');
  await review.getByText('Show all 40').click();
  await expect(review).toContainText('Plan 40 Health Fund · •••••0039');
  await page.getByRole('checkbox', { name: /I file for a class member/ }).uncheck();
  await submit(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Send anyway' }).click();
  await readTppClaimNumber(page);
});

test('a statement without a tick is asked about once: back to the box', async ({ page, member }) => {
  await openForm(page, member);
  await fillForm(page);
  const statement = page.getByLabel('I am a class member');
  await statement.uncheck();
  await passCaptcha(page);
  await submit(page);
  const dialog = page.getByRole('dialog', { name: 'You did not confirm this statement' });
  await expect(dialog).toContainText('I have read this section, and I am a class member.');
  await expect(dialog).toContainText('Send anyway?');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Go back and confirm' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(statement).toBeFocused();
  // Once per form.
  await submit(page);
  const claimNumber = await readClaimNumber(page);
  const [claim] = await query<{ answers: unknown }>('select answers from claims where number = $1', [claimNumber]);
  expect(claim?.answers).toMatchObject({ classMemberConfirmation: false });
});

test('a captcha whose worker never loads can be tried again', async ({ page, member }) => {
  await page.clock.install();
  await openForm(page, member);
  await page.route(/captcha-worker/, () => {}); // never answered
  const box = page.getByLabel('I am not a robot');
  await box.click();
  await expect(page.getByText('Checking… this takes a moment.')).toBeVisible();
  await expect(async () => {
    await page.clock.fastForward(100_000);
    await expect(page.getByText('The check did not work. Please check the box again.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.unroute(/captcha-worker/);
  await passCaptcha(page);
});
