import type { Page } from '@playwright/test';
import { createPerson, type TestPerson, type TestRole } from '../setup/console.ts';
import { address } from './settings.ts';

/** Signs a new person with these roles in, in the browser of a page. */
export async function signInAs(page: Page, ...roles: readonly TestRole[]): Promise<TestPerson> {
  const person = await createPerson(process.env['E2E_DATABASE_URL'] ?? '', roles);
  await page
    .context()
    .addCookies([{ name: 'redress-staff', value: person.token, url: address, httpOnly: true, sameSite: 'Strict' }]);
  return person;
}
