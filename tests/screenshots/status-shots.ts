import { expect, type Page } from '@playwright/test';
import { fileClaim, ownAnswers } from '../e2e/console-claims.ts';
import { fileDeficient, fileDenied, readStatusCode } from '../e2e/status-page.ts';
import { pdf } from '../setup/uploads.ts';
import { inBoth, inLight, type Shot, shot } from './shot.ts';

const words = {
  '/status': ['Reference number', 'Email me a code', 'Code from the email', 'Sign in'],
  '/es/status': ['Número de referencia', 'Enviarme un código', 'Código del correo electrónico', 'Entrar'],
} as const;

/** The page where claimants see and answer, in its states. */
export const statusShots: readonly Shot[] = [
  shot('status-sign-in', inBoth, async (page) => {
    await page.goto('/status');
  }),
  shot('status-code', inBoth, async (page) => {
    await askForCode(page, '/status', await fileClaim([], ownAnswers()));
    await page.getByLabel('Code from the email').fill('12345');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('This code is wrong');
  }),
  shot('status-received', inLight, async (page) => {
    await signIn(page, '/status', await fileClaim([], ownAnswers()));
  }),
  shot('status-deficient', inBoth, async (page) => {
    await signIn(page, '/status', await fileDeficient());
  }),
  shot('status-deficient-es', inLight, async (page) => {
    await signIn(page, '/es/status', await fileDeficient());
  }),
  shot('status-answer-incomplete', inBoth, async (page) => {
    await signIn(page, '/status', await fileDeficient());
    const file = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdf(2_000) };
    await page.getByLabel('Files').first().setInputFiles(file);
    await page.getByRole('button', { name: 'Send my answer' }).click();
    await expect(page.getByText('bill.pdf')).toBeVisible();
  }),
  shot('status-unsent', inBoth, async (page) => {
    await signIn(page, '/status', await fileDeficient());
    const file = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdf(2_000) };
    await page.getByLabel('Files').first().setInputFiles(file);
    await page.getByRole('button', { name: 'Add the files' }).click();
    await expect(page.getByText('Your files are not sent yet.').first()).toBeVisible();
  }),
  shot('status-answered', inLight, async (page) => {
    await signIn(page, '/status', await fileDeficient());
    for (const field of await page.getByLabel('Or explain').all()) await field.fill('I am the owner.');
    await page.getByRole('button', { name: 'Send my answer' }).click();
    await expect(page.getByRole('heading', { name: 'What you sent' })).toBeVisible();
  }),
  shot('status-contact', inBoth, async (page) => {
    await signIn(page, '/status', await fileClaim([], ownAnswers()));
    await page.getByText('Change my address or email', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Change my address or email' }).click();
    await expect(page.getByText('Enter your whole address, or your email address')).toBeVisible();
  }),
  shot('status-contact-held', inLight, async (page) => {
    await signIn(page, '/status', await fileClaim([], ownAnswers()));
    await page.getByText('Change my address or email', { exact: true }).first().click();
    await page.getByLabel('Email address').fill('new@example.com');
    await page.getByRole('button', { name: 'Change my address or email' }).click();
    await expect(page.getByText('n•••@example.com')).toBeVisible();
  }),
  shot('status-dispute', inBoth, async (page) => {
    await signIn(page, '/status', await fileDenied());
    await page.getByText('I don’t agree with the decision').click();
    await page.getByRole('button', { name: 'Send my dispute' }).click();
    await expect(page.getByText('Tell us why you don’t agree')).toBeVisible();
  }),
  shot('status-withdraw', inLight, async (page) => {
    await signIn(page, '/status', await fileDenied());
    await page.getByText('Withdraw my claim', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Withdraw my claim' }).click();
    await expect(page.getByText('Are you sure?')).toBeVisible();
  }),
];

async function askForCode(page: Page, path: keyof typeof words, number: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel(words[path][0]).fill(number);
  await page.getByRole('button', { name: words[path][1] }).click();
  await expect(page.getByLabel(words[path][2])).toBeVisible();
}

async function signIn(page: Page, path: keyof typeof words, number: string): Promise<void> {
  await askForCode(page, path, number);
  await page.getByLabel(words[path][2]).fill(await readStatusCode(number));
  await page.getByRole('button', { name: words[path][3], exact: true }).click();
  await expect(page.getByText(number).first()).toBeVisible();
}
