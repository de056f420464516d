import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { signInAs, tabTo, useSession } from './console.ts';
import {
  addNoteAsColleague,
  createSession,
  endSessions,
  fileClaim,
  ownAnswers,
  waitForJobs,
} from './console-claims.ts';
import { query } from './filed-claims.ts';
import { hostileSvg, pdfOf, pngOf, scriptedPdf } from './hostile-documents.ts';
import { expect, test } from './members.ts';
import { address } from './settings.ts';

async function open(page: Page, claimNumber: string): Promise<void> {
  await page.goto(`/console/claims/${claimNumber}`);
  await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible();
}
const preview = (page: Page, name: string) => page.getByRole('group', { name: `Preview of ${name}` });
const frameOf = (page: Page) => page.locator('iframe.preview-frame').contentFrame();

test('a document that came by mail is added to a claim, with how, when and why', async ({ page }) => {
  const statement = { name: 'statement.pdf', bytes: pdfOf(['First page']) };
  const number = await fileClaim([statement], { ...ownAnswers(), repealerStateTotalAmountPaid: '1250.50' });
  await waitForJobs('select from claim_search join claim_scores using (claim_id) where number = $1', [number]);
  const person = await signInAs(page, 'reviewer');
  await open(page, number);
  // Nothing else tells the screen.
  await page.route('**/version', (route) => route.abort());
  await page.getByRole('button', { name: 'Add a document' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a document' });
  await dialog.getByRole('button', { name: 'Add document' }).click();
  for (const problem of ['Choose a file.', 'Choose how it arrived.', 'Enter the date.', 'Say why you are adding it.'])
    await expect(dialog.getByText(problem, { exact: true })).toBeVisible();
  await expectAccessible(page);
  const file = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: pdfOf(['By mail']) };
  await dialog.getByLabel('File').setInputFiles(file);
  await dialog.getByLabel('How it arrived').selectOption('By mail');
  await dialog.getByLabel('Received on').fill('2999-01-01');
  await dialog.getByLabel('Why').fill('It came with a letter');
  await dialog.getByRole('button', { name: 'Add document' }).click();
  await expect(dialog.getByLabel('Received on')).toHaveAccessibleDescription('This date is in the future.');
  await dialog.getByLabel('Received on').fill('2025-06-02');
  await dialog.getByRole('button', { name: 'Add document' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/, received by mail on Jun 2, 2025$/)).toBeVisible();
  const added = new RegExp(String.raw`^Added \w+ \d+, \d{4} by ${person.name}: It came with a letter$`);
  await expect(page.getByText(added)).toBeVisible();
  await expect(page.getByText(/“letter.pdf” arrived .*, added/)).toBeVisible();
  // The person who added it has seen it, and decides about the claim with it.
  await page.getByRole('button', { name: 'Deficient', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Documents are missing' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Just decided' })).toContainText(number);
});

test('a document that was saved again since it was chosen is named as the reason, and can be chosen again', async ({
  page,
}, testInfo) => {
  const number = await fileClaim([]);
  await signInAs(page, 'reviewer');
  await open(page, number);
  // Content that arrives above the button moves it while it is pressed: the click counts. Moving
  // away cancels it.
  const add = page.getByRole('button', { name: 'Add a document' });
  const dialog = page.getByRole('dialog', { name: 'Add a document' });
  await add.hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(dialog).toBeHidden();
  await add.hover();
  await page.mouse.down();
  await add.evaluate((button) => button.before(Object.assign(document.createElement('hr'), { style: 'height: 90px' })));
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  const path = testInfo.outputPath('letter.pdf');
  const choose = async (text: string) => {
    await writeFile(path, pdfOf([text]));
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByLabel('File').click();
    await expect(dialog.getByLabel('File')).toHaveValue('');
    await (await chooser).setFiles(path);
  };
  await choose('Damaged');
  await dialog.getByLabel('How it arrived').selectOption('By mail');
  await dialog.getByLabel('Received on').fill('2025-06-02');
  await dialog.getByLabel('Why').fill('It came with a letter');
  // A browser cannot read a file that was saved again; Playwright gives it a copy in memory.
  await page.route('**/documents', (route) => route.abort());
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
  });
  await dialog.getByRole('button', { name: 'Add document' }).click();
  await expect(dialog.getByText('This file has changed on your computer. Choose it again.')).toBeVisible();
  await page.unroute('**/documents');
  await choose('Saved again');
  await dialog.getByRole('button', { name: 'Add document' }).click();
  await expect(dialog).toBeHidden();
});

