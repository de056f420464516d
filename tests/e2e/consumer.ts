import { expect, type Locator, type Page } from '@playwright/test';
import { noticeIdHeader, uniqueIdHeader } from '@redress/contract/http-headers';
import type { Member } from './members.ts';
import { readReference } from './completion-page.ts';
import { waitForHydration } from './hydration.ts';

/** A claimant's answers, by the labels on the screen. */
export const answers = {
  'First and last name': 'Ana Núñez',
  'Street address': '12 Elm Street',
  City: 'Phoenix',
  'ZIP code': '85004',
  'Phone number': '6025550142',
  'Email address': 'ana@example.com',
  'Total amount you paid, in dollars': '1250.50',
  'Number of prescriptions you filled': '24',
  'Electronic signature': 'Ana Núñez',
};
export type Label = keyof typeof answers;

export async function logIn(page: Page, member: Member): Promise<void> {
  await page.goto('/consumer-login');
  await waitForHydration(page);
  await page.getByLabel('Notice ID').fill(member.noticeId);
  await page.getByLabel('Unique ID').fill(member.uniqueId);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/consumera-instructions/);
  // The note about an earlier claim appears at the same time, and moves the content below it.
  await expect(page.getByText(/^You are logged in as /)).toBeVisible();
}

const expectForm = async (page: Page, { noticeId }: Member) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CONSUMER CLAIM FORM');
  await expect(page.getByText(`Notice ID ${noticeId}`)).toBeVisible();
};

/** Goes from the login to the empty form by the links that a claimant follows. */
export async function openFormByLinks(page: Page, member: Member): Promise<void> {
  await logIn(page, member);
  await page.getByRole('link', { name: 'Next' }).first().click();
  await expectForm(page, member);
}

/** Logs in as the login page does, without opening it. */
export async function logInByApi(page: Page, { noticeId, uniqueId }: Member): Promise<void> {
  const headers = { [noticeIdHeader]: noticeId, [uniqueIdHeader]: uniqueId };
  expect(await (await page.request.get('/api/login/creds/', { headers })).text()).toContain(noticeId);
}

/** Opens the empty form, as a person does who logged in in another tab. */
export async function openForm(page: Page, member: Member): Promise<void> {
  await logInByApi(page, member);
  await page.goto('/consumera-claimants');
  await waitForHydration(page);
  await expectForm(page, member);
}

/** The control with this label, with or without "(optional)". */
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: false }).first();

export async function fillForm(page: Page, changes: Partial<Record<Label, string>> = {}): Promise<void> {
  for (const [label, answer] of Object.entries({ ...answers, ...changes })) await field(page, label).fill(answer);
  await page.getByLabel('State', { exact: true }).selectOption('Arizona');
  await page.getByRole('radio', { name: 'Yes', exact: true }).check();
  await page.getByLabel('I am a class member').check();
}

export async function passCaptcha(page: Page): Promise<void> {
  await page.getByLabel('I am not a robot').click();
  await expect(page.getByText('Checked. You can submit your claim.')).toBeVisible();
}

export const submit = (page: Page) => page.getByRole('button', { name: 'SUBMIT' }).click();

/** The claim number on the completion page, without its prefix. */
export async function readClaimNumber(page: Page): Promise<string> {
  await expect(page).toHaveURL(/consumer-complete/);
  return (await readReference(page)).replace('11416REF', '');
}

/** A small file whose content matches its name. */
export const pdf = (name: string, text = name) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    `%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  ),
});
