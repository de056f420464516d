import { formatLetterId } from '@redress/contract/letters';
import { decideAsColleague, fileClaim, ownAnswers } from './console-claims.ts';
import { checkScreen } from './console-screen.ts';
import { signInAs } from './console.ts';
import { downloadBy } from './download.ts';
import { expect, test } from './members.ts';
import { insertBounces, insertLetter } from './postal-letters.ts';

test('the mailroom records returned letters by keyboard alone: the ID, a digit, Enter', async ({ page }) => {
  const letters = [await insertLetter('mailed'), await insertLetter('mailed'), await insertLetter('mailed')];
  await signInAs(page, 'mailroom');
  await page.goto('/console/returned');
  const id = page.getByLabel('Letter ID');
  await expect(id).toBeFocused();
  // A scanner types the code and presses Enter.
  for (const [index, { code }] of letters.entries()) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.keyboard.press(String([1, 2, 5][index]));
    if (index === 1) {
      await expect(page.getByRole('textbox', { name: 'Forwarding address' })).toBeFocused();
      await page.keyboard.type('9 New Road\nDayton, OH 45402');
      await page.keyboard.press('Control+Enter');
    } else {
      await expect(page.getByRole('radio', { checked: true })).toBeFocused();
      await page.keyboard.press('Enter');
    }
    await expect(id).toHaveValue('');
    await expect(id).toBeFocused();
  }
  const done = page.getByRole('region', { name: 'Letters recorded in this session' });
  await expect(done.getByRole('row', { name: formatLetterId(letters[0]?.code ?? '') })).toContainText(
    'Waiting for another address',
  );
  await expect(done.getByRole('row', { name: formatLetterId(letters[1]?.code ?? '') })).toContainText(
    'Queued again to another address',
  );
  await page.keyboard.type('00000');
  await page.keyboard.press('Enter');
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A letter ID has 10 characters, not 5')).toBeVisible();
  await page.getByRole('radio', { name: /forwarding address given/ }).check();
  await checkScreen(page, 'returned');
});

test('a scanner that presses no Enter works, too, and after a refused letter the next one needs its own reason', async ({
  page,
}) => {
  const [first, second] = [await insertLetter('mailed'), await insertLetter('mailed')];
  await signInAs(page, 'mailroom');
  await page.goto('/console/returned');
  const id = page.getByLabel('Letter ID');
  await expect(id).toBeFocused();
  await page.keyboard.type(`${first.code}3`);
  await expect(page.getByRole('radio', { name: /Unknown at this address/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(id).toHaveValue('');
  await page.keyboard.type('0000000001');
  await page.keyboard.press('Enter');
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/A character of the letter ID is wrong/)).toBeVisible();
  await expect(id).toBeFocused();
  await page.keyboard.type(second.code);
  await expect(id).toHaveValue(second.code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.keyboard.press('5');
  await page.keyboard.press('Enter');
  await expect(id).toHaveValue('');
  const done = page.getByRole('region', { name: 'Letters recorded in this session' });
  await expect(done.getByRole('row', { name: formatLetterId(second.code) })).toContainText(
    'Waiting for another address',
  );
});

test('a reviewer sees the letters that decisions need as claimants will, and queues them', async ({ page }) => {
  const number = await fileClaim([], ownAnswers());
  await decideAsColleague(number, { outcome: 'deficient', reasons: ['documents-missing'] });
  await signInAs(page, 'reviewer');
  await page.goto('/console/letters');
  await page
    .getByRole('button', { name: /^Preview: Deficiency/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Send my answer').first()).toBeVisible();
  await dialog.getByRole('button', { name: /^Queue \d/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Recently queued letters' })).toContainText('Done');
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
  await page.goto('/console/disputes');
  await expect(page.getByRole('heading', { level: 1, name: 'Disputes' })).toBeVisible();
  await checkScreen(page, 'disputes');
});

test('a supervisor makes a batch, downloads its files, and confirms the day', async ({ page }) => {
  await insertLetter('queued', 'Concord');
  const { code } = await insertLetter('queued');
  await signInAs(page, { role: 'supervisor', caseId: 'brand-drug' });
  await page.goto('/console/letter-batches');
  await page.getByRole('button', { name: /^Create batch/ }).click();
  const batches = page.getByRole('region', { name: 'Postal batches' });
  const zip = batches.getByRole('link', { name: 'ZIP' }).first();
  await expect(zip).toBeVisible({ timeout: 60_000 });
  expect((await downloadBy(page, zip)).suggestedFilename()).toMatch(/^letters-.*\.zip$/);
  await page
    .getByLabel('CSV file')
    .first()
    .setInputFiles({
      name: 'mailed.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`letter,mailed_on\n${code},2099-01-01`),
    });
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Line 2: 2099-01-01 is in the future')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Letters with an incomplete address' })).toBeVisible();
  await checkScreen(page, 'letter-batches');
  await batches
    .getByRole('link', { name: /^Batch / })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Letters without a mailing day' })).toBeVisible();
  await checkScreen(page, 'letter-batches/:id');
  await page.getByRole('button', { name: 'Confirm for all letters' }).click();
  await expect(page.getByRole('heading', { name: 'Not confirmed' })).toBeHidden();
});
