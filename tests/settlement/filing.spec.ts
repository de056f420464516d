import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { settlement } from '@redress/content/settlement';
import type { FormPage, Page as SitePage } from '@redress/contract/settlement';
import type { AnyAnswers, RowAnswers } from '@redress/forms/answers';
import { type ClaimForm, type Field, type Form, isClaimForm, isField, isTyped } from '@redress/forms/definition';
import { receiptFields } from '@redress/contract/receipt-request';
import { readReference } from '../e2e/completion-page.ts';
import { passCaptcha, pdf } from '../e2e/consumer.ts';
import { query, readFiledClaim } from '../e2e/filed-claims.ts';
import { waitForHydration } from '../e2e/hydration.ts';
import { expect, type Member, takeMember, test } from '../e2e/members.ts';
import { exampleAnswers, exampleVariants } from './example-answers.ts';
import { enterAnswers, hasRadios } from './form-on-screen.ts';
import { currentForms, isClosed, isDefault } from './rule-tables.ts';

const { pages } = settlement.site;
const inEnglish = ({ language = 'en' }: SitePage) => language === 'en';
const pageOf = (form: ClaimForm): FormPage => {
  const found = pages.filter(inEnglish).find((page): page is FormPage => page.kind === 'form' && page.form === form.id);
  if (!found) throw new Error(`No page has the form ${form.id}.`);
  return found;
};
const receiptPage = pages.filter(inEnglish).find(({ kind }) => kind === 'receipt')?.path ?? '';

for (const form of currentForms.filter(isClaimForm)) {
  test(`the form ${form.id} is closed after its deadline`, async ({ page }) => {
    test.skip(!isClosed(form), 'It accepts claims today.');
    await page.goto(pageOf(form).path);
    await expect(page.getByText(pageOf(form).messages.closed ?? '')).toBeVisible();
  });

  for (const hasScript of [true, false])
    test.describe(hasScript ? 'with script' : 'without script', { tag: isDefault ? ['@long'] : [] }, () => {
      test.use({ javaScriptEnabled: hasScript });
      test.skip(isClosed(form), 'It accepts no claims today.');

      test(`the form ${form.id} is filed with example answers and a document, and its receipt is found again`, async ({
        page,
        browser,
      }) => {
        // Each claim has its own address for the mail.
        const address = `claimant-${form.id}-${hasScript ? 'script' : 'plain'}@example.com`;
        const answers = answersWith(form, address);
        if (form.login === 'required') await logIn(page, form, takeMember(), hasScript);
        await page.goto(pageOf(form).path);
        await (hasScript ? waitForHydration(page) : page.waitForURL(/\?key$/));
        await fillIn(page, form, answers, hasScript);
        const upload = page.locator('input[type=file]').first();
        const takesDocuments = (await upload.count()) > 0;
        if (takesDocuments) await upload.setInputFiles([pdf('proof.pdf', address)]);
        if (hasScript && form.sections.some(({ items }) => items.some(({ kind }) => kind === 'captcha')))
          await passCaptcha(page);
        await page.getByRole('button', { name: 'SUBMIT', exact: true }).click();

        const reference = await readReference(page);
        expect(reference).toMatch(new RegExp(`^${form.referencePrefix}\\d{10}$`));
        const read = () => readFiledClaim(reference.slice(-10));
        // With script, documents follow the claim.
        await expect.poll(async () => (await read()).documents).toBe(takesDocuments ? 1 : 0);
        const claim = await read();
        expect(Object.keys(claim.answers)).toEqual(expect.arrayContaining(typedNames(form, answers)));
        expect(claim.notice_id === null).toBe(form.login === 'none' && answers['noticeId'] === undefined);

        await expectReceipt(await browser.newPage(), form, reference, answers);
        if (asksEmail(form)) {
          const mail = await receiveMail(reference, address);
          expect(mail).toContain(reference);
        }
      });
    });
}

for (const form of currentForms.filter(isClaimForm).filter((one) => !isClosed(one)))
  for (const rows of form.sections.flatMap(({ items }) => items.filter(isField)))
    if (rows.kind === 'rows' && rows.total) {
      const { name, total } = rows;
      test(`the total of "${rows.label}" follows typing, and is among the answers to check`, async ({ page }) => {
        const answers = exampleVariants(form).find((variant) => variant.answers[name] !== undefined)?.answers ?? {};
        await page.goto(pageOf(form).path);
        await waitForHydration(page);
        await enterAnswers(page, { ...answers, [name]: [] });
        const amount = (row: number) => page.locator(`[id="field-${name}.${row}.${total.of}"]`);
        await amount(0).fill('');
        await amount(0).pressSequentially('$1,100.10');
        await amount(0).blur();
        await expect(page.getByText(`${total.label}: $1,100.10`)).toBeVisible();
        await page.locator('.rows > button').click();
        await amount(1).pressSequentially('20.9');
        await expect(page.getByText(`${total.label}: $1,121.00`)).toBeVisible();
        await expect(page.locator('#review').getByText('$1,121.00')).toBeVisible();
      });
    }

