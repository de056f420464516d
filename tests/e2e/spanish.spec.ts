import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { settlement } from '@redress/content/settlement';
import { site } from '@redress/content/site';
import { newestVersionOf } from '@redress/contract/claim-forms';
import type { PageVariants } from '@redress/contract/site-files';
import { partsOf } from '../setup/mail-server.ts';
import { hasPdfToText } from '../setup/pdf-to-text.ts';
import { pdf } from './consumer.ts';
import { downloadBy } from './download.ts';
import { query } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { goOnline, waitForHydration } from './hydration.ts';

// From Home to the receipt, nothing a Spanish reader sees is in English unless it is marked as
// English.

const client = join(import.meta.dirname, '../../apps/site/dist/client');
const spanishPages = site.pages.filter(({ language }) => language === 'es');

async function expectSpanish(page: Page, where: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', /^es(-US)?$/);
  expect(findEnglish(await readTexts(page)), where).toEqual([]);
}

/** The beginning of a label on the consumer form. */
function labelOf(name: string): string {
  const form = newestVersionOf(settlement.translations?.es?.claimForms ?? [], 'consumer');
  const items = form?.sections.flatMap((section) => section.items) ?? [];
  const item = items.find((one) => 'name' in one && one.name === name);
  if (!item || !('label' in item)) throw new Error(`The form has no field ${name}`);
  return item.label;
}
const field = (page: Page, name: string) => page.getByLabel(labelOf(name), { exact: false }).first();

test('English text is found, so the tests below are meaningful', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => (document.documentElement.lang = 'es'));
  expect(findEnglish(await readTexts(page)).length).toBeGreaterThan(30);
  expect(findEnglish(['Entre con su Notice ID', 'Escriba a info@settlement.example.com', '17 may 2025'])).toEqual([]);
  expect(findEnglish(['Please try again', 'Elija un file'])).toHaveLength(2);
});

// In one browser window: a window for each takes longer than reading the page.
test('no page has English text', async ({ page }) => {
  for (const { path } of spanishPages)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectSpanish(page, path);
    });
});

test('no page has English text on any other day either', async ({ page }) => {
  const parse: (json: string) => PageVariants = JSON.parse;
  const variants = parse(await readFile(join(client, 'variants.json'), 'utf8')).pages;
  const files = spanishPages.flatMap(({ path }) => variants[path] ?? []);
  expect(files.length).toBeGreaterThan(spanishPages.length);
  for (const { file } of files) {
    await page.setContent(await readFile(join(client, file), 'utf8'), { waitUntil: 'commit' });
    await expectSpanish(page, file);
  }
});

test('the language link keeps what was typed', async ({ page }) => {
  await page.goto('/consumerb-claimants');
  await waitForHydration(page);
  await page.getByLabel('Claimant name').fill('Luis Moreno');
  await page.getByRole('banner').getByRole('link', { name: 'Español' }).click();
  await expect(page).toHaveURL(/\/es\/consumerb-claimants$/);
  await expect(page.locator('[name="name1"]')).toHaveValue('Luis Moreno');
  await page.locator('[name="city"]').fill('Tampa');
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/[^s]\/consumerb-claimants$/);
  await expect(page.getByLabel('Claimant name')).toHaveValue('Luis Moreno');
  await expect(page.getByLabel('City')).toHaveValue('Tampa');
});

// The other forms have the same rules, and `translations.test.ts` their texts.
test('the consumer form has no English text when everything is missing, wrong or too long', async ({
  page,
  member,
}) => {
  const path = '/es/consumera-claimants';
  await logIn(page, member);
  await page.goto(path);
  const send = page.getByRole('button', { name: 'ENVIAR' });
  await waitForHydration(page);
  for (const value of ['', 'x', '{}'.repeat(150), '12345678901234567890']) {
    for (const input of await page.locator('main input:not([type="radio"], [type="checkbox"], [type="file"])').all())
      if (await input.isVisible()) await input.fill(value);
    await send.click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectSpanish(page, `${path} with ${value}`);
  }
  const buffer = Buffer.from('4d5a90000300000004000000ffff', 'hex');
  const program = { name: 'foto.exe', mimeType: 'application/x-msdownload', buffer };
  await page.locator('input[type="file"]').setInputFiles([pdf('recibo.pdf'), program]);
  await expect(page.getByRole('button', { name: 'Quitar recibo.pdf' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'foto.exe' })).toBeVisible();
  await expectSpanish(page, `${path} with documents`);
  await page.getByRole('button', { name: 'Quitar recibo.pdf' }).click();
  await expectSpanish(page, `${path} with a document removed`);
});

