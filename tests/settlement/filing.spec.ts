import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { settlement } from '@redress/content/settlement';
import type { FormPage, Page as SitePage } from '@redress/contract/settlement';
import type { AnyAnswers } from '@redress/forms/answers';
import { type ClaimForm, isClaimForm, isField, isTyped } from '@redress/forms/definition';
import { receiptFields } from '@redress/contract/receipt-request';
import { passCaptcha, pdf } from '../e2e/consumer.ts';
import { query, readFiledClaim } from '../e2e/filed-claims.ts';
import { waitForHydration } from '../e2e/hydration.ts';
import { expect, type Member, takeMember, test } from '../e2e/members.ts';
import { exampleAnswers } from './example-answers.ts';
import { fillIn } from './fill-in.ts';
import { currentForms, isClosed } from './rule-tables.ts';

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
    test.describe(hasScript ? 'with script' : 'without script', () => {
      test.use({ javaScriptEnabled: hasScript });
      test.skip(isClosed(form), 'It accepts no claims today.');

      test(`the form ${form.id} is filed with example answers and a document, and its receipt is found again`, async ({
        page,
        browser,
      }) => {
        test.setTimeout(90_000);
        // Each claim has its own address for the mail.
        const address = `claimant-${form.id}-${hasScript ? 'script' : 'plain'}@example.com`;
        const answers = answersWith(form, address);
        if (form.login === 'required') await logIn(page, form, takeMember(), hasScript);
        await page.goto(pageOf(form).path);
        if (hasScript) await waitForHydration(page);
        await fillIn(page, form, answers, hasScript);
        const upload = page.locator('input[type=file]').first();
        const takesDocuments = (await upload.count()) > 0;
        if (takesDocuments) await upload.setInputFiles([pdf('proof.pdf', address)]);
        if (hasScript && form.sections.some(({ items }) => items.some(({ kind }) => kind === 'captcha')))
          await passCaptcha(page);
        await page.getByRole('button', { name: 'SUBMIT', exact: true }).click();

        await expect(page.locator('.reference')).toHaveText(new RegExp(`^${form.referencePrefix}\\d{10}$`), {
          timeout: 30_000,
        });
        const reference = await page.locator('.reference').innerText();
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

/** Answers whose receipt goes to this address. */
function answersWith(form: ClaimForm, address: string): AnyAnswers {
  const emails = form.sections.flatMap(({ items }) => items.filter(isField).filter(({ kind }) => kind === 'email'));
  const { answers, lacking } = exampleAnswers(form, Object.fromEntries(emails.map(({ name }) => [name, address])));
  expect(lacking).toEqual([]);
  return answers;
}

const asksEmail = (form: ClaimForm) =>
  form.sections.some(({ items }) => items.some(({ kind, ...item }) => kind === 'email' && !('shownWhen' in item)));

/** What the claimant typed, except tax IDs, which are stored elsewhere. */
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

/** The mail waits some minutes for documents, which have arrived here. */
async function receiveMail(reference: string, address: string): Promise<string> {
  await query('update outbox set due_at = now() where claim_id = (select id from claims where number = $1)', [
    reference.slice(-10),
  ]);
  const folder = process.env['E2E_MAIL_FOLDER'] ?? '';
  let found = '';
  await expect
    .poll(
      async () => {
        const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
        const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
        found = mails.find((mail) => mail.includes(`To: ${address}`)) ?? '';
        return found;
      },
      { timeout: 20_000 },
    )
    .not.toBe('');
  return found;
}
