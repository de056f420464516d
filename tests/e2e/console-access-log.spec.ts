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
  const person = page.getByLabel('Person');
  const words = page.getByLabel(/exact search words/);
  const show = page.getByRole('button', { name: 'Show' });
  await expect(rows.first()).toBeVisible();

  await tabTo(page, person);
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Searched');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(50);
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
  await expect(person.locator('option:checked')).toHaveText(name);
  await expect(words).toHaveValue('Zebedee  QUUX');

  // The person stays chosen when the list of people grows.
  await page.route('**/access-log/search', async (route) => {
    const response = await route.fetch();
    const added = '{ "id": "00000000-0000-4000-8000-000000000000", "name": "Somebody new" }';
    const body = (await response.text()).replace('"people":[', `"people":[${added},`);
    await route.fulfill({ response, body });
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(person.locator('option', { hasText: 'Somebody new' })).toHaveCount(1);
  await expect(person.locator('option:checked')).toHaveText(name);
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
  await show.click();
  await expect(page.getByRole('alert')).toContainText('Check your connection');
  await expect(words).toHaveValue('zebedee quux');
  await page.unroute('**/api/console/access-log/search');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(1);

  await page.getByLabel('Action').selectOption('Revealed');
  await show.click();
  await expect(page.getByText('No entries match all of these filters.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).first().click();
  // The admin's own views are in the log, too.
  await person.selectOption(admin.name);
  await show.click();
  await expect(rows.first()).toContainText('Access log');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows.first()).toContainText('Listed');
});
