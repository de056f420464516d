import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { passCaptcha, readClaimNumber, submit } from './consumer.ts';
import { fillIndividual, openIndividualForm } from './individual.ts';
import { expect, test } from './members.ts';
import { fillCompany, fillPurchasesAndSignature, openTppForm, readTppClaimNumber } from './tpp.ts';

const dueHeading = 'What we still need from you';

/** The number of sheets on which Chromium prints the page. */
async function countSheets(page: Page): Promise<number> {
  const printed = (await page.pdf({ format: 'Letter' })).toString('latin1');
  return printed.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/**
 * Expects the content of every completion page of a late individual claim without its documents.
 */
async function expectIndividualClaim(page: Page, claimNumber: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(page.getByRole('banner')).toContainText('Prescription Savings Club Settlement: a separate case');
  await expect(page.getByRole('banner')).not.toContainText('In re Antidepressant');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('THANK YOU FOR SUBMITTING YOUR INFORMATION');
  await expect(page.locator('.reference')).toHaveText(`11416REF${claimNumber}`);
  await expect(main).toContainText('Your claim in the Savings Club Settlement is filed.');
  await expect(main).toContainText('after the deadline, which was April 17, 2025. It is marked late.');
  await expect(main).toContainText('the court may not allow payment');
  const due = page.getByRole('region', { name: dueHeading });
  await expect(due).toContainText('Proof of what you paid');
  await expect(due).toContainText('as soon as you can');
  await expect(due).toContainText('P.O. Box 99901');
  await expect(main).toContainText(/receipt to l•••@example\.com/);
  const steps = page.getByRole('region', { name: 'What happens next' }).getByRole('listitem');
  await expect(steps).toHaveText([
    /^We review your claim and may ask/,
    /^Relief is paid only after court approval and resolution of appeals\./,
    /^You can be paid by payment app/,
    /^Keep your receipt\./,
  ]);
  await expect(main.getByRole('link', { name: 'Exit to Return to the Settlement Website' })).toBeVisible();
}

test(
  'an individual learns what is due and where to send it, which case the claim belongs to, and what happens next; a reload and paper say the same',
  { tag: '@phone' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openIndividualForm(page);
    await fillIndividual(page);
    await passCaptcha(page);
    await submit(page);
    const claimNumber = await readClaimNumber(page);
    await expectIndividualClaim(page, claimNumber);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()?.width ?? 0,
    );

    await page.getByRole('button', { name: 'Copy number' }).click();
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`11416REF${claimNumber}`);
    // One tap selects the whole number; what is copied has no spaces.
    await page.locator('.reference').click();
    expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(`11416REF${claimNumber}`);

    expect(await countSheets(page)).toBe(1);
    await page.reload();
    await expectIndividualClaim(page, claimNumber);
  },
);

test('a payor’s claim keeps its number on the consumers’ page, and lists the data that is due', async ({ page }) => {
  await openTppForm(page);
  await fillCompany(page);
  await fillPurchasesAndSignature(page);
  await submit(page);
  const claimNumber = await readTppClaimNumber(page);
  for (const path of ['/tpp-complete', '/consumer-complete']) {
    await page.goto(path);
    await expect(page.locator('.reference')).toHaveText(`11415REF${claimNumber}`);
    await expect(page.getByRole('main')).not.toContainText('11416REF');
    await expect(page.getByRole('region', { name: dueHeading }).getByRole('listitem')).toHaveText([
      /^Your membership data/,
      /^Your transaction data/,
    ]);
  }
  // The final approval was announced, as on the home page.
  await expect(page.getByText('Final approval was announced on September 17, 2025.')).toBeVisible();
  expect(await countSheets(page)).toBe(1);

  // Without the server, the tab still knows the form; the steps are the fixed sentence.
  await page.route('**/data-checks', (route) => route.abort());
  await page.goto('/consumer-complete');
  await expect(page.locator('.reference')).toHaveText(`11415REF${claimNumber}`);
  await expect(page.getByText('Relief is paid only after court approval and resolution of appeals.')).toBeVisible();

  // Another tab with the stored claimant alone shows the prefix of its page.
  await page.evaluate(() => sessionStorage.removeItem('filing:tpp'));
  await page.goto('/tpp-complete');
  await expect(page.locator('.reference')).toHaveText(`11415REF${claimNumber}`);
});
