import type { ListedDispute } from '@redress/contract/console/letters';
import { formatLetterId } from '@redress/contract/letters';
import { expectAccessible } from './axe.ts';
import { decideAsColleague, fileClaim, ownAnswers } from './console-claims.ts';
import { checkScreen } from './console-screen.ts';
import { signInAs } from './console.ts';
import { downloadBy } from './download.ts';
import { expect, test } from './members.ts';
import { insertBounces, insertLetter } from './postal-letters.ts';

test('the mailroom records returned letters by keyboard alone, also while the server is slow', async ({ page }) => {
  const letters = [];
  for (let count = 0; count < 4; count += 1) letters.push(await insertLetter('mailed'));
  const [first, second, third, fourth] = letters.map(({ code }) => code);
  await signInAs(page, 'mailroom');
  await page.goto('/console/returned');
  const field = page.getByRole('textbox');
  await expect(page.getByRole('textbox', { name: 'Letter ID' })).toBeFocused();
  // The field takes what is scanned after a click elsewhere.
  await page.getByRole('heading', { level: 1 }).click();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/console/returned-letters', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  // A scanner types the code and presses Enter. A digit is the reason, and the next code or Enter ends it.
  await page.keyboard.type(`${first}\n1${second}\n2`);
  await expect(page.getByText('Moved, forwarding address given: press Enter, then type the address.')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.type(`\n9 New Road\nDayton, OH 45402\n\n${third}5\n00000\n`);
  await page.keyboard.type(`${fourth}\n3`);
  await expect(page.getByRole('button', { name: 'Unknown at this address', pressed: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  held.resolve();
  const done = page.getByRole('region', { name: 'Letters recorded in this session' });
  const rowOf = (code = '') => done.getByRole('row', { name: formatLetterId(code) });
  for (const code of [first, third, fourth]) await expect(rowOf(code)).toContainText('Waiting for another address');
  await expect(rowOf(second)).toContainText('Queued again to another address');
  await expect(done).toContainText('A letter ID has 10 characters, not 5.');
  await expect(field).toBeFocused();
  await checkScreen(page, 'returned');
  // A letter without a reason is not recorded by another person who signs in in this tab.
  await page.keyboard.type(`${first}\n`);
  await expect(page.getByText('without a reason or address')).toBeVisible();
  await signInAs(page, 'mailroom');
  await page.goto('/console/returned');
  await expect(page.getByText('Each letter appears here once you scan it.')).toBeVisible();
});

test('a reviewer sees the letters that decisions need as claimants will, and queues them', async ({ page }) => {
  const number = await fileClaim([], ownAnswers());
  await decideAsColleague(number, { outcome: 'deficient', reasons: ['documents-missing'] });
  await signInAs(page, 'reviewer');
  await page.goto(`/console/claims/${number}`);
  await expect(page.getByText('No day before its letter is mailed')).toBeVisible();
  await page.goto('/console/letters');
  await page
    .getByRole('button', { name: /^Preview: Deficiency/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Send my answer').first()).toBeVisible();
  await dialog.getByRole('button', { name: /^Queue \d/ }).click();
  await expect(dialog).toBeHidden();
  // The letters are no longer listed, nor is the button that opened the dialog.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Recent requests to queue letters' })).toContainText('Done');
  await checkScreen(page, 'letters');
  await page.goto(`/console/claims/${number}`);
  const letters = page.getByRole('region', { name: 'Letters', exact: true });
  await expect(letters).toContainText(/Deficiency by (email|post)/);
  await letters.getByRole('button', { name: 'Read' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('What we need from you');
});

test('a supervisor reads what bounced and what is disputed', async ({ page }) => {
  const subject = await insertBounces();
  await signInAs(page, 'supervisor');
  await page.goto('/console/bounces');
  await expect(page.getByRole('heading', { name: subject })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Bounced emails' })).toBeVisible();
  await checkScreen(page, 'bounces');
  const report = page.getByRole('listitem').filter({ hasText: subject });
  // A button that does nothing yet looks like one, also in the colors of the person's system.
  await page.emulateMedia({ forcedColors: 'active' });
  const gray = await page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'GrayText';
    document.body.append(probe);
    return getComputedStyle(probe).color;
  });
  await expect(report.getByRole('button', { name: 'This email bounced' })).toHaveCSS('color', gray);
  await expect(report.getByRole('button', { name: 'Dismiss' })).not.toHaveCSS('color', gray);
  await page.emulateMedia({ forcedColors: 'none' });
  await report.getByLabel('Letter ID').fill((await insertLetter('mailed')).code);
  await report.getByRole('button', { name: 'This email bounced' }).click();
  await expect(report.getByLabel('Letter ID')).toHaveAccessibleDescription('This letter was sent by post.');
  await expect(report.getByLabel('Letter ID')).toBeFocused();
  // A message about a field that the form doesn't have is shown above the button.
  const message = 'Raise the cap to the minimum.';
  await page.route('**/bounces/*/decision', (route) =>
    route.fulfill({
      status: 422,
      json: { code: 'invalid-answers', detail: message, errors: [{ field: 'cap', rule: 'invalid', message }] },
    }),
  );
  await report.getByRole('button', { name: 'This email bounced' }).click();
  await expect(report.getByRole('alert')).toHaveText(message);
  const dispute = {
    id: '1',
    claim: '1000000008',
    caseId: 'brand-drug',
    decided: 'reduce',
    amount: '1900.0000',
    isOwn: true,
    assignee: null,
    filedAt: '2025-07-01T12:00:00Z',
    channel: 'online',
    late: false,
    grounds: ['Part of the amount is not documented', 'The amount is wrong', 'Another reason'],
    statement: 'My receipts show all of it. '.repeat(20),
    documents: [],
    outcome: null,
  } satisfies ListedDispute;
  await page.route('**/api/console/disputes', (route) => route.fulfill({ json: { disputes: [dispute] } }));
  await page.goto('/console/disputes');
  await expect(page.getByRole('region', { name: 'Disputes' })).toContainText('you decided this claim');
  await checkScreen(page, 'disputes');
});

test('a supervisor makes a batch, downloads its files, and confirms the day', async ({ page }) => {
  await insertLetter('queued', 'Concord');
  const { code } = await insertLetter('queued');
  const { name } = await signInAs(page, { role: 'supervisor', caseId: 'brand-drug' });
  await page.goto('/console/letter-batches');
  await page.waitForLoadState('networkidle');
  // The number in the navigation follows before it is next refreshed.
  const counted = page.waitForRequest('**/api/console/work', { timeout: 10_000 });
  await page.getByRole('button', { name: /^Create batch/ }).click();
  await counted;
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const batches = page.getByRole('region', { name: 'Postal batches' });
  await batches
    .getByRole('link', { name: /^Batch / })
    .first()
    .click();
  const zip = page.getByRole('link', { name: 'ZIP' });
  await expect(zip).toBeVisible({ timeout: 60_000 });
  expect((await downloadBy(page, zip)).suggestedFilename()).toMatch(/^letters-.*\.zip$/);
  await page.getByRole('link', { name: 'Postal batches', exact: true }).first().click();
  await page
    .getByLabel('CSV file')
    .first()
    .setInputFiles({
      name: 'mailed.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`letter,mailed_on\n${code},2099-01-01`),
    });
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Line 2: 2099-01-01 is in the future.')).toBeVisible();
  // A browser cannot read a file that was saved again, with the line corrected, since it was chosen.
  await page.evaluate(() => {
    Blob.prototype.text = () => Promise.reject(new DOMException('', 'NotReadableError'));
  });
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('This file has changed on your computer. Choose it again.')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('CSV file').first().click();
  await chooser;
  await expect(page.getByLabel('CSV file').first()).toHaveValue('');
  await expect(page.getByRole('region', { name: 'Letters with an incomplete address' })).toBeVisible();
  await checkScreen(page, 'letter-batches');
  await batches
    .getByRole('link', { name: /^Batch / })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Letters without a mailing day' })).toBeVisible();
  await checkScreen(page, 'letter-batches/:id');
  await page.getByRole('button', { name: 'Confirm for all letters' }).click();
  await expect(page.getByText(new RegExp(`^Confirmed for \\w+ \\d+, \\d{4} by ${name}$`))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
