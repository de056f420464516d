import type { Page } from '@playwright/test';
import { filledIn } from './accessibility/filled-in.ts';
import { pdf } from './consumer.ts';
import { query, readFiledClaim } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { tagsOf } from './settings.ts';
import {
  answer,
  control,
  expectErrors,
  expectKept,
  expectToFit,
  languages,
  openWithKey,
  press,
  readNumber,
} from './without-script.ts';

test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

const { classMemberConfirmation: _tick, signature: _signature, ...consumerAnswers } = filledIn.consumer;
const contact = {
  street1: '400 Harbor Way',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110-1234',
  phone1: '617 555-0111',
};

for (const [language, messages] of Object.entries(languages)) {
  test.describe(`without script, ${language}`, tagsOf(language), () => {
    test('a consumer logs in, makes mistakes, files with a document, and sends it twice', async ({ page, member }) => {
      const form = messages.consumer;
      await page.goto(`${messages.prefix}/consumer-login`);
      await answer(page, messages.login, { noticeId: member.noticeId, uniqueId: 'ZZZZ9999' });
      await press(page, messages.loginButton);
      for (const text of messages.notFound) await expect(page.getByText(text)).toBeVisible();
      await expect(page.locator('.login-help')).toBeVisible();
      await expectToFit(page);
      await expect(control(page, messages.login, 'noticeId')).toHaveValue('');
      await answer(page, messages.login, { noticeId: member.noticeId, uniqueId: member.uniqueId });
      await press(page, messages.loginButton);
      await expect(page).toHaveURL(new RegExp(`${messages.prefix}/consumera-instructions(#outcome)?$`));
      await page.getByRole('link', { name: messages.next, exact: true }).first().click();
      await openWithKey(page);

      await answer(page, form, { ...consumerAnswers, classMemberConfirmation: true, zip: '850' });
      await page.locator('input[type=file]').setInputFiles(pdf('pharmacy.pdf', `${language} ${member.noticeId}`));
      await press(page, messages.submit);
      // The two errors are the ZIP code and the missing signature.
      await expectErrors(page, messages, 2);
      await expectKept(page, form, { ...consumerAnswers, zip: '850' });
      await expect(control(page, form, 'classMemberConfirmation')).toBeChecked();
      await expect(page.getByText('pharmacy.pdf').first()).toBeVisible();
      await page.locator('.summary a').first().click();
      await expect(control(page, form, 'zip')).toBeFocused();
      const label = await page.locator('label[for="field-zip"]').boundingBox();
      const index = await page.locator('.section-index').boundingBox();
      expect(label?.y, 'the label, below the index that stays on top').toBeGreaterThan(
        (index?.y ?? 0) + (index?.height ?? 0),
      );

      await answer(page, form, { zip: '85004', signature: 'Ana Núñez' });
      await press(page, messages.submit);
      const number = await readNumber(page, messages, form.referencePrefix);
      const claim = await readFiledClaim(number);
      expect(claim).toMatchObject({ notice_id: member.noticeId, documents: 1, suspected_machine: false });
      expect(claim.answers).toMatchObject({
        ...consumerAnswers,
        signature: 'Ana Núñez',
        classMemberConfirmation: true,
      });
      expect(await markOf(number)).toEqual({ language, without_script: true });

      // Back to before the page with the errors and its anchor: browsers do not cache a page that
      // shows typed answers.
      await goBack(page, 3);
      await answer(page, form, { ...consumerAnswers, signature: 'Ana Núñez' });
      await press(page, messages.submit);
      expect(await readNumber(page, messages, form.referencePrefix)).toBe(number);
    });

    test('an agent adds rows, makes a mistake, sees the answers, and is asked once about the open statement', async ({
      page,
    }) => {
      const form = messages.tpp;
      await openWithKey(page, `${messages.prefix}/tpp-claimants`);
      await answer(page, form, { optSectionRadio: 'Agent' });
      await press(page, messages.continue);
      await answer(page, form, {
        ...contact,
        relationshipType: 'Pharmacy benefit manager',
        agentsCompanyName: 'Northgate Administrators',
        agentsTin: '987654321',
        repealerStateTotalAmountPaid: '99',
        signature: 'Maria Ortiz',
      });
      await cell(page, 0, 'classMemberName').fill('Plan 1');
      await cell(page, 0, 'classMemberFEIN').fill('100000001');
      await press(page, messages.addRow);
      await expect(cell(page, 1, 'classMemberName')).toBeFocused();
      await cell(page, 1, 'classMemberName').fill('Plan 2');
      await press(page, messages.addRow);
      await cell(page, 2, 'classMemberName').fill('Plan 3');
      await cell(page, 2, 'classMemberFEIN').fill('10000');
      await page.locator('button[value="remove-row classMembers 1"]').click();
      await expect(cell(page, 1, 'classMemberName')).toHaveValue('Plan 3');
      await press(page, messages.submit);
      await expectErrors(page, messages, 1);
      await expectKept(page, form, { ...contact, agentsTin: '987654321' });
      await cell(page, 1, 'classMemberFEIN').fill('100000003');
      await page.locator('input[type=file]').setInputFiles(pdf('plans.pdf'));
      await press(page, messages.check);
      const review = page.locator('#review');
      await expect(review).toBeFocused();
      for (const text of ['Boston', '$99.00', 'Plan 3 · •••••0003', '•••••4321', 'plans.pdf'])
        await expect(review).toContainText(text);
      await expectToFit(page);
      await review.locator('a').nth(1).click();
      await expect(control(page, form, 'relationshipType')).toBeFocused();

      await press(page, messages.submit);
      await expect(page.getByRole('heading', { name: messages.unconfirmed })).toBeVisible();
      await expect(page.locator('#outcome')).toBeFocused();
      await expectKept(page, form, { ...contact, agentsTin: '987654321' });
      await expectToFit(page);
      await page.getByRole('link', { name: messages.confirm }).click();
      await expect(control(page, form, 'classMemberConfirmation')).toBeFocused();
      await press(page, messages.sendAnyway);
      const claim = await readFiledClaim(await readNumber(page, messages, form.referencePrefix));
      expect(claim).toMatchObject({ documents: 1 });
      expect(claim.answers).toMatchObject({
        classMembers: [{ classMemberName: 'Plan 1' }, { classMemberName: 'Plan 3' }],
      });
      expect(claim.tax_ids).toEqual(['agentsTin', 'classMembers.0.classMemberFEIN', 'classMembers.1.classMemberFEIN']);
    });

    test('a savings club member changes the language along the way, and files', async ({ page }) => {
      const other = languages[language === 'en' ? 'es' : 'en'];
      await openWithKey(page, `${other.prefix}/consumerb-claimants`);
      await expectToFit(page);
      const typed = {
        name1: 'Luis Moreno',
        street1: '88 Juniper Court',
        city: 'Tampa',
        state: 'Florida',
        zip: '33602',
      };
      await answer(page, other.individual, { ...typed, email: 'luis@example' });
      await press(page, other.inOther);
      await expect(page).toHaveURL(new RegExp(`${messages.prefix}/consumerb-claimants`));
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const form = messages.individual;
      await expectKept(page, form, typed);
      await answer(page, form, { outOfpocketExpensePaid: '$501-$1,000', excludedAcknowledgement: true });
      await answer(page, form, { signature: 'Luis Moreno' });
      await press(page, messages.submit);
      await expectErrors(page, messages, 1);
      await answer(page, form, { email: 'luis@example.com' });
      await press(page, messages.submit);
      const number = await readNumber(page, messages, form.referencePrefix);
      await expect(page.getByRole('banner')).not.toContainText('In re Antidepressant');
      expect(await markOf(number)).toEqual({ language, without_script: true });
      expect(await readFiledClaim(number)).toMatchObject({ documents_due: true, suspected_machine: false });
    });
  });
}

const cell = (page: Page, row: number, name: string) => page.locator(`[name="classMembers.${row}.${name}"]`);

/** Like choosing a page in the Back button's list. */
async function goBack(page: Page, steps: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await browser.send('Page.getNavigationHistory');
  const entryId = entries[currentIndex - steps]?.id ?? 0;
  const shown = page.waitForEvent('load');
  await browser.send('Page.navigateToHistoryEntry', { entryId });
  await shown;
}

/** How the claim was filed, as its row records it. */
async function markOf(number: string) {
  const [claim] = await query<{ language: string; without_script: boolean }>(
    'select language, without_script from claims where number = $1',
    [number],
  );
  return claim;
}
