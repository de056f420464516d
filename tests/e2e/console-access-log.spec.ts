import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { checkScreen } from './console-screen.ts';
import { postToConsole, signInAs, tabTo } from './console.ts';
import { expect, test } from './members.ts';

test('an admin filters the log by keys and mouse; address and failures keep the filters; pages and export have its rows', async ({
  page,
}) => {
  const { name } = await signInAs(page, 'reviewer');
  for (const q of ['zebedee quux', ...Array.from({ length: 51 }, (_, index) => `page ${index}`)])
    expect((await postToConsole(page, '/search', { q })).status()).toBe(200);
  const admin = await signInAs(page, 'admin');
  await page.goto('/console/access-log');
  const rows = page.getByRole('table').locator('tbody tr');
  const person = page.getByRole('button', { name: /^Person:/ });
  const action = page.getByRole('button', { name: /^Action:/ });
  const words = page.getByLabel(/exact search words/);
  let views = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/access-log/search')) views += 1;
  });
  await expect(rows.first()).toBeVisible();
  const choose = async (filter: Locator, name: string) => {
    await filter.click();
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  };

  // Each choice takes effect at once and is one view: moving in a menu is none.
  const viewed = views;
  for (const [filter, choice] of [
    [person, name],
    [action, 'Searched'],
  ] as const) {
    await tabTo(page, filter);
    await page.keyboard.press('Enter');
    await page.keyboard.type(choice);
    await page.keyboard.press('Enter');
    await expect(filter).toContainText(choice);
    await expect(filter).toBeFocused();
  }
  await expect(rows).toHaveCount(50);
  expect(views).toBe(viewed + 2);
  await expect(rows.first()).toContainText(name);
  await expect(rows.first()).toContainText('Searched');
  await checkScreen(page, 'access-log');
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Newer' }).click();
  await expect(rows).toHaveCount(50);

  await words.fill('Zebedee  QUUX');
  await words.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(words).toBeFocused();
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(person).toHaveText(`Person: ${name}`);
  await expect(words).toHaveValue('Zebedee  QUUX');

  // The person stays chosen when the list of people grows.
  await page.route('**/access-log/search', async (route) => {
    const response = await route.fetch();
    const added = '{ "id": "00000000-0000-4000-8000-000000000000", "name": "Somebody new" }';
    const body = (await response.text()).replace('"people":[', `"people":[${added},`);
    await route.fulfill({ response, body });
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await person.click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Somebody new' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(person).toHaveText(`Person: ${name}`);
  await page.unroute('**/access-log/search');

  await page.getByRole('button', { name: 'Export …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog).toContainText('file ignores the Notice ID and search words');
  await expect(dialog).toContainText('52 rows');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(rows).toHaveCount(50);
  await expect(words).toHaveValue('');

  await page.route('**/api/console/access-log/search', (route) => route.abort());
  await words.fill('zebedee quux');
  // Typed text takes effect when the focus leaves the field.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('alert')).toContainText('Check your connection');
  await expect(words).toHaveValue('zebedee quux');
  await page.unroute('**/api/console/access-log/search');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(1);

  await choose(action, 'Revealed');
  await expect(page.getByText('No entries match all of these filters.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).first().click();
  // The admin's own views are in the log, too.
  await choose(person, admin.name);
  await expect(rows.first()).toContainText('Access log');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows.first()).toContainText('Listed');
});