async function logIn(page: Page, member: { readonly noticeId: string; readonly uniqueId: string }): Promise<void> {
  await page.goto('/es/consumer-login');
  await page.getByLabel('Notice ID').fill(member.noticeId);
  await page.getByLabel('Unique ID').fill(member.uniqueId);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL(/\/es\/consumera-instructions/);
}

test('from Home to the receipt, by paper and by mail, with errors on the way @phone', async ({
  page,
  member,
}, testInfo) => {
  await page.goto('/es');
  await page.getByText('El antidepresivo o su genérico', { exact: true }).click();
  await page.getByText('Yo, para mí o para mi familia').click();
  await page.getByText('Sí, y tengo un aviso con mis números').click();
  await page.getByRole('link', { name: 'Presentar un reclamo de consumidor' }).click();
  const enter = page.getByRole('button', { name: 'Iniciar sesión' });
  await enter.click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  await expectSpanish(page, 'the login with empty fields');
  await page.getByLabel('Notice ID').fill('999999999');
  await page.getByLabel('Unique ID').fill('NINGUNO0');
  await enter.click();
  await expect(page.getByText('Usuario no encontrado')).toBeVisible();
  await expectSpanish(page, 'the login with unknown numbers');
  await logIn(page, member);
  await page.getByRole('link', { name: 'Siguiente' }).first().click();
  await expect(page).toHaveURL(/\/es\/consumera-claimants/);
  await expect(page.getByText(member.noticeId)).toBeVisible();
  await expectSpanish(page, 'the form of a person who is logged in');

  const address = `rosa.${testInfo.project.name}.${testInfo.retry}@example.com`;
  const answers = {
    name1: 'Rosa Núñez',
    street1: 'Calle Olmo 12',
    city: 'Phoenix',
    zip: '85004',
    phone1: '6025550142',
    email: address,
    repealerStateTotalAmountPaid: '1250.50',
    totalNumOfPrescriptions: '24',
    signature: 'Rosa Núñez',
  };
  for (const [name, answer] of Object.entries(answers)) await field(page, name).fill(answer);
  await page.locator('select[name="state"]').selectOption('Nuevo México');
  await page.getByRole('radio', { name: 'Sí', exact: true }).check();
  await page.getByLabel(labelOf('classMemberConfirmation')).check();
  await page.getByLabel(labelOf('files')).setInputFiles([pdf('recibo-2009.pdf')]);
  await page.getByLabel(labelOf('googleRecaptchaToken')).click();
  await expect(page.getByText('Revisado. Ya puede enviar su reclamo.')).toBeVisible();
  await expectSpanish(page, 'the filled form');

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'ENVIAR' }).click();
  await expect(page.getByRole('dialog')).toContainText('Su dispositivo no tiene conexión');
  await expectSpanish(page, 'the form without a connection');
  await page.getByRole('button', { name: 'Parar y volver al formulario' }).click();
  await expect(page.getByText('No se perdió nada: sus respuestas siguen aquí.', { exact: false })).toBeVisible();
  await expectSpanish(page, 'the form that was not sent');
  await goOnline(page);
  await page.getByRole('button', { name: 'ENVIAR' }).click();
  await expect(page).toHaveURL(/\/es\/consumer-complete/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GRACIAS POR ENVIAR SU INFORMACIÓN');
  await expectSpanish(page, 'the completion page');

  const receipt = await downloadBy(page, page.getByRole('button', { name: 'Descargar su recibo (PDF)' }));
  expect(receipt.suggestedFilename()).toContain('recibo');
  if (hasPdfToText) {
    const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], {
      input: await readFile(await receipt.path()),
      encoding: 'utf8',
    });
    expect(stdout).toContain('Rosa Núñez');
    expectSpanishReceipt(stdout);
  }
  // The mail waits a few minutes for documents, which have arrived here.
  const reference = await page.locator('.reference').innerText();
  await query(
    `update receipt_outbox set due_at = now() where claim_id = (select id from claims where $1 like '%' || number)`,
    [reference],
  );
  const mail = await receiveMail(address);
  const headers = mail.slice(0, mail.indexOf('\r\n\r\n'));
  expect(headers).toMatch(/^content-language: es/im);
  for (const part of partsOf(mail).filter(({ type }) => type.startsWith('text/'))) {
    const text = part.bytes.toString('utf8');
    if (part.type !== 'text/html') expectSpanishReceipt(text);
    else {
      // Our own pages accept no markup from a script.
      await page.goto('about:blank');
      await page.setContent(text);
      await expectSpanish(page, 'the mail');
    }
  }

  await page.goto('/es/consumer-complete');
  await page.getByRole('link', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/es$/);
  await page.goto('/es/consumera-claimants');
  await expect(page.getByRole('heading', { name: 'Usted presentó un reclamo con este formulario' })).toBeVisible();
  await expectSpanish(page, 'the form after a claim was filed with it');
  await page.goto('/es/consumer-login');
  await page.getByLabel('Notice ID').fill(member.noticeId);
  await page.getByLabel('Unique ID').fill(member.uniqueId);
  await enter.click();
  await expect(page.getByText('Ya se presentó un reclamo', { exact: false })).toBeVisible();
  await expectSpanish(page, 'the instructions for a person who filed');
});

