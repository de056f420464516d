import { expect, type Locator, type Page } from '@playwright/test';
import { createPerson, type TestPerson, type TestRole } from '../setup/console.ts';
import { address } from './settings.ts';

/** Sends a request to the console's API as the person who is signed in. */
export async function postToConsole(page: Page, path: string, data: unknown, headers: Record<string, string> = {}) {
  await page.request.get('/api/session');
  const cookies = await page.context().cookies();
  const token = decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '');
  return page.request.post(`/api/console${path}`, { headers: { ...headers, 'x-xsrf-token': token }, data });
}

/** In a page's browser, signs in a new person with these roles. */
export async function signInAs(page: Page, ...roles: readonly TestRole[]): Promise<TestPerson> {
  const person = await createPerson(process.env['E2E_DATABASE_URL'] ?? '', roles);
  await useSession(page, person.token);
  return person;
}

/** Continues as the person of a session. */
export const useSession = (page: Page, value: string) =>
  page.context().addCookies([{ name: 'redress-staff', value, url: address, httpOnly: true, sameSite: 'Strict' }]);

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 150; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${target.toString()}`);
}

/** Opens a request in the list of approvals by its text, or a part of it. */
export async function openRequest(page: Page, words: string): Promise<Locator> {
  await page.getByRole('main').getByRole('listitem').filter({ hasText: words }).getByRole('button').click();
  return page.getByRole('article').filter({ hasText: words });
}

/** Reaches a button or link by Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
