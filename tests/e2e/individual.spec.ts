import { expectAccessible } from './axe.ts';
import { logIn, passCaptcha, pdf, readClaimNumber, submit } from './consumer.ts';
import { nextSentClaim, readFiledClaim } from './filed-claims.ts';
import { fillIndividual, individualAnswers, openIndividualForm, range } from './individual.ts';
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

test(
  'a person without a notice files with a document, and sees the reference number',
  { tag: '@phone' },
  async ({ page }) => {
    await openIndividualForm(page);
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
  },
);

test('a person with a notice files without documents, through an agent', async ({ page }) => {
  await openIndividualForm(page);
  await fillIndividual(page, '$5,001-$9,999');
  await control(page, 'Notice ID').fill('300000017');
  await control(page, 'Agent or legal representative').fill('Rosa Moreno');
  await control(page, 'Agent’s electronic signature').fill('Rosa Moreno');
  await expect(page.getByText('Documents are due', { exact: false })).toHaveCount(0);
  await passCaptcha(page);
  await submit(page);
  const claim = await readFiledClaim(await readClaimNumber(page));
  expect(claim).toMatchObject({ documents: 0, documents_due: false, notice_id: '300000017' });
  expect(claim.answers).toMatchObject({
    name2: 'Rosa Moreno',
    agentSignature: 'Rosa Moreno',
    outOfpocketExpensePaid: '$5,001-$9,999',
  });
});

test('warnings about due documents come and go with the Notice ID and the range, and block nobody', async ({
  page,
}) => {
  await openIndividualForm(page);
  const noNotice = page.getByText('Documents are due, because you have given no Notice ID.');
  const muchPaid = page.getByText('Documents are due, because your estimate is 10,000 dollars or more.');
  await expect(noNotice).toBeVisible();
  await control(page, 'Notice ID').fill('300000017');
  await expect(noNotice).toHaveCount(0);
  for (const label of ['$1-$500', '$501-$1,000', '$1,001-$5,000', '$5,001-$9,999']) {
    await range(page, label).check();
    await expect(muchPaid).toHaveCount(0);
  }
  await range(page, '$10,000 or more').check();
  await expect(muchPaid).toBeVisible();
  await control(page, 'Notice ID').fill('');
  await expect(noNotice).toBeVisible();
  await expect(muchPaid).toBeVisible();
  await expectAccessible(page);
  await range(page, '$1-$500').check();
  await expect(muchPaid).toHaveCount(0);

  await fillIndividual(page, '$10,000 or more');
  await passCaptcha(page);
  await submit(page);
  expect(await readFiledClaim(await readClaimNumber(page))).toMatchObject({ documents: 0, documents_due: true });
});

test('errors show only after a submit attempt, with the exact messages, including the email and a range', async ({
  page,
}) => {
  await openIndividualForm(page);
  await control(page, 'Notice ID').fill('12a');
  await control(page, 'Email address').fill('someone@example.technology');
  await control(page, 'Mobile number').fill('12345678901');
  await control(page, 'City').focus();
  await expect(page.locator('.error')).toHaveCount(0);
  await submit(page);
  const summary = page.getByRole('region', { name: /answers need another look/ });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Notice ID: This field must be at least 9 digits',
    'Notice ID: This field accepts only numerical digits 0-9',
    'Claimant name: This field is required',
    'Street address: This field is required',
    'City: This field is required',
    'State: This field is required',
    'ZIP code: This field is required',
    'Mobile number: This field must not be at greater 10 digits',
    'Email address: This is not a valid email address',
    'I am a class member, and I have not asked to be excluded.: This field is required',
    /^What did you pay yourself .*: You must selected one of the options\.$/,
    'Electronic signature: This field is required',
    'I am not a robot: This field is required',
  ]);
  await expectAccessible(page);
  await control(page, 'Email address').fill('');
  await expect(summary.getByRole('link', { name: 'Email address: This field is required' })).toBeVisible();
  await summary.getByRole('link', { name: /You must selected/ }).click();
  await expect(range(page, '$1-$500')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(range(page, '$501-$1,000')).toBeChecked();
  await expect(summary.getByRole('link', { name: /You must selected/ })).toHaveCount(0);
});

test('the mobile number is masked as 000 000-0000 while it is typed', async ({ page }) => {
  await openIndividualForm(page);
  await control(page, 'Mobile number').pressSequentially(individualAnswers['Mobile number']);
  await expect(control(page, 'Mobile number')).toHaveValue('813 555-0133');
});

test('a draft survives a reload with the range, without the signatures', async ({ page }) => {
  await openIndividualForm(page);
  await fillIndividual(page, '$1,001-$5,000');
  await control(page, 'Agent’s electronic signature').fill('Rosa Moreno');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft:individual') ?? '')).toContain('$1,001');
  await page.reload();
  await expect(page.getByText('We kept what you typed earlier.')).toBeVisible();
  await expect(range(page, '$1,001-$5,000')).toBeChecked();
  await expect(control(page, 'State')).toHaveValue('Florida');
  await expect(control(page, 'Electronic signature')).toHaveValue('');
  await expect(control(page, 'Agent’s electronic signature')).toHaveValue('');
});

test('a login for another form is not shown: here it has no effect', async ({ page, member }) => {
  await logIn(page, member);
  const session = page.waitForResponse('**/api/session');
  await openIndividualForm(page);
  const answer: unknown = await (await session).json();
  expect(answer).toMatchObject({ login: { noticeId: member.noticeId } });
  await page.getByLabel('Claimant name').fill('Luis Moreno');
  await expect(page.getByText(member.noticeId)).toHaveCount(0);
});
