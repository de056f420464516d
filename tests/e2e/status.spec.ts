import { deriveKeys } from '@redress/server/platform/keys/keys';
import { openDatabase } from '@redress/server/platform/database/pool';
import type { Page } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailLetter } from '../setup/status-page.ts';
import { pdf } from '../setup/uploads.ts';
import { expectAccessible } from './axe.ts';
import { decideAsColleague, fileClaim, ownAnswers } from './console-claims.ts';
import { query } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { phone } from './settings.ts';
import { expectToFit } from './without-script.ts';

const texts = {
  en: {
    home: '/',
    link: 'Claim status',
    reference: 'Reference number',
    ask: 'Email me a code',
    code: 'Code from the email',
    mailed: /Code: (\d{6})/,
    signIn: 'Sign in',
    asked: 'What we need from you',
    files: 'Files',
    statement: 'Or explain in your own words',
    send: 'Send my answer',
    missing: 'Add a file, or explain in your own words',
    sent: 'What you sent',
    other: 'Español',
    inOther: 'Lo que usted envió',
  },
  es: {
    home: '/es',
    link: 'Estado del reclamo',
    reference: 'Número de referencia',
    ask: 'Enviarme un código',
    code: 'Código del correo electrónico',
    mailed: /digo: (\d{6})/,
    signIn: 'Entrar',
    asked: 'Qué necesitamos de usted',
    files: 'Archivos',
    statement: 'O explíquelo con sus palabras',
    send: 'Enviar mi respuesta',
    missing: 'Agregue un archivo o explíquelo con sus palabras',
    sent: 'Lo que usted envió',
    other: 'English',
    inOther: 'What you sent',
  },
};

/** A payor's claim with a deficiency of two parts, whose letter was mailed today. */
async function fileDeficient(): Promise<string> {
  const number = await fileClaim([], ownAnswers());
  const reasons = ['documents-missing', 'authority-missing'];
  await decideAsColleague(number, { outcome: 'deficient', reasons });
  const { database, close } = openDatabase(process.env['E2E_DATABASE_URL'] ?? '', () => {});
  try {
    const keysOf = deriveKeys(process.env['E2E_SECRET_KEY'] ?? '');
    await mailLetter({ database, query, now: new Date() }, number, 'deficiency', { keysOf });
  } finally {
    await close();
  }
  return number;
}

/** At 400% zoom on a screen of 1,280 pixels, nothing scrolls sideways. */
async function expectToReflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  await expectToFit(page);
  await page.setViewportSize(phone.viewport);
}

/** The code that was emailed last for a claim. */
async function readCode(number: string, pattern: RegExp): Promise<string> {
  const done = 'select id from status_codes where typed_number = $1 and done_at is not null';
  await expect.poll(() => query(done, [number])).toHaveLength(1);
  const [row] = await query<{ id: string }>(done, [number]);
  const folder = process.env['E2E_MAIL_FOLDER'] ?? '';
  const name = (await readdir(folder)).find((file) => file.startsWith(`status-code-${row?.id}`)) ?? '';
  return pattern.exec(await readFile(join(folder, name), 'latin1'))?.[1] ?? '';
}

for (const language of ['en', 'es'] as const) {
  const text = texts[language];

  test.describe(`at 375 px, ${language}`, () => {
    test.use(phone);

    test(`a claimant signs in with an emailed code, and answers a deficiency, ${language}`, async ({ page }) => {
      const number = await fileDeficient();
      await page.goto(text.home);
      await page.getByRole('main').getByRole('link', { name: text.link }).click();
      await expectAccessible(page);
      await expectToReflow(page);
      await page.getByLabel(text.reference).fill(number);
      await page.getByRole('button', { name: text.ask }).click();
      await expectAccessible(page);
      await page.getByLabel(text.code).fill(await readCode(number, text.mailed));
      await page.getByRole('button', { name: text.signIn, exact: true }).click();

      await expect(page.getByRole('heading', { name: text.asked })).toBeVisible();
      await expectAccessible(page);
      await expectToReflow(page);
      await page
        .getByLabel(text.files)
        .first()
        .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdf(2_000) });
      await page.getByRole('button', { name: text.send }).click();
      await expect(page).toHaveTitle(/^Error: /);
      await expect(page.getByText(text.missing)).toBeVisible();
      await expect(page.getByText('bill.pdf')).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel(text.statement).last().fill('I am the owner.');
      await page.getByRole('button', { name: text.send }).click();

      await expect(page.getByRole('heading', { name: text.sent })).toBeVisible();
      await expect(page.getByText('bill.pdf')).toBeVisible();
      await expect(page.getByText('I am the owner.')).toBeVisible();
      await expectAccessible(page);
      await expectToReflow(page);
      await page.getByRole('link', { name: text.other }).click();
      await expect(page.getByRole('heading', { name: text.inOther })).toBeVisible();
    });
  });
}

test('a claimant changes the email, disputes a decision, and withdraws a claim', async ({ page }) => {
  await page.setViewportSize(phone.viewport);
  const number = await fileClaim([], ownAnswers());
  await decideAsColleague(number, { outcome: 'deny', reasons: ['no-qualifying-purchase'] });
  await expect
    .poll(
      () =>
        query(
          "select from claim_review join claims on id = claim_id where number = $1 and claim_review.status = 'denied'",
          [number],
        ),
      {
        timeout: 20_000,
      },
    )
    .toHaveLength(1);
  await page.goto('/status');
  await page.getByLabel(texts.en.reference).fill(number);
  await page.getByRole('button', { name: texts.en.ask }).click();
  await page.getByLabel(texts.en.code).fill('12345');
  await page.getByRole('button', { name: texts.en.signIn, exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This code is wrong');
  await expectAccessible(page);
  await page.getByLabel(texts.en.code).fill(await readCode(number, texts.en.mailed));
  await page.getByRole('button', { name: texts.en.signIn, exact: true }).click();

  await page.getByText('Change my address or email', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Change my address or email' }).click();
  await expect(page.getByText('Enter your whole address, or your email address')).toBeVisible();
  await expectAccessible(page);
  await expectToReflow(page);
  await page.getByLabel('Email address').fill('new@example.com');
  await page.getByRole('button', { name: 'Change my address or email' }).click();
  await expect(page.getByText('n•••@example.com')).toBeVisible();
  await expectAccessible(page);

  await page.getByText('I don’t agree with the decision').click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send my dispute' }).click();
  await expect(page.getByText('Tell us why you don’t agree')).toBeVisible();
  await expectAccessible(page);
  await expectToReflow(page);
  await page.getByLabel('Tell us why', { exact: true }).fill('We bought it.');
  await page.getByRole('button', { name: 'Send my dispute' }).click();
  await expect(page.getByText('You asked us to review our decision again.')).toBeVisible();
  await expectAccessible(page);

  await page.getByText('Withdraw my claim', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Withdraw my claim' }).click();
  await expect(page.getByText('Are you sure?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, withdraw my claim' }).click();
  await expect(page.getByText('Your claim is withdrawn.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert')).toContainText('You are signed out.');
  await expectAccessible(page);
});