/** The official name of the case stays in English. */
function expectSpanishReceipt(text: string): void {
  const lines = text.replaceAll(site.caption, '').split(/\r?\n/);
  expect(lines.join(' ')).toMatch(/reclamo/i);
  expect(findEnglish(lines)).toEqual([]);
}

/** The message that the server wrote for an address, once it exists. */
async function receiveMail(address: string): Promise<string> {
  const folder = process.env['E2E_MAIL_FOLDER'] ?? '';
  let found: string | undefined;
  await expect
    .poll(async () => {
      const names = await readdir(folder).catch(() => []);
      const messages = await Promise.all(
        names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'latin1')),
      );
      found = messages.find((message) => message.includes(`To: ${address}`));
      return found;
    })
    .toBeDefined();
  return found ?? '';
}

/**
 * Frequent English words that are not Spanish: a text that contains one counts as English. Omits
 * those that both languages spell alike (`a`, `no`, `me`, `has`, `may`, `use`, `note`, `date`,
 * `final`, `notice` in “Notice ID”).
 */
const englishWords = new Set(
  `the of and you your yours we our is are was were be been am it its they them their this that these those
  to for with from by on at into or if an not but than then there here where when which who what how why
  have had do does did can could will would should must please all any each every more most other some only also
  about after before until again still yet out up down
  claim claims claimed form forms file files filed filing court settlement required field fields submit login log
  next page pages home deadline sign signed signature state choose search class payment payments paid pay address
  street name number phone mail email member members company answer answers receipt document documents download
  upload late closed year month day today yes back send sent receive received add added another remove removed
  loading checking help call print keep kept try wait minute minutes question questions information
  privacy policy consumer drug brand maker judge lawyer lawyers hearing approval appeal`.split(/\s+/),
);

/**
 * The texts that look English, each with the words that show it. Ignores web and email addresses.
 */
function findEnglish(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const words = text
      .replace(
        /\S+@\S+|\bhttps?:\/\/\S+|\b[\w-]+(\.[\w-]+)*\.(com|org|gov|invalid)\b\S*|\S+\.(pdf|xlsx|eml|json)\b/g,
        ' ',
      )
      .toLowerCase()
      .match(/[\p{L}’']+/gu);
    const found = [...new Set(words?.filter((word) => englishWords.has(word)))];
    return found.length > 0 ? [`${text.trim()} [${found.join(', ')}]`] : [];
  });
}

/**
 * Everything on a page that is in Spanish or has no explicit language: visible text, text for
 * screen readers, closed lists and dialogs, the title, and attributes. Skips what is marked as
 * English (`lang="en"`).
 */
function readTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inEnglish = (element: Element | null) =>
      element?.closest('[lang]')?.getAttribute('lang')?.startsWith('en') ?? false;
    const texts: string[] = [document.title];
    for (const meta of document.querySelectorAll('meta[name="description"], meta[property^="og:"]'))
      if (!/url|image$|locale|type|width|height/.test(meta.getAttribute('property') ?? ''))
        texts.push(meta.getAttribute('content') ?? '');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent?.closest('script, style, noscript, template') || inEnglish(parent)) continue;
      texts.push(node.textContent ?? '');
    }
    const attributes = [
      'alt',
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'title',
      'placeholder',
      'label',
    ];
    for (const element of document.body.querySelectorAll('*')) {
      if (inEnglish(element)) continue;
      for (const name of attributes) texts.push(element.getAttribute(name) ?? '');
      if (element instanceof HTMLInputElement && ['button', 'submit', 'reset'].includes(element.type))
        texts.push(element.value);
    }
    return texts.filter((text) => text.trim() !== '');
  });
}
