import { expect, type Page } from '@playwright/test';
import { control } from './tpp.ts';
import { waitForHydration } from './hydration.ts';

export const individualAnswers = {
  'Claimant name': 'Luis Moreno',
  'Street address': '88 Juniper Court',
  City: 'Tampa',
  'ZIP code': '33602',
  'Mobile number': '8135550133',
  'Email address': 'luis.moreno@example.com',
  'Electronic signature': 'Luis Moreno',
};

export async function openIndividualForm(page: Page): Promise<void> {
  await page.goto('/consumerb-claimants');
  await expectIndividualForm(page);
}

/** The page shows the empty form, which is ready. */
export async function expectIndividualForm(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Individual claim form');
  await waitForHydration(page);
}

export const range = (page: Page, label: string) => page.getByRole('radio', { name: label, exact: true });

/** Fills in everything except the Notice ID, the captcha and documents. */
export async function fillIndividual(page: Page, paid = '$501-$1,000'): Promise<void> {
  for (const [label, answer] of Object.entries(individualAnswers)) await control(page, label).fill(answer);
  await control(page, 'State').selectOption('Florida');
  await page.getByRole('checkbox', { name: /have not asked to be excluded/ }).check();
  await range(page, paid).check();
}
