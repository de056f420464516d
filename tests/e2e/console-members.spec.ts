import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { insertIdRequest } from '../setup/id-requests.ts';
import { expectAccessible } from './axe.ts';
import { checkScreen } from './console-screen.ts';
import { enter, signInAs } from './console.ts';
import { downloadBy } from './download.ts';
import { query } from './filed-claims.ts';
import { goOnline } from './hydration.ts';
import { expect, test } from './members.ts';

const header = 'notice_id,unique_id,first_name,last_name,street,city,state,zip,case';

/** A class member that only this test has, with a name that no other one is like. */
function inventMember() {
  const letters = Array.from({ length: 8 }, () => 'bcdfghklmnprstvz'[randomInt(16)]).join('');
  const noticeId = String(600_000_000 + randomInt(99_999_999));
  const lastName = `${letters[0]?.toUpperCase()}${letters.slice(1, 4)}a${letters.slice(4)}`;
  const row = `${noticeId},QQ${String(randomInt(1_000_000)).padStart(6, '0')},Wilhelmina,${lastName},17 Quarry Lane,Concord,New Hampshire,03301,brand-drug`;
  return { noticeId, lastName, row };
}

const choose = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).setInputFiles({
    name: 'members of the notices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });

test('a supervisor imports a list with a bad row, fixes it, finds a class member, answers a request; the call center asks for an address', async ({
  page,
}) => {
  const member = inventMember();
  const other = inventMember();
  await signInAs(page, 'supervisor');

  await page.goto('/console/members');
  await page.getByRole('link', { name: 'Import class members' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Choose a file.', { exact: true })).toBeVisible();
  await choose(page, 'File', [header, member.row, other.row.replace('brand-drug', 'no-case')].join('\n'));
  await enter(page, page.getByRole('button', { name: 'Import', exact: true }));
  await expect(page.getByRole('heading', { name: 'Import class members' })).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('Nothing was imported: 1 of 2 rows is bad.');
  await expect(page.getByRole('region', { name: 'Bad rows' }).getByRole('row').nth(1)).toContainText(
    /^3\s*case is none of: .*brand-drug/,
  );
  await checkScreen(page, 'members/import');
  const download = await downloadBy(page, page.getByRole('link', { name: 'Download the bad rows' }));
  expect(download.suggestedFilename()).toMatch(/^bad-rows-.*\.csv$/);

  await page.getByRole('link', { name: 'Import another list' }).click();
  await choose(page, 'File', [header, member.row, other.row].join('\n'));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('2 class members were imported.')).toBeVisible();
  // The result has its own address.
  await page.reload();
  await expect(page.getByText('2 class members were imported.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Imports' }).getByRole('row').nth(1)).toContainText('Imported');

  // The same file again.
  await page.getByRole('link', { name: 'Import another list' }).click();
  await choose(page, 'File', [header, member.row, other.row].join('\n'));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was imported: this file was imported before, ');

  // A list with semicolons and other names, which is then taken back.
  await page.getByRole('link', { name: 'Import another list' }).click();
  const { noticeId } = inventMember();
  await choose(page, 'File', `Number;PIN;Full name\n${noticeId};QQ000001;Jane Doe\n`);
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription(/^The column “Full name” seems to have/);
  await expect(page.getByLabel('Last name')).toHaveValue('');
  await choose(page, 'File', `Number;PIN;Surname;Zip code;Lang\n${noticeId};QQ000001;Doe;85001;en\n1;Q;;x;en\n`);
  await expect(page.getByText('Not imported: Number, Lang')).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue('Surname');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByLabel('Notice ID', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Notice ID', { exact: true })).toHaveAccessibleDescription('Choose a column.');
  await expect(page.getByLabel('Case')).toHaveAccessibleDescription('Choose the case.');
  await page.getByLabel('Notice ID', { exact: true }).selectOption('Number');
  await page.getByLabel('Case').selectOption({ value: 'case brand-drug' });
  await page.getByLabel('Skip bad rows and import the others').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/^1 class member was imported to .*Antitrust/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo this import …' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText('1 class member was removed.')).toBeVisible();
  await expect(page.getByText('Correct these lines in your file, then import the whole file again.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Imports' }).getByRole('row').nth(1)).toContainText('Undone');

  await page.getByRole('link', { name: 'Class members', exact: true }).first().click();
  const words = page.getByLabel('Name or Notice ID');
  await words.fill(member.noticeId);
  await words.press('Enter');
  await expect(page.getByRole('region', { name: 'Class members' }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('status').filter({ hasText: /^1 class member$/ })).toBeAttached();
  await expect(words).toBeFocused();
  expect(new URL(page.url()).searchParams.get('q')).toBe(member.noticeId);
  await checkScreen(page, 'members');
  await enter(page, page.getByRole('link', { name: 'Clear filters' }));
  await expect(words).toHaveValue('');
  // All filters are in one row.
  expect((await page.getByRole('group', { name: 'Filters' }).boundingBox())?.height).toBeLessThanOrEqual(40);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(words).toHaveValue(member.noticeId);
  await expect(page.getByRole('region', { name: 'Class members' }).getByRole('row')).toHaveCount(2);
  // By keyboard, from the row.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Wilhelmina ${member.lastName}` })).toBeVisible();

  await page.getByRole('button', { name: 'Correct the address' }).click();
  await page.getByLabel('Street address').fill('1 Granite Street');
  await page.getByLabel('City').fill('Concord');
  await page.getByLabel('State', { exact: true }).fill('New Hampshire');
  await page.getByLabel('Where it comes from').selectOption('Returned mail');
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByText('Enter the ZIP code.')).toBeVisible();
  await expect(page.getByText('Enter the reason.')).toBeVisible();
  await checkScreen(page, 'members/:noticeId');
  await expect(page.getByLabel('Street address')).toHaveValue('1 Granite Street');
  await page.getByLabel('ZIP code').fill('03303');
  await page.getByLabel('Reason').fill('Forwarding address on the returned notice.');

  // Meanwhile, another person adds an address.
  await query(
    `insert into member_addresses (notice_id, street, city, state, zip, source, reason, entered_at, decision, decided_by, decided_at)
     select $1, '2 Marble Street', 'Concord', 'New Hampshire', '03301', 'call', 'Called', now(), 'confirmed', id, now()
     from staff order by created_at desc limit 1`,
    [member.noticeId],
  );
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByRole('alert')).toContainText('Mail now goes to 2 Marble Street');
  await expect(page.getByLabel('ZIP code')).toHaveValue('03303');

  // Without a connection, nothing that was typed is lost.
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByText('No response from the server.', { exact: false }).first()).toBeVisible();
  await goOnline(page);
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByText('1 Granite Street, Concord, New Hampshire 03303').first()).toBeVisible();
  await expect(page.getByText('Address saved. Mail goes there.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Addresses' })).toBeFocused();
  // A call from a class member who has no claim.
  await page.keyboard.press('c');
  await expect(page.getByLabel('Call about')).toBeFocused();
  await page.keyboard.press('4');
  await expect(page.getByLabel('Call about')).toHaveValue('lost-ids');
  await page.getByLabel('What was said').fill('Wants the letter again.');
  await page.getByRole('button', { name: 'Log call' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Wants the letter again.' })).toContainText(
    'Call: Lost IDs',
  );
  // The next attempt is refused, and the earlier message no longer shows.
  await page.getByRole('button', { name: 'Correct the address' }).click();
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
  await expect(page.getByText('Address saved. Mail goes there.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Correct the address' })).toBeFocused();

  const sender = {
    caseId: 'brand-drug',
    name: `Wilhelmna ${member.lastName}`,
    street: '17 Quarry Ln',
    city: 'Concord',
    state: 'New Hampshire',
    zip: '03301',
  };
  const request = await insertIdRequest(query, sender);
  await insertIdRequest(query, sender);
  await page.getByRole('link', { name: 'Lost IDs' }).click();
  await page
    .getByRole('region', { name: 'Requests for lost IDs' })
    .getByRole('link', { name: request, exact: true })
    .click();
  const candidate = page.getByRole('radio', { name: new RegExp(member.lastName) });
  await expect(candidate).toBeVisible();
  await page.getByRole('button', { name: 'Record answer' }).click();
  await expect(page.getByText('Choose the class member, or another answer.')).toBeVisible();
  // A class member who is not a candidate is shown with the address that the letter would go to.
  await page.getByRole('radio', { name: 'Another class member' }).check();
  // Until the answer comes, nothing says that there is none.
  const held = Promise.withResolvers<void>();
  await page.route(`**/members/${other.noticeId}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByLabel('Notice ID').fill(other.noticeId);
  await page.getByRole('button', { name: 'Record answer' }).click();
  await expect(page.getByRole('alert')).toContainText('The class member is still loading.');
  held.resolve();
  await page.getByLabel('Notice ID').fill(member.noticeId);
  await expect(page.getByRole('status').filter({ hasText: '1 Granite Street' })).toBeVisible();
  await candidate.check();
  await page.getByRole('button', { name: 'Record answer' }).click();
  await expect(page.getByRole('alert')).toContainText('another person must send the letter there');
  await signInAs(page, 'supervisor');
  await page.reload();
  await candidate.check();
  await page.getByRole('button', { name: 'Record answer' }).click();
  await expect(page.getByText('The letter is due.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Record answer' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change answer' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next open request' })).toHaveCount(1);
  await checkScreen(page, 'id-requests/:id');

  await page.getByRole('link', { name: 'All requests' }).click();
  await expect(page.getByRole('heading', { name: 'Letters for the mail house' })).toBeVisible();
  await checkScreen(page, 'id-requests');
  await page.getByRole('button', { name: 'Create list' }).click();
  await expect(page.getByText('No letters due.')).toBeVisible();

  // Another person filed under the Notice ID, from another address.
  const number = String(4_000_000_000 + randomInt(999_999_999));
  const filed = { name1: 'Wilhelmina Doe', street1: '8 Basalt Street', city: 'Concord', state: 'NH', zip: '03301' };
  await query(
    `insert into claims (number, form_id, form_version, case_id, language, notice_id, filed_at, late, documents_expected,
       answers, summary, answers_hash, documents_due, suspected_machine)
     values ($1, 'consumer', 1, 'brand-drug', 'en', $2, now(), false, 0, $3, '[]', sha256(''), false, false)`,
    [number, other.noticeId, JSON.stringify(filed)],
  );
  const caller = await signInAs(page, 'call-center');
  await page.goto(`/console/members/${other.noticeId}`);
  await page.getByRole('button', { name: 'Request an address change' }).click();
  await expect(page.getByText(`Letters about claim ${number} go there only if the reviewer says so.`)).toBeVisible();
  for (const [label, text] of [
    ['Street address', '3 Slate Street'],
    ['City', 'Concord'],
    ['State', 'New Hampshire'],
    ['ZIP code', '03301'],
    ['Reason', 'The caller moved.'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Where it comes from').selectOption('Call');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('The address is awaiting approval.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm address' })).toHaveCount(0);

  await signInAs(page, 'reviewer');
  // The first screen leads to the changes themselves.
  await page.goto('/console');
  await page.getByRole('link', { name: 'Address changes to confirm', exact: true }).click();
  await expect(page.locator('details li').filter({ hasText: caller.name })).toBeVisible();
  await page.goto(`/console/members/${other.noticeId}`);
  await expect(page.getByText(`Requested by ${caller.name}`, { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Enter the reason.')).toBeVisible();
  const also = page.getByLabel(`Also mail letters about claim ${number} there`);
  await expect(also).toBeChecked();
  // An address that came into use after the request stays, unless the reviewer says otherwise.
  await query(
    `insert into claim_addresses (claim_id, at, used_from, source, lines)
     select id, now(), now(), 'claimant', array['Wilhelmina Doe', '9 Gneiss Street', 'Concord, NH 03301'] from claims where number = $1`,
    [number],
  );
  await page.reload();
  await expect(also).not.toBeChecked();
  await expect(also).toHaveAccessibleName(/9 Gneiss Street, .* newer than this request\. .* on the claim\.$/);
  await also.check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText(`Address confirmed. Mail goes there, also about claim ${number}.`)).toBeVisible();
  await expect(page.getByText(/^Letters about it go to .*, 3 Slate Street, /)).toBeVisible();
  await expect(page.getByText('Awaiting approval')).toHaveCount(0);
  await expect(page.locator('dl').getByText('3 Slate Street, Concord, New Hampshire 03301')).toBeVisible();
});
