import { byEmailId } from '@redress/contract/status-page';
import type { Page } from '@playwright/test';
import { pdf } from '../setup/uploads.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './members.ts';
import { phone, tagsOf } from './settings.ts';
import { fileDeficient, fileDenied, readStatusCode } from './status-page.ts';
import { expectToFit } from './without-script.ts';

const texts = {
  en: {
    home: '/',
    link: 'Claim status',
    reference: 'Reference number',
    ask: 'Email me a code',
    code: 'Code from the email',
    signIn: 'Sign in',
    asked: 'What we need from you',
    files: 'Files',
    statement: 'Or explain',
    send: 'Send my answer',
    missing: 'Add a file, or explain',
    received: 'We received your answer, and are reviewing your claim.',
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
    signIn: 'Entrar',
    asked: 'Qué necesitamos de usted',
    files: 'Archivos',
    statement: 'O explíquelo',
    send: 'Enviar mi respuesta',
    missing: 'Agregue un archivo o explíquelo',
    received: 'Recibimos su respuesta y estamos revisando su reclamo.',
    sent: 'Lo que usted envió',
    other: 'English',
    inOther: 'What you sent',
  },
};

/** At 400% zoom on a screen of 1,280 pixels, nothing scrolls sideways. */
async function expectToReflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  await expectToFit(page);
  await page.setViewportSize(phone.viewport);
}

for (const language of ['en', 'es'] as const) {
  const text = texts[language];

  test.describe(`at 375 px, ${language}`, () => {
    test.use(phone);

    test(
      `a claimant signs in with an emailed code, and answers a deficiency, ${language}`,
      tagsOf(language),
      async ({ page }) => {
        const number = await fileDeficient();
        await page.goto(text.home);
        await page.getByRole('main').getByRole('link', { name: text.link }).click();
        await expectAccessible(page);
        await expectToReflow(page);
        // Emails link to it.
        await expect(page.locator(`#${byEmailId}`)).toBeVisible();
        await page.getByLabel(text.reference).fill(number);
        await page.getByRole('button', { name: text.ask }).click();
        await expectAccessible(page);
        await page.getByLabel(text.code).fill(await readStatusCode(number));
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

        await expect(page.getByText(text.received)).toBeVisible();
        await expect(page.getByRole('heading', { name: text.sent })).toBeVisible();
        await expect(page.getByText('bill.pdf')).toBeVisible();
        await expect(page.getByText('I am the owner.')).toBeVisible();
        await expectAccessible(page);
        await expectToReflow(page);
        await page.getByRole('link', { name: text.other }).click();
        await expect(page.getByRole('heading', { name: text.inOther })).toBeVisible();
      },
    );
  });
}

test('a claimant changes the email, disputes a decision, and withdraws a claim', async ({ page }) => {
  await page.setViewportSize(phone.viewport);
  const number = await fileDenied();
  await page.goto('/status');
  await page.getByLabel(texts.en.reference).fill(number);
  await page.getByRole('button', { name: texts.en.ask }).click();
  await page.getByLabel(texts.en.code).fill('12345');
  await page.getByRole('button', { name: texts.en.signIn, exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This code is wrong');
  await expectAccessible(page);
  await page.getByLabel(texts.en.code).fill(await readStatusCode(number));
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
