import type { BrowserContext, Page } from '@playwright/test';
import { filledIn } from './accessibility/filled-in.ts';
import { expectAccessible } from './axe.ts';
import { answers, fillForm, logIn, openForm, passCaptcha, readClaimNumber, submit } from './consumer.ts';
import { downloadBy } from './download.ts';
import { waitForHydration } from './hydration.ts';
import { fillIndividual, individualAnswers, openIndividualForm } from './individual.ts';
import { expect, test } from './members.ts';
import { answer, languages, openWithKey, press, readNumber } from './without-script.ts';

const removeLink = 'I’m on a shared computer: remove everything';
const receipt = 'Download your receipt (PDF)';
const removed = 'Everything was removed from this browser';

/** Expects none of the claimant's secrets in the page, the address bar or the storage. */
async function expectNothingOf(page: Page, secrets: readonly string[]): Promise<void> {
  const shown = await page.evaluate(() =>
    [
      location.href,
      JSON.stringify(history.state),
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input')].map(({ value }) => value),
      JSON.stringify(Object.entries(sessionStorage)),
      JSON.stringify(Object.entries(localStorage)),
      document.cookie,
    ].join('\n'),
  );
  // Counts and sums such as `24` also occur in the page's own text.
  const telling = secrets.filter((secret) => !/^\d{1,2}$|^\d+\.\d\d$/.test(secret));
  expect(telling.filter((secret) => shown.includes(secret))).toEqual([]);
}

/** Every address that a tab visits, as the browser's history keeps it. */
function recordAddresses(page: Page): string[] {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  return addresses;
}

async function fileIndividualClaim(page: Page): Promise<string> {
  await openIndividualForm(page);
  await fillIndividual(page);
  await passCaptcha(page);
  await submit(page);
  return readShownClaim(page);
}

/** Waits for all of the page, whose links move when the rest of it arrives. */
async function readShownClaim(page: Page): Promise<string> {
  const claimNumber = await readClaimNumber(page);
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  return claimNumber;
}

/** Leaves out the random number of the last removal, which identifies no one. */
const storedKeys = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => key !== 'removal'),
  );

async function removeEverything(page: Page): Promise<void> {
  await page.getByRole('link', { name: removeLink }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove everything' }).click();
  await expectEverythingRemoved(page);
}

/** The address focuses the heading as soon as it is there; the script removes what is stored after that. */
async function expectEverythingRemoved(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: removed })).toBeFocused();
  await waitForHydration(page);
}

/** A page that is open in another tab gets a new random token. */
async function expectNoCookies(context: BrowserContext): Promise<void> {
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names.filter((name) => name !== 'redress-browser' && name !== 'XSRF-TOKEN')).toEqual([]);
}

test('after filing, another tab learns nothing from page, history, storage or cookies without name or ZIP code', async ({
  page,
  context,
}) => {
  const addresses = recordAddresses(page);
  const claimNumber = await fileIndividualClaim(page);
  const secrets = [claimNumber, ...Object.values(individualAnswers)];
  const download = await downloadBy(page, page.getByRole('button', { name: receipt }));
  expect(download.suggestedFilename()).toBe(`receipt-11416REF${claimNumber}.pdf`);

  const other = await context.newPage();
  for (const address of new Set(addresses)) {
    expect(address).not.toContain(claimNumber);
    await other.goto(address);
    if (address.includes('claimants') || address.includes('complete')) await waitForHydration(other);
    await expectNothingOf(other, secrets);
  }
  // The number is in the name of a cookie that scripts cannot read. It opens nothing.
  for (const path of ['receipt.pdf', 'data-checks'])
    expect((await other.request.get(`/api/claims/${claimNumber}/${path}`)).status()).toBe(403);
  const values = (await context.cookies()).map(({ value }) => Buffer.from(value, 'base64url').toString());
  for (const secret of secrets) expect(values.join('\n')).not.toContain(secret);

  // The claimant has the number, and a name or ZIP code.
  await other.goto('/consumer-complete');
  await other.getByRole('link', { name: 'Already filed? Get your receipt' }).click();
  await expectAccessible(other);
  await other.getByLabel('Reference number').fill(`11416REF${claimNumber}`);
  await other.getByLabel('Last name or ZIP code').fill('Someone');
  await other.getByRole('button', { name: 'Open my claim' }).click();
  await expect(other.getByText('We found no claim with these details')).toBeVisible();
  await expect(other.getByLabel('Reference number')).toHaveValue(`11416REF${claimNumber}`);
  await expectAccessible(other);
  await other.getByLabel('Last name or ZIP code').fill('MORENO');
  await other.getByRole('button', { name: 'Open my claim' }).click();
  await expect(other.locator('.reference')).toHaveText(`11416REF${claimNumber}`);
  // The script takes the code out of the address.
  await expect(other).toHaveURL(/\/consumer-complete$/);
  const again = await downloadBy(other, other.getByRole('button', { name: receipt }));
  expect(again.suggestedFilename()).toBe(download.suggestedFilename());
});