test('by keyboard alone: a call by two keys, a note, a tax ID with its reason and for a minute, a page of a PDF', async ({
  page,
}) => {
  await page.clock.install();
  const number = await fileClaim([{ name: 'statement.pdf', bytes: pdfOf(['First page', 'Second page']) }]);
  const person = await signInAs(page, 'supervisor');
  await open(page, number);
  await expect(page.getByText('Larkmoor Health Plan').first()).toBeVisible();

  const logged = page.getByRole('status').filter({ hasText: 'Call logged' });
  await page.keyboard.press('c');
  await expect(page.getByRole('radio', { name: 'Status of the claim' })).toBeFocused();
  await page.keyboard.press('1');
  await expect(logged).toHaveText('Call logged: Status of the claim. Undo');
  await expect(page.getByRole('button', { name: 'Log a call' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(logged).toBeHidden();
  await page.keyboard.press('c');
  await page.keyboard.press('2');
  await expect(logged).toHaveText('Call logged: Documents explained. Undo');

  // Words first: then the digit chooses, and Enter saves.
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: 'What was said' }).fill('She moves in May.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('5');
  await expect(page.getByRole('radio', { name: 'Address or contact information' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'She moves in May.' })).toContainText(
    'Call: Address or contact information',
  );

  await page.keyboard.press('n');
  await page.keyboard.type('The plan sends its statement again.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'The plan sends its statement again.' })).toContainText(
    person.name,
  );
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');

  const taxId = page.getByText('918273645');
  const reveal = async () => {
    await page.getByRole('heading', { level: 1 }).focus();
    await tabTo(page, page.getByRole('button', { name: /^Reveal/ }).first());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Reveal a tax ID' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Why do you need it?' }).focus();
    await page.keyboard.type('W-9 does not match');
    await page.keyboard.press('Enter');
    await expect(taxId).toBeFocused();
  };
  await reveal();
  await page.getByRole('button', { name: /^Hide the tax ID/ }).press('Enter');
  await expect(taxId).toBeHidden();
  await expect(page.getByRole('button', { name: /^Reveal/ }).first()).toBeFocused();
  await reveal();
  await page.clock.runFor(40_000);
  await expect(taxId).toBeVisible();
  // Time passes while no timer runs; then the tab shows again.
  await page.clock.setSystemTime(new Date(Date.now() + 180_000));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(taxId).toBeHidden();

  await page.getByRole('button', { name: 'Show statement.pdf' }).press('Enter');
  await expect(frameOf(page).locator('.text')).toHaveText('First page');
  await page.getByRole('button', { name: 'Next page' }).press('Enter');
  await expect(frameOf(page).locator('.text')).toHaveText('Second page');
  await expect(preview(page, 'statement.pdf').getByRole('status')).toHaveText('Page 2 of 2');
  await page.getByRole('button', { name: 'Rotate' }).press('Enter');
  await expect
    .poll(() =>
      frameOf(page)
        .locator('canvas')
        .evaluate(({ clientWidth, clientHeight }) => clientWidth > clientHeight),
    )
    .toBe(true);
  await preview(page, 'statement.pdf').getByRole('button', { name: 'Close' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Show statement.pdf' })).toBeFocused();

  const reads = await query<{ what: string; reason: string | null }>(
    'select what, reason from access_log where staff_id = $1 and what <> $2 order by id',
    [person.id, 'list'],
  );
  expect(reads).toContainEqual({ what: 'reveal', reason: 'W-9 does not match' });
});

const topicsOf = async (number: string) => {
  const calls = await query<{ topic: string }>(
    'select topic from calls where claim_id = (select id from claims where number = $1) order by topic',
    [number],
  );
  return calls.map(({ topic }) => topic);
};

test('a call logged by a digit is saved ten seconds later, and before that when the tab closes or somebody signs out', async ({
  page,
  context,
}) => {
  await page.clock.install();
  const number = await fileClaim();
  const person = await signInAs(page, 'call-center');
  await open(page, number);
  const undo = page.getByRole('button', { name: 'Undo' });
  const log = async (digit: string) => {
    await page.keyboard.press('c');
    await expect(page.getByRole('radio', { name: 'Status of the claim' })).toBeFocused();
    await page.keyboard.press(digit);
    await expect(undo).toBeVisible();
  };
  await log('1');
  expect(await topicsOf(number)).toEqual([]);
  await page.clock.runFor(10_000);
  await expect(undo).toBeHidden();
  await expect(page.getByText('Call: Status of the claim', { exact: true })).toBeVisible();
  expect(await topicsOf(number)).toEqual(['status-told']);

  await page.route('**/calls', (route) => route.abort());
  await log('2');
  await page.clock.runFor(10_000);
  const failed = page.getByRole('alert').filter({ hasText: '(Documents explained) wasn’t saved' });
  await expect(failed).toBeVisible();
  await page.unroute('**/calls');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed).toBeHidden();

  await log('3');
  const other = await context.newPage();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => topicsOf(number)).toEqual(['documents-explained', 'form-explained', 'status-told']);

  await open(other, number);
  await other.keyboard.press('c');
  await expect(other.getByRole('radio', { name: 'Status of the claim' })).toBeFocused();
  await other.keyboard.press('8');
  await expect(other.getByRole('button', { name: 'Undo' })).toBeVisible();
  await other.getByRole('button', { name: person.name }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Sign in');
  expect(await topicsOf(number)).toContain('other');
});

/**
 * Puts other bytes in the place of a stored document, as no claimant can: the server checks what
 * arrives.
 */
async function replaceStoredBytes(claimNumber: string, name: string, bytes: Buffer): Promise<void> {
  const [row] = await query<{ id: string; storage_key: string }>(
    `select d.id, storage_key from claim_documents d join claims c on c.id = d.claim_id where c.number = $1 and d.name = $2`,
    [claimNumber, name],
  );
  await writeFile(join(process.env['E2E_MAIL_FOLDER'] ?? '', '../documents', row?.storage_key ?? ''), bytes);
  await query('update claim_documents set size = $2 where id = $1', [row?.id, bytes.length]);
}

test('the preview has neither cookies, storage, network nor the console; hostile documents run nothing and ask for nothing', async ({
  page,
  violations,
}) => {
  const pages = Array.from({ length: 10_000 }, (_, index) => `Page number ${index + 1}`);
  const number = await fileClaim([
    { name: 'scripted.pdf', bytes: scriptedPdf() },
    { name: 'endless.pdf', bytes: pdfOf(pages) },
    { name: 'enormous.png', bytes: pngOf(20_000, 20_000) },
    { name: 'vector.png', bytes: pngOf(11, 10) },
    { name: 'half.png', bytes: pngOf(12, 10) },
    { name: 'half.pdf', bytes: Buffer.concat([pdfOf(['Half of it']).subarray(0, 300), Buffer.from('\n%%EOF')]) },
    { name: 'photo.png', bytes: pngOf(300, 200) },
  ]);
  await replaceStoredBytes(number, 'vector.png', hostileSvg());
  await replaceStoredBytes(number, 'half.png', pngOf(900, 900).subarray(0, 60));
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('blob:')) elsewhere.push(request.url());
  });
  page.on('dialog', (dialog) => {
    elsewhere.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on('page', (popup) => elsewhere.push(`page: ${popup.url()}`));
  await signInAs(page, 'reviewer');
  await open(page, number);
  const show = async (name: string) => page.getByRole('button', { name: `Show ${name}` }).click();
  const close = async (name: string) => {
    await preview(page, name).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: `Show ${name}` })).toBeFocused();
  };

  await show('scripted.pdf');
  await expect(frameOf(page).locator('.text')).toHaveText('Harmless text');
  await frameOf(page).locator('canvas').click();
  await close('scripted.pdf');

  await show('endless.pdf');
  await page.getByRole('spinbutton', { name: 'Page' }).fill('10000');
  await expect(frameOf(page).locator('.text')).toHaveText('Page number 10000');
  await close('endless.pdf');

  await show('enormous.png');
  await expect(preview(page, 'enormous.png').getByRole('status')).toContainText(
    '20,000 × 20,000 pixels, too large to preview',
  );
  await expect(preview(page, 'enormous.png').getByRole('link', { name: 'Download enormous.png' })).toBeVisible();
  await close('enormous.png');

  for (const name of ['vector.png', 'half.png', 'half.pdf']) {
    await show(name);
    await expect(preview(page, name).getByRole('status')).toContainText('damaged');
    await close(name);
  }
  expect(await page.title()).toContain('Claim');
  expect(elsewhere).toEqual([]);

  // Last, because its attempts to reach the network are violations.
  await show('photo.png');
  await expect(page.getByText('This website has no virus scanner')).toBeVisible();
  await expect
    .poll(() =>
      frameOf(page)
        .locator('canvas')
        .evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]),
    )
    .toEqual([300, 200]);
  const frame = page.frames().find((each) => each.url().endsWith('/console/preview'));
  const reach = await frame?.evaluate(async () => {
    const attempt = async (action: () => unknown) => {
      try {
        await action();
        return 'reached';
      } catch {
        return 'refused';
      }
    };
    return {
      origin,
      cookie: await attempt(() => document.cookie),
      storage: await attempt(() => localStorage.length),
      console: await attempt(() => parent.document.title),
      api: await attempt(() => fetch('/api/console/session')),
      elsewhere: await attempt(() => fetch('http://evil.example/')),
    };
  });
  expect(reach).toEqual({
    origin: 'null',
    cookie: 'refused',
    storage: 'refused',
    console: 'refused',
    api: 'refused',
    elsewhere: 'refused',
  });
  violations.length = 0;
});

