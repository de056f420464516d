import type { Page } from '@playwright/test';
import { passCaptcha, readClaimNumber, submit } from './consumer.ts';
import { query } from './filed-claims.ts';
import { individualAnswers, openIndividualForm, range } from './individual.ts';
import { expect, test } from './members.ts';
import { control } from './tpp.ts';

/** Reads the stored observations of how the page's claim was filled in. */
async function readObservations(page: Page) {
  const [row] = await query<Record<string, unknown>>(
    `select visible_seconds, fields_typed, fields_pasted, fields_filled, fields_other, draft_restored, automated,
       claim_observations.without_script, claims_chrome, length(address_hash) as address_bytes,
       length(browser_hash) as browser_bytes
     from claim_observations join claims on claims.id = claim_id where number = $1`,
    [await readClaimNumber(page)],
  );
  if (!row) throw new Error('Nothing was observed');
  return row;
}

/** The answers above SUBMIT appear with the code that observes. */
const waitUntilObserved = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible();

test('fields that were typed and pasted are counted, and a draft that came back', async ({ page }) => {
  await openIndividualForm(page);
  await control(page, 'Claimant name').fill('Luis');
  await waitUntilObserved(page);
  await page.reload();
  await expect(control(page, 'Claimant name')).toHaveValue('Luis');
  await waitUntilObserved(page);

  const pasted = 'Electronic signature';
  for (const [label, answer] of Object.entries(individualAnswers)) {
    if (label === pasted) continue;
    await control(page, label).fill('');
    await control(page, label).pressSequentially(answer);
  }
  await control(page, 'Claimant name').press('ControlOrMeta+a');
  await control(page, 'Claimant name').press('ControlOrMeta+c');
  await control(page, pasted).press('ControlOrMeta+v');
  await expect(control(page, pasted)).toHaveValue('Luis Moreno');
  await control(page, 'State').selectOption('Florida');
  await page.getByRole('checkbox', { name: /have not asked to be excluded/ }).check();
  await range(page, '$501-$1,000').check();
  await passCaptcha(page);
  await submit(page);

  const observed = await readObservations(page);
  expect(observed).toMatchObject({
    fields_typed: Object.keys(individualAnswers).length - 1,
    fields_pasted: 1,
    fields_filled: 0,
    fields_other: 0,
    draft_restored: true,
    // Playwright controls this browser, which says so.
    automated: true,
    without_script: false,
    address_bytes: 32,
    browser_bytes: 32,
  });
  expect(observed['visible_seconds']).toEqual(expect.any(Number));
});
