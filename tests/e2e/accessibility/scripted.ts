import type { Page } from '@playwright/test';
import { logInByApi } from '../consumer.ts';
import { expect, type Member } from '../members.ts';
import { answer, type PageMessages } from '../without-script.ts';
import { waitForHydration } from '../hydration.ts';

/** Logs in and goes straight to the consumer form, ready to be filled in. */
export async function openConsumerForm(page: Page, messages: PageMessages, member: Member): Promise<void> {
  await logInByApi(page, member);
  await openForm(page, messages, 'consumera-claimants');
  await expect(page.getByText(member.noticeId)).toBeVisible();
}

/** Fills in and submits the login page. */
export async function typeIds(page: Page, messages: PageMessages, { noticeId, uniqueId }: Member): Promise<void> {
  await page.goto(`${messages.prefix}/consumer-login`);
  await waitForHydration(page);
  await answer(page, messages.login, { noticeId, uniqueId });
  await page.getByRole('button', { name: messages.loginButton }).click();
}

/** A form page whose script is running. */
export async function openForm(page: Page, messages: PageMessages, path: string): Promise<void> {
  await page.goto(`${messages.prefix}/${path}`);
  await waitForHydration(page);
  await expect(page.locator('html')).toHaveAttribute('lang', messages.prefix === '' ? 'en' : 'es');
}

export const submit = (page: Page, messages: PageMessages) =>
  page.getByRole('button', { name: messages.submit }).click();

const captchaDone = /^(Checked\. You can submit|Revisado\. Ya puede enviar)/;

/** Checks the captcha box and waits until its challenge is solved. */
export async function passCaptcha(page: Page): Promise<void> {
  const captcha = page.locator('#field-googleRecaptchaToken');
  await captcha.click();
  await expect(captcha).toBeChecked();
  await expect(page.getByText(captchaDone)).toBeVisible();
}