test('a draft survives a reload and the end of the session, and is saved after signing in again; what others do appears', async ({
  page,
}) => {
  const number = await fileClaim();
  const person = await signInAs(page, 'call-center');
  await open(page, number);
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('Half a thought');
  await page.reload();
  await expect(note).toHaveValue('Half a thought');
  await note.fill('A whole thought');
  await expect(page.locator('.skeleton')).toHaveCount(0);
  // Not before the click: the screen's own requests would open the dialog over the button.
  const endFirst = async (route: Route) => {
    await endSessions(person);
    await route.continue();
  };
  await page.route((url) => url.pathname.endsWith('/notes'), endFirst, { times: 1 });
  // The screen repeats these, which would open the dialog again after Cancel.
  const isRepeated = (url: URL) => /\/console\/(session|work)$/.test(url.pathname);
  await page.route(isRepeated, (route) => route.abort());
  await page.getByRole('button', { name: 'Save note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // Other notices of the screen may say so, too.
  await expect(page.getByText('Your session ended. Sign in again to continue.', { exact: true })).toBeVisible();
  await expect(note).toHaveValue('A whole thought');
  await useSession(page, await createSession(person));
  await page.unroute(isRepeated);
  await page.getByRole('button', { name: 'Save note again' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'A whole thought' })).toBeVisible();
  await expect(note).toHaveValue('');
  const ana = await addNoteAsColleague(number, 'Checked the statement');
  // Its receipt may have been sent in the same seconds.
  await expect(page.getByText(`Updated: note by ${ana.name}`)).toBeVisible();
  await expect(page.getByText('Checked the statement')).toBeVisible();
});

test('a claim leads to related ones, and opened from a list to its neighbors by j and k, and back', async ({
  page,
}) => {
  const tin = String(300_000_000 + Math.floor(Math.random() * 99_999_999));
  // Other tests' claims share everything else.
  const answers = { tin, otherNames: '' };
  const numbers = [await fileClaim([], answers), await fileClaim([], answers), await fileClaim([], answers)];
  await signInAs(page, 'reviewer');
  await open(page, numbers[0] ?? '');
  const heading = page.getByRole('heading', { level: 1 });
  const related = page.getByRole('region', { name: 'Other claims' });
  // Once, with everything that it shares.
  await expect(related.locator(`li:has-text("${numbers[1]}")`)).toHaveCount(1);
  await expect(related.locator(`li:has-text("${numbers[1]}")`)).toContainText('Same tax ID');
  await related.locator(`li:has-text("${numbers[1]}")`).getByRole('link').first().click();
  await expect(heading).toContainText(numbers[1] ?? '');
  await expect(page.getByText(/^\d of \d+$/)).toBeVisible();
  const at = await page.getByText(/^\d of \d+$/).innerText();
  await page.keyboard.press(at.startsWith('1 ') ? 'j' : 'k');
  await expect(heading).not.toContainText(numbers[1] ?? '');
  await page.getByRole('link', { name: /^Back to claim/ }).click();
  await expect(heading).toContainText(numbers[0] ?? '');

  await waitForJobs('select from claim_search where number = any($1)', [numbers], 3);
  await page.goto('/console/claims?form=tpp&sort=-filed');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  const order = await page.getByRole('rowheader').allInnerTexts();
  await page.getByRole('link', { name: order[0] ?? '' }).click();
  await expect(heading).toContainText(order[0] ?? '');
  // A person who pages through a list presses the next key while the screen is changing.
  const pressed = page.evaluate(
    (next) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('h1')?.textContent.includes(next)) return;
          observer.disconnect();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true }));
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    order[1] ?? '',
  );
  await page.keyboard.press('j');
  await pressed;
  await expect(heading).toContainText(order[0] ?? '');
  await page.getByRole('link', { name: 'Back to Claims' }).click();
  await expect(page).toHaveURL(new RegExp(String.raw`/console/claims\?form=tpp&sort=-filed$`));
});
