import { expect, type Page } from '@playwright/test';
import { signInAs } from '../e2e/console.ts';
import type { TestRole } from '../setup/console.ts';
import { query } from '../e2e/filed-claims.ts';

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const openDialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Opens a screen as a supervisor, who may see most of them, and waits until it has loaded. */
export async function openAs(page: Page, path: string, role: TestRole = 'supervisor') {
  const person = await signInAs(page, role);
  await page.goto(`/console${path}`);
  await expect(heading(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  return person;
}

/** The number of a claim with a document of a type; of data files, one with the most errors. */
export async function claimWith(type: string): Promise<string> {
  const [row] = await query<{ number: string }>(
    `select number from claims join claim_documents on claim_id = claims.id
     left join claim_history entry on entry.claim_id = claims.id and entry.kind = 'data-checked'
     where type = $1 order by (entry.details ->> 'errors')::int desc nulls last, number limit 1`,
    [type],
  );
  if (!row) throw new Error(`No claim has a document of the type ${type}`);
  return row.number;
}
