import { expect, type Locator, type Page } from '@playwright/test';
import type { Role } from '@redress/contract/console/staff';
import { openDatabase } from '@redress/server/database/pool';
import { createPerson, type TestPerson, type TestRole } from '../setup/console.ts';
import { address } from './settings.ts';

/** Sends a request to the console's API as the person who is signed in. */
export async function postToConsole(page: Page, path: string, data: unknown) {
  await page.request.get('/api/session');
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  return page.request.post(`/api/console${path}`, { headers: { 'x-xsrf-token': decodeURIComponent(token) }, data });
}

/** Signs a new person with these roles in, in the browser of a page. */
export async function signInAs(page: Page, ...roles: readonly TestRole[]): Promise<TestPerson> {
  const person = await createPerson(process.env['E2E_DATABASE_URL'] ?? '', roles);
  await page
    .context()
    .addCookies([{ name: 'redress-staff', value: person.token, url: address, httpOnly: true, sameSite: 'Strict' }]);
  return person;
}

/** As if the last sign-in of a person were too long ago for sensitive actions. */
export async function signInWasLongAgo(staffId: string): Promise<void> {
  const { database, close } = openDatabase(process.env['E2E_DATABASE_URL'] ?? '', () => {});
  await database
    .updateTable('staff_sessions')
    .set({ authenticated_at: new Date(Date.now() - 10 * 60_000) })
    .where('staff_id', '=', staffId)
    .execute();
  await close();
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 150; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${target.toString()}`);
}

/** Reaches a button or link by Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Takes a role of a person away, in every case. */
export async function takeRole(staffId: string, role: Role): Promise<void> {
  const { database, close } = openDatabase(process.env['E2E_DATABASE_URL'] ?? '', () => {});
  await database.deleteFrom('staff_roles').where('staff_id', '=', staffId).where('role', '=', role).execute();
  await close();
}
