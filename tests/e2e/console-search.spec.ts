import type { SearchAnswer } from '@redress/contract/console/search';
import { expect, type Page } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { checkScreen } from './console-screen.ts';
import { signInAs } from './console.ts';
import { fileClaim, waitForJobs } from './console-claims.ts';
import { test } from './members.ts';

/** Letters only, so that no other test files under such a name. */
const inventWord = () => Array.from({ length: 9 }, () => 'bcdfghjklmnpqrstvwxz'.charAt(randomInt(20))).join('');

/** Files a payor's claim that a search by this name finds. */
async function fileFindableClaim(healthPlanCompanyName: string): Promise<string> {
  const number = await fileClaim([], { healthPlanCompanyName });
  await waitForJobs('select from claim_search where number = $1', [number]);
  return number;
}

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search claims and class members' });

test('a caller is found by keyboard alone, and what they ask for is in the row; a claim number opens its claim', async ({
  page,
}) => {
  await signInAs(page, 'call-center');
  const name = `${inventWord()} Plan`;
  const first = await fileFindableClaim(name);
  const second = await fileFindableClaim(name);
  await page.goto('/console/search');
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(`${name} 53703`);
  await page.keyboard.press('Enter');
  const claims = page.getByRole('region', { name: 'Claims' });
  await expect(claims.getByRole('row')).toHaveCount(3);
  const row = claims.getByRole('row').filter({ hasText: first });
  await expect(row).toContainText(/Waiting for documents.*Wisconsin 53703-1234.*Third-party payor.*Name, ZIP/);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 667 });
  const form = await claims.getByText('Third-party payor').first().boundingBox();
  expect((form?.x ?? 375) + (form?.width ?? 375)).toBeLessThanOrEqual(375);
  if (size) await page.setViewportSize(size);
  const links = claims.getByRole('link');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  await checkScreen(page, 'search');
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(0)).toBeFocused();
  const opened = await links.nth(0).textContent();
  expect([first, second]).toContain(opened);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/console/claims/${opened}`);

  // A claim number opens its claim at once, and Back leads to where one came from.
  await page.goto('/console/members');
  await expect(page.getByRole('heading', { level: 1, name: 'Class members' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(`11415REF${first}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/console/claims/${first}`);
  // Keys work at once, and are not typed into the search box.
  await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByRole('radio', { name: 'Status of the claim' })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/console/members');
});

test('every state of the search says what to do; who types while a screen loads is not interrupted', async ({
  page,
}) => {
  await signInAs(page, 'supervisor');
  await page.goto('/console/search');
  await expect(page.getByText('Search by name (in any order)')).toBeVisible();
  await page.goto('/console/search?q=x');
  await expect(page.getByText('Type at least two letters or digits.')).toBeVisible();
  const nobody = inventWord();
  await page.goto(`/console/search?q=${nobody}`);
  await expect(page.getByText(`No results for “${nobody}”`)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeVisible();
  const another = inventWord();
  await box(page).fill(another);
  await box(page).press('Enter');
  await expect(page.getByText(`No results for “${another}”`)).toBeVisible();
  await expect(box(page)).toBeFocused();

  await page.route('**/api/console/search', (route) => route.abort());
  await page.goto('/console/search?q=garcia');
  await expect(page.getByRole('alert')).toContainText('No response from the server');
  await expect(box(page)).toHaveValue('garcia');
  await page.unroute('**/api/console/search');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toBeHidden();

  // Enter opens the class member whose name was typed, and not a claim with a similar name.
  const person = { caseId: 'brand-drug', name: 'Lin Garcia', state: 'Ohio', zip: '45402' };
  const claim = {
    number: '0123456789',
    formId: 'consumer',
    filedDay: '2025-06-01',
    status: 'ready',
    flags: [],
  } as const;
  const found: SearchAnswer = {
    claims: [{ ...person, ...claim, name: 'Lynn Garza', flags: [], foundBy: ['similar-name'] }],
    members: [{ ...person, noticeId: '123456789', city: 'Dayton', hasFiled: false, foundBy: ['name'] }],
    hasMoreClaims: false,
    hasMoreMembers: false,
    hint: null,
    isPartial: false,
    behind: null,
  };
  await page.route('**/api/console/search', (route) => route.fulfill({ json: found }));
  await page.goto('/console/search?q=lin+garcia');
  await expect(page.getByRole('link', { name: '123456789', exact: true })).toBeFocused();
  await page.unroute('**/api/console/search');

  // A browser that knows that it is offline says so, too, and the answer comes with the connection.
  await page.context().setOffline(true);
  await box(page).fill(nobody);
  await box(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('No response from the server');
  await page.context().setOffline(false);
  await expect(page.getByText(`No results for “${nobody}”`)).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();

  await page.goto('/console/claims');
  await expect(page.getByRole('heading', { level: 1, name: 'Claims' })).toBeFocused();
  let load = () => {};
  const isWanted = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/assets/members-page-*.js', async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Class members' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('gar');
  load();
  await expect(page.getByRole('heading', { level: 1, name: 'Class members' })).toBeVisible();
  await page.keyboard.type('cia');
  await expect(box(page)).toHaveValue('garcia');
});
