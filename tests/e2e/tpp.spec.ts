import { expect, test } from './members.ts';
import { expectAccessible } from './axe.ts';
import { pdf, submit } from './consumer.ts';
import { nextSentClaim, readFiledClaim } from './filed-claims.ts';
import {
  asAgent,
  asCompany,
  asTable,
  classMembers,
  companyAnswers,
  control,
  feinIn,
  fillAgent,
  fillCompany,
  fillPurchasesAndSignature,
  nameIn,
  openTppForm,
  paste,
  readTppClaimNumber,
  row,
  rows,
} from './tpp.ts';
import { outlastRetries } from './upload-retries.ts';

/**
 * What a company and an agent both send, as filled in by `fillCompany` or `fillAgent`, and
 * `fillPurchasesAndSignature`.
 */
const sharedAnswers = {
  contactName: 'Maria Ortiz',
  street1: '400 Harbor Way',
  street2: 'Suite 12',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110-1234',
  emailAddress: 'claims@example.com',
  repealerStateTotalAmountPaid: '412500.75',
  classMemberConfirmation: true,
  signature: 'Maria Ortiz',
  positionTitle: 'Claims Director',
};

test('a company files with its data, and sees its reference number', { tag: '@phone' }, async ({ page }) => {
  await openTppForm(page);
  await expectAccessible(page);
  await fillCompany(page);
  await fillPurchasesAndSignature(page);
  await page
    .getByLabel('Your data and documents')
    .setInputFiles([pdf('membership.pdf'), pdf('transactions.pdf'), pdf('wrong.pdf')]);
  await page.getByRole('button', { name: 'Remove wrong.pdf' }).click();
  await expectAccessible(page);
  const sending = nextSentClaim(page, 'TppClaimants');
  await submit(page);

  const company = {
    ...sharedAnswers,
    optSectionRadio: 'Company',
    filerType: 'Company',
    healthPlanCompanyName: 'Harborview Health Plan',
    companyHealthType: 'Self-insured health and welfare fund',
  };
  expect(await sending).toEqual({
    ...company,
    phone1: '617 555-0111',
    tin: '123456789',
    otherNames: 'Harbor HMO, 98-7654321',
    formVersion: 2,
    documentsToFollow: 2,
  });
  const claimNumber = await readTppClaimNumber(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('THANK YOU FOR SUBMITTING YOUR INFORMATION');
  await expect(page.getByText(/only after court approval and resolution of appeals/)).toBeVisible();
  await expectAccessible(page);
  const claim = await readFiledClaim(claimNumber);
  expect(claim).toMatchObject({ documents: 2, documents_due: true, suspected_machine: false });
  expect(claim.tax_ids).toEqual(['otherNames', 'tin']); // encrypted separately: other names may be FEINs
  expect(claim.answers).toEqual({ ...company, phone1: '6175550111' });
  await page.getByRole('link', { name: 'Exit to Return to the Settlement Website' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('an agent of three plans types them by keyboard and files', { tag: '@phone' }, async ({ page }) => {
  await openTppForm(page);
  await fillAgent(page);
  await control(page, 'Your relationship to the class members').selectOption('Other');
  await control(page, 'Other relationship').fill('Trust office');
  await nameIn(page, 1).focus();
  for (const { classMemberName, classMemberFEIN } of classMembers(3)) {
    await page.keyboard.type(classMemberName);
    await page.keyboard.press('Tab');
    await page.keyboard.type(classMemberFEIN);
    if (classMemberFEIN !== classMembers(3)[2]?.classMemberFEIN)
      await page.getByRole('button', { name: 'Add another class member' }).press('Enter');
  }
  await fillPurchasesAndSignature(page, '250000');
  await expectAccessible(page);
  const sending = nextSentClaim(page, 'TppClaimants');
  await submit(page);

  const agent = {
    ...sharedAnswers,
    optSectionRadio: 'Agent',
    filerType: 'Agent',
    relationshipType: 'Other',
    otherRelationshipType: 'Trust office',
    agentsCompanyName: 'Northgate Administrators',
    repealerStateTotalAmountPaid: '250000',
  };
  expect(await sending).toEqual({
    ...agent,
    phone1: '617 555-0111',
    agentsTin: '987654321',
    classMembers: classMembers(3),
    formVersion: 2,
    documentsToFollow: 0,
  });
  const claim = await readFiledClaim(await readTppClaimNumber(page));
  expect(claim).toMatchObject({ documents: 0, documents_due: true });
  expect(claim.answers).toEqual({
    ...agent,
    phone1: '6175550111',
    classMembers: classMembers(3).map(({ classMemberName }) => ({ classMemberName })),
  });
  expect(claim.tax_ids).toEqual([
    'agentsTin',
    'classMembers.0.classMemberFEIN',
    'classMembers.1.classMemberFEIN',
    'classMembers.2.classMemberFEIN',
  ]);
});

test('an agent pastes 500 class members from a spreadsheet and files', async ({ page }) => {
  await openTppForm(page);
  await fillAgent(page);
  const dashed = classMembers(500).map(({ classMemberName, classMemberFEIN }) => ({
    classMemberName: ` ${classMemberName} `,
    classMemberFEIN: classMemberFEIN.replace(/^(..)/, '$1-'),
  }));
  await paste(nameIn(page, 1), `Plan name\tFEIN\r\n${asTable(dashed)}\r\n`);
  await expect(rows(page)).toHaveCount(500);
  await expect(page.getByText('500 rows were filled.')).toBeVisible();
  await expect(nameIn(page, 1)).toBeFocused();
  await expect(nameIn(page, 500)).toHaveValue('Plan 500 Health Fund');
  await expect(feinIn(page, 500)).toHaveValue('100000499');
  await fillPurchasesAndSignature(page);
  const sending = nextSentClaim(page, 'TppClaimants');
  await submit(page);
  expect((await sending)['classMembers']).toEqual(classMembers(500));
  const claim = await readFiledClaim(await readTppClaimNumber(page));
  expect(claim.answers['classMembers']).toHaveLength(500);
  expect(claim.tax_ids).toHaveLength(501);
});

test('switching between company and agent clears the other section, and keeps the contact', async ({ page }) => {
  await openTppForm(page);
  await fillCompany(page);
  await control(page, 'Type of company or health plan').selectOption('Other');
  await control(page, 'Other type of company or health plan').fill('Church plan');
  await asAgent(page).check();
  await expect(page.getByRole('heading', { name: 'Authorized Agent', level: 2 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Company or Health Plan' })).toHaveCount(0);
  await expect(page.getByLabel('Company or health plan name')).toHaveCount(0);
  await expect(control(page, 'Street address')).toHaveValue(companyAnswers['Street address']);
  await expect(control(page, 'State')).toHaveValue('Massachusetts');
  await expect(control(page, 'Phone number')).toHaveValue('617 555-0111');
  await expect(control(page, 'Email address')).toHaveValue(companyAnswers['Email address']);

  await fillAgent(page);
  await control(page, 'Your relationship to the class members').selectOption('Other');
  await control(page, 'Other relationship').fill('Trust office');
  await paste(nameIn(page, 1), asTable(classMembers(3)));
  await expect(rows(page)).toHaveCount(3);

  await asCompany(page).check();
  for (const label of ['Company or health plan name', 'Tax ID (TIN)', 'Other names or FEINs used since 2007'])
    await expect(control(page, label)).toHaveValue('');
  await expect(control(page, 'Type of company or health plan')).toHaveValue('');
  await expect(control(page, 'Other type of company or health plan')).toHaveCount(0);
  await expect(control(page, 'Contact name')).toHaveValue(companyAnswers['Contact name']);

  await asAgent(page).check();
  for (const label of ['Agent’s company name', 'Agent’s tax ID (TIN)'])
    await expect(control(page, label)).toHaveValue('');
  await expect(control(page, 'Your relationship to the class members')).toHaveValue('');
  await expect(control(page, 'Other relationship')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  await expect(nameIn(page, 1)).toHaveValue('');

  // Only what is on the screen now is sent, whatever was typed before.
  await asCompany(page).check();
  await fillCompany(page);
  await fillPurchasesAndSignature(page);
  const sending = nextSentClaim(page, 'TppClaimants');
  await submit(page);
  expect(Object.keys(await sending).sort()).toEqual(
    [
      ...Object.keys(sharedAnswers),
      'optSectionRadio',
      'filerType',
      'phone1',
      'healthPlanCompanyName',
      'tin',
      'otherNames',
      'companyHealthType',
      'formVersion',
      'documentsToFollow',
    ].sort(),
  );
  const { answers } = await readFiledClaim(await readTppClaimNumber(page));
  expect(Object.keys(answers)).not.toContain('agentsCompanyName');
  expect(Object.keys(answers)).not.toContain('classMembers');
});

test('each side has its own required fields, and none before one is chosen', async ({ page }) => {
  const required = (labels: readonly string[]) => labels.map((label) => `${label}: This field is required`);
  const summary = page.getByRole('region', { name: /need(s)? another look/ }).getByRole('link');
  await openTppForm(page);
  await submit(page);
  await expect(summary).toHaveText(
    required(['I am filing as', 'Total amount paid, in dollars', 'Electronic signature']),
  );
  await expect(page.locator('.summary')).toBeFocused();
  await expectAccessible(page);
  const contact = ['Street address', 'City', 'State', 'ZIP code', 'Phone number'];
  const end = required(['Total amount paid, in dollars', 'Electronic signature']);
  await asCompany(page).check();
  await expect(summary).toHaveText([
    ...required(['Company or health plan name', ...contact, 'Tax ID (TIN)', 'Type of company or health plan']),
    ...end,
  ]);
  await expectAccessible(page);
  await asAgent(page).check();
  await expect(summary).toHaveText([
    ...required(['Your relationship to the class members', 'Agent’s company name', ...contact, 'Agent’s tax ID (TIN)']),
    'Class member 1, Name: This Field is required',
    'Class member 1, FEIN: This Field is required',
    ...end,
  ]);
  await expectAccessible(page);
});

for (const { side, list, other } of [
  { side: asCompany, list: 'Type of company or health plan', other: 'Other type of company or health plan' },
  { side: asAgent, list: 'Your relationship to the class members', other: 'Other relationship' },
]) {
  test(`"Other" in "${list}" asks which, and any other choice clears it`, async ({ page }) => {
    await openTppForm(page);
    await side(page).check();
    await expect(control(page, other)).toHaveCount(0);
    await control(page, list).selectOption('Other');
    await expect(control(page, other)).toBeVisible();
    await submit(page);
    await expect(page.getByRole('link', { name: `${other}: This field is required` })).toBeVisible();
    await control(page, other).fill('x');
    await expect(page.getByRole('link', { name: `${other}: This field must be at least 2 characters` })).toBeVisible();
    await control(page, other).fill('Church plan');
    await expectAccessible(page);
    await control(page, list).selectOption({ index: 1 });
    await expect(control(page, other)).toHaveCount(0);
    await expect(page.getByRole('link', { name: new RegExp(`^${other}`) })).toHaveCount(0);
    await control(page, list).selectOption('Other');
    await expect(control(page, other)).toHaveValue('');
  });
}

test('tax IDs are exactly nine digits, each with its own message', async ({ page }) => {
  await openTppForm(page);
  await asCompany(page).check();
  await submit(page);
  const messages = page.locator('.field', { has: control(page, 'Tax ID (TIN)') }).locator('.error p');
  for (const [typed, expected] of [
    ['12345678', ['This field must be at least 9 digits']],
    ['1234567890', ['This field must not be at greater 9 digits']],
    ['12-3456789', ['This field must not be at greater 9 digits', 'Only use numbers']],
    ['12345678a', ['Only use numbers']],
    ['123456789', []],
  ] as const) {
    await control(page, 'Tax ID (TIN)').fill(typed);
    await expect(messages).toHaveText([...expected]);
  }
});

test('a bot that fills in the hidden field is accepted, and marked', async ({ page }) => {
  await openTppForm(page);
  await fillCompany(page);
  await fillPurchasesAndSignature(page);
  const trap = page.locator('input[name=website]');
  await expect(trap).not.toBeInViewport();
  await trap.evaluate((input) => {
    if (input instanceof HTMLInputElement) input.value = 'https://machine.example';
  });
  const sending = nextSentClaim(page, 'TppClaimants');
  await submit(page);
  expect(await sending).toMatchObject({ website: 'https://machine.example' });
  const claim = await readFiledClaim(await readTppClaimNumber(page));
  expect(claim.suspected_machine).toBe(true);
  expect(claim.answers).not.toHaveProperty('website');
});

test('warnings about due documents come and go with the amount, and block nobody', async ({ page }) => {
  await openTppForm(page);
  const membership = page.getByText('Membership data is due with this claim.');
  const transactions = page.getByText('Transaction data is due too');
  await expect(membership).toBeVisible();
  await expect(transactions).toHaveCount(0);
  for (const [amount, isDue] of [
    ['299999.9999', false],
    ['300000', true],
    ['1000000', true],
    ['300000.', true],
    ['30000', false],
    ['0300000.00', true],
  ] as const) {
    await control(page, 'Total amount paid, in dollars').fill(amount);
    await expect(transactions).toHaveCount(isDue ? 1 : 0);
  }
  await expectAccessible(page);
  // A PDF may contain anything; a data file shows its content.
  const input = page.getByLabel('Your data and documents');
  await input.setInputFiles([pdf('membership.pdf')]);
  await expect(page.getByRole('button', { name: 'Remove membership.pdf' })).toBeVisible();
  await expect(membership).toBeVisible();
  await input.setInputFiles([
    {
      name: 'membership.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('TPP Name,Year,State,Members\r\nHarborview Health Plan,2009,Massachusetts,1200\r\n'),
    },
  ]);
  await expect(membership).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove membership.csv' }).click();
  await expect(membership).toBeVisible();
});

test('documents that do not arrive for minutes keep the claim, say so, and can be resent', async ({ page }) => {
  await page.clock.install();
  await openTppForm(page);
  await fillCompany(page);
  await fillPurchasesAndSignature(page);
  await page.getByLabel('Your data and documents').setInputFiles([pdf('membership.pdf')]);
  await page.route('**/api/TppClaimants/SubmitDocuments**', (route) => route.abort('connectionreset'));
  await submit(page);
  await expect(page.getByText(/^11415REF\d{10}$/)).toBeVisible();
  await expect(page.getByText('The connection was lost. We keep trying.')).toBeVisible();
  await expectAccessible(page);
  await outlastRetries(page, page.getByText('not all of your documents', { exact: false }));
  await expectAccessible(page);
  await page.unroute('**/api/TppClaimants/SubmitDocuments**');
  await page.getByRole('button', { name: 'Retry membership.pdf' }).click();
  expect((await readFiledClaim(await readTppClaimNumber(page))).documents).toBe(1);
});

test('a draft survives a reload with its rows, without the tax ID of the filer and the signature', async ({ page }) => {
  await openTppForm(page);
  await fillAgent(page);
  await paste(nameIn(page, 1), asTable(classMembers(20)));
  await row(page, 7).getByLabel('Name').fill('Plan 7 renamed');
  await fillPurchasesAndSignature(page);
  const draft = () => page.evaluate(() => sessionStorage.getItem('draft:tpp') ?? '');
  await expect.poll(draft).toContain('Claims Director');
  expect(await draft()).not.toContain('987654321');
  expect(await draft()).not.toContain('signature');
  await page.reload();
  await expect(page.getByText('Add your tax ID, signature and documents again.')).toBeVisible();
  await expect(asAgent(page)).toBeChecked();
  await expect(rows(page)).toHaveCount(20);
  await expect(nameIn(page, 7)).toHaveValue('Plan 7 renamed');
  await expect(feinIn(page, 20)).toHaveValue('100000019');
  await expect(control(page, 'Phone number')).toHaveValue('617 555-0111');
  await expect(control(page, 'Your relationship to the class members')).toHaveValue('Pharmacy benefit manager');
  await expect(control(page, 'Agent’s tax ID (TIN)')).toHaveValue('');
  await expect(control(page, 'Electronic signature')).toHaveValue('');
  await expectAccessible(page);
  // Restored answers count like typed ones.
  await control(page, 'Agent’s tax ID (TIN)').fill('987654321');
  await control(page, 'Electronic signature').fill('Maria Ortiz');
  await submit(page);
  const claim = await readFiledClaim(await readTppClaimNumber(page));
  expect(claim.answers['classMembers']).toHaveLength(20);
  expect(await page.evaluate(() => sessionStorage.getItem('draft:tpp'))).toBeNull();
});
