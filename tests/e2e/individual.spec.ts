import { expectAccessible } from './axe.ts';
import { logIn, passCaptcha, pdf, readClaimNumber, submit } from './consumer.ts';
import { nextSentClaim, readFiledClaim } from './filed-claims.ts';
import { expectIndividualForm, fillIndividual, openIndividualForm, range } from './individual.ts';
import { expect, test } from './members.ts';
import { control } from './tpp.ts';

const stored = {
  name1: 'Luis Moreno',
  street1: '88 Juniper Court',
  city: 'Tampa',
  state: 'Florida',
  zip: '33602',
  phone1: '8135550133',
  email: 'luis.moreno@example.com',
  excludedAcknowledgement: true,
  outOfpocketExpensePaid: '$501-$1,000',
  signature: 'Luis Moreno',
};

test('a person without a notice files with a document, and sees the reference number @phone', async ({ page }) => {
  await page.goto('/consumerb-instructions');
  await page.getByRole('link', { name: 'Next' }).click();
  await expectIndividualForm(page);
  await expectAccessible(page);
  await fillIndividual(page);
  await expect(page.getByText('Documents are due, because you have given no Notice ID.')).toBeVisible();
  await page.getByLabel('Your documents').setInputFiles([pdf('pharmacy-printout.pdf')]);
  await expect(page.getByText('Documents are due', { exact: false })).toHaveCount(0);
  await passCaptcha(page);
  await expectAccessible(page);
  const sending = nextSentClaim(page, 'IndividualClaimants');
  await submit(page);
  expect(await sending).toEqual({
    ...stored,
    phone1: '813 555-0133',
    googleRecaptchaToken: expect.stringMatching(/.{50}/),
    formVersion: 1,
    documentsToFollow: 1,
  });
  const claimNumber = await readClaimNumber(page); // of /consumer-complete, with 11416REF
  await expectAccessible(page);
  const claim = await readFiledClaim(claimNumber);
  expect(claim).toMatchObject({ documents: 1, documents_due: true, notice_id: null });
  expect(claim.answers).toEqual(stored);
});

test('a missing range is chosen by keyboard; the Notice ID has two messages', async ({ page }) => {
  await openIndividualForm(page);
  await control(page, 'Notice ID').fill('12a');
  await submit(page);
  const summary = page.getByRole('region', { name: /answers need another look/ });
  await expect(summary.getByRole('link', { name: /^Notice ID: / })).toHaveText([
    'Notice ID: This field must be at least 9 digits',
    'Notice ID: This field accepts only numerical digits 0-9',
  ]);
  await expectAccessible(page);
  await summary.getByRole('link', { name: /You must selected/ }).click();
  await expect(range(page, '$1-$500')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(range(page, '$501-$1,000')).toBeChecked();
  await expect(summary.getByRole('link', { name: /You must selected/ })).toHaveCount(0);
});

test('a login for another form is not shown: here it has no effect', async ({ page, member }) => {
  await logIn(page, member);
  // The instructions after the login ask for it, too.
  const session = page.waitForResponse(
    (response) => response.url().endsWith('/api/session') && response.frame().url().includes('/consumerb-claimants'),
  );
  await openIndividualForm(page);
  const answer: unknown = await (await session).json();
  expect(answer).toMatchObject({ login: { noticeId: member.noticeId } });
  await page.getByLabel('Claimant name').fill('Luis Moreno');
  await expect(page.getByText(member.noticeId)).toHaveCount(0);
});
