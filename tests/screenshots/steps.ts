import { expect, type Page } from '@playwright/test';
import { fillForm, openForm, passCaptcha, type pdf, readClaimNumber, submit } from '../e2e/consumer.ts';
import type { Member } from '../e2e/members.ts';

export const claims = '**/api/ConsumerClaimants';
export const documents = '**/api/ConsumerClaimants/SubmitDocuments**';

/** The form just before SUBMIT. */
export async function fillCompletely(page: Page, member: Member, files: readonly ReturnType<typeof pdf>[] = []) {
  await openForm(page, member);
  await fillForm(page);
  if (files.length > 0) await page.getByLabel('Your documents').setInputFiles([...files]);
  await passCaptcha(page);
}

/** From the login to the completion page. */
export async function fileClaim(page: Page, member: Member): Promise<void> {
  await fillCompletely(page, member);
  await submit(page);
  await readClaimNumber(page);
}

/** Lets the server file the claim, and loses its response. */
export async function loseResponse(page: Page): Promise<void> {
  await page.route(claims, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await submit(page);
  await expect(page.getByRole('alert')).toContainText('We could not reach the server');
  await page.unroute(claims);
}
