import { expectAccessible } from './axe.ts';
import {
  answers,
  field,
  fillForm,
  logIn,
  openForm,
  openFormByLinks,
  passCaptcha,
  pdf,
  readClaimNumber,
  submit,
} from './consumer.ts';
import { claimsOf, query } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { waitForHydration } from './hydration.ts';

test(
  'a claimant logs in, reads, files with documents, and sees the reference number',
  { tag: '@phone' },
  async ({ page, member }) => {
    await openFormByLinks(page, member);
    await fillForm(page);
    await page
      .getByLabel('Your documents')
      .setInputFiles([pdf('receipt-2009.pdf'), pdf('receipt-2010.pdf'), pdf('wrong.pdf')]);
    // Announced when they are checked, in the place where the removal is announced, too.
    await expect(page.getByText('3 files were added.')).toHaveCount(1);
    await page.getByRole('button', { name: 'Remove wrong.pdf' }).click();
    await expect(page.getByText('wrong.pdf', { exact: false }).filter({ visible: true })).toHaveCount(1); // only the screen reader's "was removed"
    await passCaptcha(page);
    await expectAccessible(page);
    await submit(page);

    const claimNumber = await readClaimNumber(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('THANK YOU FOR SUBMITTING YOUR INFORMATION');
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format(
      new Date(),
    );
    await expect(page.getByText(today)).toBeVisible();
    await expect(page.getByText(/only after court approval and resolution of appeals/)).toBeVisible();
    await expectAccessible(page);

    const stored = await page.evaluate(() => ({
      claimant: sessionStorage.getItem('claimant') ?? '',
      user: sessionStorage.getItem('authenticatedUser') ?? '',
      draft: sessionStorage.getItem('draft:consumer'),
    }));
    expect(JSON.parse(stored.claimant)).toEqual({
      claimNumber,
      dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(JSON.parse(stored.user)).toMatchObject({ noticeId: member.noticeId });
    expect(stored.draft).toBeNull();

    const [claim] = await query<{ answers: Record<string, unknown>; late: boolean; documents: number }>(
      `select answers, late, (select count(*)::int from claim_documents d where d.claim_id = c.id and d.status = 'stored') as documents
     from claims c where number = $1`,
      [claimNumber],
    );
    expect(claim).toMatchObject({ late: true, documents: 2 });
    expect(claim?.answers).toMatchObject({
      name1: answers['First and last name'],
      street1: answers['Street address'],
      state: 'Arizona',
      zip: '85004',
      phone1: '6025550142',
      repealerStateTotalAmountPaid: '1250.50',
      totalNumOfPrescriptions: '24',
      insuranceQuestion: 'Yes',
      classMemberConfirmation: true,
    });

    await page.getByRole('link', { name: 'Exit to Return to the Settlement Website' }).click();
    await expect(page).toHaveURL(/\/$/);
  },
);

test(
  'errors show only after a submit attempt, with the exact messages and a summary that links to each field',
  { tag: '@phone' },
  async ({ page, member }) => {
    await openForm(page, member);
    await field(page, 'ZIP code').fill('8500');
    await field(page, 'Phone number').fill('602');
    await field(page, 'Street address').fill('12 Elm Street; rear');
    await field(page, 'Electronic signature').focus();
    await expect(page.getByText('This field is required')).toHaveCount(0);

    await submit(page);
    const summary = page.getByRole('region', { name: /answers need another look/ });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText([
      'First and last name: This field is required',
      'Street address: Only use letters, numbers, periods, spaces, hyphens, brackets, ampersands, apostophes, parentheses slash(/), pound sign(#).',
      'City: This field is required',
      'State: This field is required',
      'ZIP code: US zip Code with format 99999 or 99999-9999 alone are accepted',
      'Phone number: This field must be at least 10 digits',
      'Total amount you paid, in dollars: This field is required',
      'Number of prescriptions you filled: This field is required',
      'Did insurance pay part of the cost of these purchases? This field is required',
      'Electronic signature: This field is required',
      'I am not a robot: This field is required',
    ]);
    await expectAccessible(page);
    await summary.getByRole('link', { name: /ZIP code/ }).click();
    await expect(page.getByLabel('ZIP code')).toBeFocused();
    await expect(page.getByLabel('ZIP code')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('ZIP code').fill('85004');
    await expect(page.getByLabel('ZIP code')).not.toHaveAttribute('aria-invalid');
    await expect(summary.getByRole('link', { name: /ZIP code/ })).toHaveCount(0);
  },
);

test('a reload in the middle keeps what was typed, but no signature', async ({ page, member }) => {
  await openForm(page, member);
  await fillForm(page);
  await page.getByLabel('Phone number').fill('');
  await page.getByLabel('Phone number').pressSequentially('6025550142');
  await expect(page.getByLabel('Phone number'), 'masked while it is typed').toHaveValue('602 555-0142');
  // The draft is written after a pause.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft:consumer'))).toContain('602 555-0142');
  await page.reload();
  await expect(page.getByText('We kept what you typed earlier.', { exact: false })).toBeVisible();
  await expect(page.getByLabel('First and last name')).toHaveValue('Ana Núñez');
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('Arizona');
  await expect(page.getByLabel('I am a class member')).toBeChecked();
  await expect(page.getByLabel('Electronic signature')).toHaveValue('');
  await page.getByLabel('Electronic signature').fill('Ana Núñez');
  await passCaptcha(page);
  await submit(page);
  await readClaimNumber(page);
});

test('Back after success shows the claim, and another can be filed @phone', async ({ page, member }) => {
  await page.goto('/consumer-complete');
  await expect(page.getByRole('heading', { name: 'There is no claim to show here' })).toBeVisible();
  await expectAccessible(page);
  await openForm(page, member);
  await fillForm(page);
  await passCaptcha(page);
  await submit(page);
  const first = await readClaimNumber(page);
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(`11416REF${first}`)).toBeVisible();
  await expectAccessible(page);
  // As after another form was filed in this tab.
  const other = '{"claimNumber":"1234567897","dateCreated":"2025-01-01T12:00:00Z"}';
  await page.evaluate((claim) => sessionStorage.setItem('claimant', claim), other);
  await page.getByRole('button', { name: 'See your confirmation' }).click();
  expect(await readClaimNumber(page)).toBe(first);
  await page.goBack();
  await page.getByRole('button', { name: 'File another claim' }).click();
  await expect(page.getByLabel('First and last name')).toHaveValue('');
  await fillForm(page, { 'Total amount you paid, in dollars': '75' });
  await passCaptcha(page);
  await submit(page);
  const second = await readClaimNumber(page);
  expect(second).not.toBe(first);
  expect((await claimsOf(member)).map(({ number }) => number).sort()).toEqual([first, second].sort());

  await logIn(page, { ...member, uniqueId: member.uniqueId.toLowerCase() });
  const notice = page.getByRole('status').filter({ hasText: 'A claim was already filed with this Notice ID' });
  await expect(notice).toContainText(`11416REF${second}`);
  await expect(page.getByRole('link', { name: 'Next' }).first()).toBeInViewport();
  await expectAccessible(page);
  // After a login in another tab or without JavaScript, this tab knows the claim of another person.
  const before = { noticeId: '999999999', name: 'A• B•', claim: { claimNumber: first, dateCreated: new Date() } };
  await page.evaluate((user) => sessionStorage.setItem('authenticatedUser', JSON.stringify(user)), before);
  await page.reload();
  await expect(page.getByText(/^You are logged in as /)).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeFocused();
  await page.goto('/consumera-instructions');
  await waitForHydration(page);
  await expect(page.getByRole('link', { name: 'Next' }).first()).toBeVisible();
  await expect(page.getByText(/^You are logged in as /)).toHaveCount(0);
  await expect(notice).toHaveCount(0);
});

test('the greeting after the login does not move Next from under a finger', async ({ page, member }) => {
  let show = () => {};
  const isShown = new Promise<void>((resolve) => (show = resolve));
  await page.route('**/api/session', async (route) => {
    if (page.url().includes('consumera-instructions')) await isShown;
    await route.continue();
  });
  await page.goto('/consumer-login');
  await waitForHydration(page);
  await page.getByLabel('Notice ID').fill(member.noticeId);
  await page.getByLabel('Unique ID').fill(member.uniqueId);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/consumera-instructions/);
  await waitForHydration(page);
  const next = page.getByRole('link', { name: 'Next' }).first();
  await next.hover();
  await page.mouse.down();
  show();
  await expect(page.getByText(/^You are logged in as /)).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CONSUMER CLAIM FORM');
});

test('what is typed before the script runs is not lost', async ({ page, member }) => {
  await logIn(page, member);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/consumera-claimants', { waitUntil: 'commit' });
  await page.getByLabel('First and last name').fill('Typed Early');
  release();
  await waitForHydration(page);
  await expect(page.getByLabel('First and last name')).toHaveValue('Typed Early');
  await submit(page);
  await expect(page.getByRole('link', { name: /First and last name/ })).toHaveCount(0);
});