test(
  '"remove everything" on the completion page leaves nothing: not on Back, in another tab, in storage or cookies',
  { tag: '@phone' },
  async ({ page, context, member }) => {
    const draft = await context.newPage();
    await openIndividualForm(draft);
    await fillIndividual(draft);
    await openForm(page, member);
    await fillForm(page);
    await passCaptcha(page);
    await submit(page);
    const claimNumber = await readShownClaim(page);
    const secrets = [claimNumber, member.noticeId, ...Object.values(answers), ...Object.values(individualAnswers)];

    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    await page.getByRole('link', { name: removeLink }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Write down your reference number first');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await expect(page.locator('.reference')).toHaveText(`11416REF${claimNumber}`);
    await removeEverything(page);
    await expectAccessible(page);
    await expect(page.getByText('files that you downloaded, such as your receipt')).toBeVisible();
    await expectNoCookies(context);
    expect(await storedKeys(page)).toEqual([]);

    // The other tab, which had a draft.
    await expect(draft.getByLabel('Claimant name')).toHaveValue('');
    await waitForHydration(draft);
    await expectNothingOf(draft, secrets);
    expect(await storedKeys(draft)).toEqual([]);

    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no claim to show here');
    await expectNothingOf(page, secrets);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('CONSUMER CLAIM FORM');
    await waitForHydration(page);
    await expect(page.getByText('Please log in')).toBeVisible();
    await expectNothingOf(page, secrets);
    expect(await storedKeys(page)).toEqual([]);
  },
);

test('"remove everything" on a form warns, and Back shows an empty form', async ({ page, context }) => {
  await openIndividualForm(page);
  await fillIndividual(page);
  await page.getByRole('link', { name: removeLink }).click();
  await expect(page.getByRole('dialog')).toContainText('Your claim is not filed yet.');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Claimant name')).toHaveValue(individualAnswers['Claimant name']);
  await removeEverything(page);
  await expectNoCookies(context);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Individual claim form');
  await waitForHydration(page);
  await expectNothingOf(page, Object.values(individualAnswers));
  expect(await storedKeys(page)).toEqual([]);
});

test('"remove everything" asks on the screen, and keeps the focus, in browsers without modal dialogs', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(HTMLDialogElement.prototype, 'showModal', { value: undefined }));
  await openIndividualForm(page);
  const link = page.getByRole('link', { name: removeLink });
  await link.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeFocused();
  await expect(dialog).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.keyboard.press('Shift+Tab');
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  await removeEverything(page);
});

test('Back shows an empty form even before the page that says so has loaded its script', async ({ page, context }) => {
  const draft = await context.newPage();
  await openIndividualForm(draft);
  await fillIndividual(draft);
  await openIndividualForm(page);
  await fillIndividual(page);
  await page.goto('/log-out');
  await waitForHydration(page);
  await page.route('**/*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Remove everything' }).click();
  await expect(page.getByRole('heading', { name: removed })).toBeFocused();
  await page.unroute('**/*.js');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Log out' })).toBeVisible();
  await waitForHydration(page);
  await expect(draft.getByLabel('Claimant name')).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Individual claim form');
  await waitForHydration(page);
  await expectNothingOf(page, Object.values(individualAnswers));
  expect(await storedKeys(page)).toEqual([]);
});

test('"Log out" is on every page of somebody who is logged in, and ends the login', async ({ page, member }) => {
  const expectLoggedOut = async () => {
    await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeFocused();
    await waitForHydration(page);
    expect(await page.evaluate(() => sessionStorage.getItem('authenticatedUser'))).toBeNull();
    expect(await (await page.request.get('/api/session')).json()).toMatchObject({ login: null });
  };
  await logIn(page, member);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expectLoggedOut();
  await expectAccessible(page);

  await logIn(page, member);
  await page.goto('/consumer-login');
  await expect(page.getByText(/^You are logged in as .•+( .•+)+\.$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expectLoggedOut();
  await page.goto('/consumer-login');
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0);

  await openForm(page, member);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expectLoggedOut();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

  test('everything can be removed, and the page says what the browser may still show', async ({ page, context }) => {
    const { individual, submit: send } = languages.en;
    const addresses = recordAddresses(page);
    await openWithKey(page, '/consumerb-claimants');
    await answer(page, individual, filledIn.individual);
    await press(page, send);
    const claimNumber = await readNumber(page, languages.en, individual.referencePrefix);
    for (const address of addresses) expect(address).not.toContain(claimNumber);
    await page.getByRole('link', { name: removeLink }).click();
    await expect(page).toHaveURL(/\/log-out$/);
    await press(page, 'Remove everything');
    await expect(page.getByRole('heading', { name: removed })).toBeVisible();
    // Locators skip `noscript`.
    expect(await page.content()).toContain('To prevent that, close all its windows.');
    await expectNoCookies(context);
  });
});
