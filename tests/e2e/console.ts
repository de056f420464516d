import type { Page } from '@playwright/test';
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
