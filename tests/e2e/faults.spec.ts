import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './axe.ts';
import { field, fillForm, logInByApi, openForm, passCaptcha, pdf, readClaimNumber, submit } from './consumer.ts';
import { claimsOf, query } from './filed-claims.ts';
import { expect, type Member, takeMember, test } from './members.ts';
import { answer, languages, press, readNumber } from './without-script.ts';

const lockedPdfs = join(import.meta.dirname, '../../packages/datafiles/fixtures/pdf');
async function countDocuments(claimNumber: string | undefined): Promise<number | undefined> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int from claim_documents d join claims c on c.id = d.claim_id where c.number = $1 and d.status = 'stored'`,
    [claimNumber],
  );
  return row?.count;
}
const claims = '**/api/ConsumerClaimants';
const documents = '**/api/ConsumerClaimants/SubmitDocuments**';

async function fillWith(page: Page, member: Member, files: readonly ReturnType<typeof pdf>[] = []): Promise<void> {
  await openForm(page, member);
  await fillForm(page);
  if (files.length > 0) await page.getByLabel('Your documents').setInputFiles([...files]);
  await passCaptcha(page);
}

/** Disables the automatic retry: `waiting.spec.ts` tests it. */
async function stopRetrying(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Stop and go back to the form' }).click();
}

test('a failure on our side is called one, and the claim is filed once', async ({ page, member }) => {
  await fillWith(page, member, [pdf('late.pdf', member.noticeId)]);
  const keys = new Set<string | null>();
  // The server has filed the claim before it fails. `api-client.test.ts` has the other failures.
  await page.route(claims, async (route) => {
    keys.add(await route.request().headerValue('idempotency-key'));
    await route.fetch();
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>Bad Gateway</h1></html>' });
  });
  await submit(page);
  const dialog = page.getByRole('dialog', { name: 'Something went wrong on our side' });
  await expect(dialog.getByRole('status')).toContainText('Nothing was lost: your answers are still on this page.');
  await expect(dialog.getByRole('status')).toContainText('it counts only once');
  await expect(dialog).not.toContainText(/connection|connected|many people/i);
  await expectAccessible(page);
  await stopRetrying(page);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Something went wrong on our side. Nothing was lost: your answers are still here.');
  await expect(alert).not.toContainText(/connection|many people/i);
  await expectAccessible(page);
  await page.unroute(claims);
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/ConsumerClaimants'))
      keys.add(request.headers()['idempotency-key'] ?? null);
  });
  await expect(page.getByLabel('First and last name')).toHaveValue('Ana Núñez');
  const [filed] = await claimsOf(member);
  await submit(page);
  expect(await readClaimNumber(page)).toBe(filed?.number);
  expect(await claimsOf(member)).toHaveLength(1);
  expect(await countDocuments(filed?.number)).toBe(1);
  expect(keys.size).toBe(1);
});

test('different answers after a lost response: the first claim can be kept, and gets the documents', async ({
  page,
  member,
}) => {
  await fillWith(page, member, [pdf('one.pdf', member.noticeId)]);
  await page.route(claims, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await submit(page);
  await stopRetrying(page);
  await expect(page.getByRole('alert')).toContainText('We could not reach the server');
  await page.unroute(claims);
  const [filed] = await claimsOf(member);
  await field(page, 'Total amount you paid, in dollars').fill('9999');
  await submit(page);
  const dialog = page.getByRole('dialog', { name: 'You already filed a claim with this form' });
  await expect(dialog).toContainText(`11416REF${filed?.number}`);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toContainText('You can keep it or file another claim.');
  await submit(page);
  await dialog.getByRole('button', { name: 'Keep that claim' }).click();
  expect(await readClaimNumber(page)).toBe(filed?.number);
  expect(await claimsOf(member)).toHaveLength(1);
  expect(await countDocuments(filed?.number)).toBe(1);
});

test('documents that do not arrive can be sent from the completion page', async ({ page, member }) => {
  const files = [pdf('one.pdf', member.noticeId), pdf('two.pdf', member.uniqueId)];
  await fillWith(page, member, files);
  await page.route(documents, () => {}); // never answered
  await submit(page);
  await page.getByRole('button', { name: 'Stop trying' }).click();
  await expect(page.getByText('Not received. You stopped sending it.')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send them again' }).click();
  await page.getByRole('button', { name: 'Go on to your confirmation' }).click();
  const number = await readClaimNumber(page);
  await expect(page.getByText('not all of your documents have arrived')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^(one|two)\.pdf$/ })).toHaveCount(2);
  await expectAccessible(page);
  await page.unroute(documents);
  await page.getByRole('link', { name: 'Send the missing documents' }).click();
  await expect(page.getByText('one.pdf did not arrive.')).toBeVisible();
  await page.getByLabel('Your documents').setInputFiles(files);
  await page.getByRole('button', { name: 'Send documents' }).click();
  await expect(page.getByText('We received 2 documents with your claim.')).toBeVisible();
  expect(await readClaimNumber(page)).toBe(number);
  await expect(page.getByText('not all of your documents have arrived')).toHaveCount(0);
  expect(await countDocuments(number)).toBe(2);
});

test('another person who logs in meanwhile, in another tab, does not get the claim', async ({ page, member }) => {
  await fillWith(page, member);
  const other = takeMember();
  await logInByApi(page, other);
  await submit(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Log in again, and we’ll send your claim.');
  expect(await claimsOf(other)).toHaveLength(0);
  await answer(page, languages.en.login, { noticeId: member.noticeId, uniqueId: member.uniqueId });
  await dialog.getByRole('button', { name: 'Login' }).click();
  const number = await readClaimNumber(page);
  expect((await claimsOf(member)).map((filed) => filed.number)).toEqual([number]);
});

test('a page that wakes up after its login has ended says so', async ({ page, member }) => {
  await page.clock.install();
  await openForm(page, member);
  await page.clock.setSystemTime(Date.now() + 48 * 3_600_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('alert')).toContainText('Your login has ended');
});

test('files are chosen or dropped; refused ones are named with the reason', async ({ page, member }) => {
  await openForm(page, member);
  const index = page
    .getByRole('navigation', { name: 'Sections of this form' })
    .getByRole('link', { name: /Documentation/i });
  await expect(index).not.toContainText('done');
  const archive = Buffer.concat([
    Buffer.from('PK\u0003\u0004'),
    Buffer.alloc(40),
    Buffer.from('PK\u0005\u0006'),
    Buffer.alloc(18),
  ]);
  await page.getByLabel('Your documents').setInputFiles([
    pdf('good.pdf'),
    { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    { name: 'program.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ\u0000\u0003') },
    { ...pdf('locked.pdf'), buffer: readFileSync(join(lockedPdfs, 'password-256.pdf')) },
    { ...pdf('scan.pdf'), buffer: Buffer.from('MZ\u0090\u0000 a program') },
    { ...pdf('zipped.pdf'), buffer: archive },
    { ...pdf('good-copy.pdf'), buffer: pdf('good.pdf').buffer },
    // The server keeps it under its real type.
    { ...pdf('a-photo.pdf'), buffer: Buffer.from('ffd8ffe000104a464946', 'hex') },
  ]);
  const refused = page.getByRole('alert');
  for (const text of [
    'empty.pdf The file is empty. Please choose another one.',
    'program.exe We can’t accept this type of file. Save it as one of the types above.',
    'locked.pdf It opens only with a password, so we can’t read it. Save it without the password and choose it again.',
    'good-copy.pdf This file is already in the list.',
    'scan.pdf What is inside is not a PDF file, or it is damaged. Open it, save it as a PDF and choose the PDF.',
    'zipped.pdf What is inside is not a PDF file, or it is damaged. Open it, save it as a PDF and choose the PDF.',
  ])
    await expect(refused).toContainText(text);
  const files = page.getByRole('list', { name: 'Your files' }).getByRole('listitem');
  await expect(files).toHaveText([/^good\.pdf/, /^a-photo\.pdf/]);
  await expect(index).toContainText('(done)');
  await expectAccessible(page);

  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['%PDF-1.4\nendobj\n%%EOF'], 'dropped.pdf', { type: 'application/pdf' }));
    data.items.add(new File(['%PDF-1.4 endobj %%EOF two'], 'dropped-too.pdf', { type: 'application/pdf' }));
    return data;
  });
  await page.getByText('Drop files here', { exact: false }).dispatchEvent('drop', { dataTransfer: transfer });
  await expect(files).toHaveCount(4);
  for (const name of ['good', 'a-photo', 'dropped', 'dropped-too'])
    await page.getByRole('button', { name: `Remove ${name}.pdf` }).click();
  await expect(index).not.toContainText('done');
});

test('a file that only the server refuses keeps the claim, and says why', async ({ page, member }) => {
  await page.route(documents, (route) =>
    route.fulfill({ json: { files: [{ name: 'scan.pdf', stored: false, reason: 'no-room', message: 'No space.' }] } }),
  );
  await fillWith(page, member, [pdf('scan.pdf')]);
  await submit(page);
  await expect(page.getByText('Not received.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Go on to your confirmation' }).click();
  await readClaimNumber(page);
  await expect(page.getByText('not all of your documents have arrived')).toHaveCount(0);
});

test('a form whose scripts do not arrive is one claim, also with another answer after Back', async ({ page }) => {
  const { individual: form, submit: button, another } = languages.en;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto('/consumerb-claimants');
  const typed = { name1: 'Luis Moreno', street1: '88 Juniper Court', city: 'Tampa', state: 'Florida', zip: '33602' };
  await answer(page, form, { ...typed, email: 'luis.moreno@example.com', outOfpocketExpensePaid: '$501-$1,000' });
  await answer(page, form, { excludedAcknowledgement: true, signature: 'Luis Moreno' });
  await press(page, button);
  await readNumber(page, languages.en, form.referencePrefix);
  // Not from memory: browsers of 2020 load the page again and restore what was typed.
  await page.goBack();
  await expect(page.locator('[name="name1"]')).toHaveValue('Luis Moreno');
  await answer(page, form, { city: 'Orlando' });
  await press(page, button);
  await expect(page.getByRole('button', { name: another })).toBeVisible();
});
