import { expect, type Page } from '@playwright/test';
import { answers, field, fillForm, openForm, passCaptcha, pdf, submit } from '../e2e/consumer.ts';
import { inBoth, inLight, screenInBoth, type Shot, shot } from './shot.ts';
import { claims, fillCompletely } from './steps.ts';

const challenge = '**/api/captcha/challenge';
const tickCaptcha = (page: Page) => page.getByLabel('I am not a robot').click();

/** The form until its claim is sent. */
export const formShots: readonly Shot[] = [
  shot('form-empty', inBoth, openForm),
  shot('form-errors', inBoth, async (page, member) => {
    await openForm(page, member);
    await field(page, 'ZIP code').fill('8500');
    await field(page, 'Street address').fill('12 Elm Street; rear');
    await submit(page);
    await expect(page.getByRole('region', { name: /answers need another look/ })).toBeVisible();
  }),
  shot('form-draft-kept', inLight, async (page, member) => {
    await openForm(page, member);
    await fillForm(page);
    await page.waitForTimeout(600); // the draft is written after a pause
    await page.reload();
    await expect(page.getByText('We kept what you typed earlier.')).toBeVisible();
  }),
  shot('form-documents', inLight, async (page, member) => {
    await openForm(page, member);
    await page
      .getByLabel('Your documents')
      .setInputFiles([
        pdf('receipt-2009.pdf'),
        pdf('Statement of my pharmacy about all purchases between June 2008 and May 2011, second copy.pdf'),
      ]);
    await expect(page.getByRole('list', { name: 'Your files' }).getByRole('listitem')).toHaveCount(2);
  }),
  shot('form-documents-refused', inBoth, async (page, member) => {
    await openForm(page, member);
    await page.getByLabel('Your documents').setInputFiles([
      pdf('good.pdf'),
      { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
      {
        name: 'program.exe',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('4d5a90000300000004000000ffff', 'hex'),
      },
    ]);
    await expect(page.getByRole('alert')).toBeVisible();
  }),
  shot('form-captcha-working', inLight, async (page, member) => {
    await openForm(page, member);
    await page.route(challenge, () => {}); // never answered
    await tickCaptcha(page);
    await expect(page.getByText('Checking…')).toBeVisible();
  }),
  shot('form-captcha-done', inBoth, (page, member) => fillCompletely(page, member)),
  shot('form-captcha-failed', inLight, async (page, member) => {
    await openForm(page, member);
    await page.route(challenge, (route) => route.abort('connectionreset'));
    await tickCaptcha(page);
    await expect(page.getByText('The check did not work.')).toBeVisible();
  }),
  shot('form-sending', screenInBoth, async (page, member) => {
    await fillCompletely(page, member);
    await page.route(claims, () => {}); // never answered
    await submit(page);
    await expect(page.getByText('Sending your claim')).toBeVisible();
  }),
  shot('form-server-busy', inLight, async (page, member) => {
    await fillCompletely(page, member);
    await page.route(claims, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '5' } }));
    await submit(page);
    await expect(page.getByRole('alert')).toContainText('Nothing was lost');
  }),
  shot('form-login-dialog', screenInBoth, async (page, member) => {
    await fillCompletely(page, member);
    await page.context().clearCookies();
    await submit(page);
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  shot('form-closed', inLight, async (page) => {
    await page.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const session: unknown = await response.json();
      if (typeof session !== 'object') throw new Error('The session is no object');
      await route.fulfill({ response, json: { ...session, filings: { consumer: 'closed' } } });
    });
    await page.goto('/consumera-claimants');
    await expect(page.getByText('Claims can no longer be filed')).toBeVisible();
  }),
  shot('form-long-answers', inLight, async (page, member) => {
    await openForm(page, member);
    await fillForm(page, {
      'First and last name': 'Wilhelmina'.repeat(20),
      'Street address': `${answers['Street address']} `.repeat(20),
    });
    await submit(page);
    await passCaptcha(page);
    await expect(page.getByText('This field must not be at greater 50 characters').first()).toBeVisible();
  }),
];