/** Answers whose receipt goes to this address. */
function answersWith(form: ClaimForm, address: string): AnyAnswers {
  const emails = form.sections.flatMap(({ items }) => items.filter(isField).filter(({ kind }) => kind === 'email'));
  const { answers, lacking } = exampleAnswers(form, Object.fromEntries(emails.map(({ name }) => [name, address])));
  expect(lacking).toEqual([]);
  return answers;
}

const asksEmail = (form: ClaimForm) =>
  form.sections.some(({ items }) => items.some(({ kind, ...item }) => kind === 'email' && !('shownWhen' in item)));

/** The answers that the claimant typed, except tax IDs, which are stored elsewhere. */
function typedNames(form: ClaimForm, answers: AnyAnswers): string[] {
  const fields = form.sections.flatMap(({ items }) => items.filter(isField).filter(isTyped));
  return fields
    .filter(({ name, kind, mayHoldTaxIds }) => answers[name] !== undefined && kind !== 'taxId' && !mayHoldTaxIds)
    .map(({ name }) => name);
}

async function logIn(page: Page, form: ClaimForm, member: Member, hasScript: boolean): Promise<void> {
  const path = pageOf(form).login;
  const login = pages.find((one) => one.kind === 'login' && one.path === path);
  if (login?.kind !== 'login' || !settlement.login) throw new Error(`The form ${form.id} has no login page.`);
  await page.goto(login.path);
  if (hasScript) await waitForHydration(page);
  await fillIn(page, settlement.login, { noticeId: member.noticeId, uniqueId: member.uniqueId }, hasScript);
  await page.getByRole('button', { name: login.messages.button, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${login.next}(#outcome)?$`));
}

/** In another browser: the number, with the ZIP code or the last name, opens the claim and its PDF. */
async function expectReceipt(page: Page, form: ClaimForm, reference: string, answers: AnyAnswers): Promise<void> {
  const complete = pages.find(({ path }) => path === pageOf(form).complete);
  if (complete?.kind !== 'complete') throw new Error(`The form ${form.id} has no completion page.`);
  await page.goto(receiptPage);
  await page.locator(`[name=${receiptFields.reference}]`).fill(reference);
  await page.locator(`[name=${receiptFields.proof}]`).fill(typeof answers['zip'] === 'string' ? answers['zip'] : 'Doe');
  await page.locator('form.receipt-request button[type=submit]').click();
  await expect(page.locator('.reference')).toHaveText(reference);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: complete.messages.receipt }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`receipt-${reference}.pdf`);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await page.close();
}

/** The mail waits a few minutes for documents, which have arrived here. */
async function receiveMail(reference: string, address: string): Promise<string> {
  await query('update receipt_outbox set due_at = now() where claim_id = (select id from claims where number = $1)', [
    reference.slice(-10),
  ]);
  const folder = process.env['E2E_MAIL_FOLDER'] ?? '';
  let found = '';
  await expect
    .poll(async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
      const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
      found = mails.find((mail) => mail.includes(`To: ${address}`)) ?? '';
      return found;
    })
    .not.toBe('');
  return found;
}

const control = (page: Page, path: string): Locator => page.locator(`[id="field-${path}"]`);
const radio = (page: Page, name: string, value: string): Locator =>
  page.locator(`input[type=radio][name="${name}"][value="${value}"]`);

/**
 * Answers a form as people do, from the top to the bottom. Without JavaScript, a question that
 * another answer shows appears only after Continue.
 */
async function fillIn(page: Page, form: Form, answers: AnyAnswers, hasScript: boolean): Promise<void> {
  const fields = new Map(
    form.sections.flatMap(({ items }) => items.filter(isField).map((field) => [field.name, field])),
  );
  for (const [name, answer] of Object.entries(answers)) {
    const field = fields.get(name);
    if (!field) throw new Error(`The form ${form.id} has no field ${name}.`);
    const first = firstControl(page, field, answer);
    // The button with a language opens the form in that.
    if (!hasScript && (await first.count()) === 0)
      await page.locator('button[value="continue"]:not([lang])').first().click();
    await expect(first, `the question ${name}`).toBeVisible();
    if (typeof answer === 'object') await fillInRows(page, field, answer);
    else if (typeof answer === 'boolean') await first.setChecked(answer);
    else if (hasRadios(field)) await first.check();
    else if (field.kind === 'select') await first.selectOption(answer);
    else await first.fill(answer);
  }
}

function firstControl(page: Page, field: Field, answer: AnyAnswers[string]): Locator {
  if (field.kind === 'rows') return page.locator(`button[value="add-row ${field.name}"]`);
  return hasRadios(field) && typeof answer === 'string' ? radio(page, field.name, answer) : control(page, field.name);
}

async function fillInRows(page: Page, field: Field, rows: readonly RowAnswers[]): Promise<void> {
  for (const [index, row] of rows.entries())
    for (const [cell, value] of Object.entries(row)) {
      const input = control(page, `${field.name}.${String(index)}.${cell}`);
      if ((await input.count()) === 0) await page.locator(`button[value="add-row ${field.name}"]`).click();
      await input.fill(value);
    }
}
