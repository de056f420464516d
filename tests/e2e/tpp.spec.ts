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
  expectTppForm,
  feinIn,
  fillAgent,
  fillCompany,
  fillPurchasesAndSignature,
  nameIn,
  openTppForm,
  paste,
  readTppClaimNumber,
  rows,
} from './tpp.ts';

/**
 * Answers of both a company and an agent, as filled in by `fillCompany` or `fillAgent`, and
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
  await page.goto('/tpp-instructions');
  await page.getByRole('link', { name: 'Next' }).click();
  await expectTppForm(page);
  await expectAccessible(page);
  await fillCompany(page);
  await fillPurchasesAndSignature(page);
  await page.getByLabel('Your data and documents').setInputFiles([pdf('membership.pdf'), pdf('transactions.pdf')]);
  // Only machines fill it in.
  await expect(page.locator('input[name=website]')).not.toBeInViewport();
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

test('switching between company and agent clears the other section, and keeps the contact', async ({ page }) => {
  await openTppForm(page);
  await fillCompany(page);
  await asAgent(page).check();
  await expect(page.getByRole('heading', { name: 'Authorized Agent', level: 2 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Company or Health Plan' })).toHaveCount(0);
  await expect(page.getByLabel('Company or health plan name')).toHaveCount(0);
  await expect(control(page, 'Street address')).toHaveValue(companyAnswers['Street address']);
  await expect(control(page, 'State')).toHaveValue('Massachusetts');
  await expect(control(page, 'Phone number')).toHaveValue('617 555-0111');
  await expect(control(page, 'Email address')).toHaveValue(companyAnswers['Email address']);

  await fillAgent(page);
  await paste(nameIn(page, 1), asTable(classMembers(3)));
  await expect(rows(page)).toHaveCount(3);

  await asCompany(page).check();
  for (const label of ['Company or health plan name', 'Tax ID (TIN)', 'Other names or FEINs used since 2007'])
    await expect(control(page, label)).toHaveValue('');
  await expect(control(page, 'Type of company or health plan')).toHaveValue('');
  await expect(control(page, 'Contact name')).toHaveValue(companyAnswers['Contact name']);

  await asAgent(page).check();
  for (const label of ['Agent’s company name', 'Agent’s tax ID (TIN)'])
    await expect(control(page, label)).toHaveValue('');
  await expect(control(page, 'Your relationship to the class members')).toHaveValue('');
  await expect(rows(page)).toHaveCount(1);
  await expect(nameIn(page, 1)).toHaveValue('');

  // Only what is on the screen now is sent, whatever was typed before.
  await asCompany(page).check();
  await fillCompany(page);
  await fillPurchasesAndSignature(page);
  const sending = nextSentClaim(page, 'TppClaimants');
  await submit(page);
  const sent = Object.keys(await sending);
  expect(sent).toEqual(expect.arrayContaining(['healthPlanCompanyName', 'tin']));
  for (const name of ['agentsCompanyName', 'relationshipType', 'classMembers']) expect(sent).not.toContain(name);
});

test('an agent pastes class members, keeps a draft without tax IDs, and files', async ({ page }) => {
  await openTppForm(page);
  await fillAgent(page);
  await control(page, 'Your relationship to the class members').selectOption('Other');
  await control(page, 'Other relationship').fill('Trust office');
  const dashed = classMembers(20).map(({ classMemberName, classMemberFEIN }) => ({
    classMemberName: ` ${classMemberName} `,
    classMemberFEIN: classMemberFEIN.replace(/^(..)/, '$1-'),
  }));
  await paste(nameIn(page, 1), `Plan name\tFEIN\r\n${asTable(dashed)}\r\n`);
  await expect(page.getByText('20 rows were filled.')).toBeVisible();
  await expect(nameIn(page, 1)).toBeFocused();
  await fillPurchasesAndSignature(page, '250000');
  const draft = () => page.evaluate(() => sessionStorage.getItem('draft:tpp') ?? '');
  await expect.poll(draft).toContain('Claims Director');
  for (const secret of ['987654321', '100000019', '10-0000019', 'signature'])
    expect(await draft()).not.toContain(secret);
  await page.reload();
  await expect(page.getByText('Add your tax IDs, signature and documents again.')).toBeVisible();
  await expect(asAgent(page)).toBeChecked();
  await expect(rows(page)).toHaveCount(20);
  await expect(nameIn(page, 20)).toHaveValue(classMembers(20)[19]?.classMemberName ?? '');
  await expect(feinIn(page, 20)).toHaveValue('');
  await paste(feinIn(page, 1), dashed.map(({ classMemberFEIN }) => classMemberFEIN).join('\r\n'));
  for (const label of ['Agent’s tax ID (TIN)', 'Electronic signature'])
    await expect(control(page, label)).toHaveValue('');
  await expectAccessible(page);
  // Restored answers count like typed ones.
  await control(page, 'Agent’s tax ID (TIN)').fill('987654321');
  await control(page, 'Electronic signature').fill('Maria Ortiz');
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
    classMembers: classMembers(20),
    formVersion: 2,
    documentsToFollow: 0,
  });
  const claim = await readFiledClaim(await readTppClaimNumber(page));
  expect(claim).toMatchObject({ documents: 0, documents_due: true });
  expect(claim.answers).toEqual({
    ...agent,
    phone1: '6175550111',
    classMembers: classMembers(20).map(({ classMemberName }) => ({ classMemberName })),
  });
  expect(claim.tax_ids).toHaveLength(21);
  expect(await draft()).toBe('');
});
