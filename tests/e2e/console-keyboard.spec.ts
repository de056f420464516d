import { createSession, fileClaim, fileListedClaim, insertIdRequest, sealClaim } from './console-claims.ts';
import { fileCluster } from './console-clusters.ts';
import { enter, postToConsole, signInAs, tabTo } from './console.ts';
import { expect, test } from './members.ts';
import { fileForRule } from './rules.ts';

// Walks by keyboard alone. Search, the lists, a claim and the access log have theirs beside their other tests.

test('a colleague is invited, and the roles are declined', async ({ page }) => {
  // With another one before, roles wait for approval.
  await signInAs(page, 'admin');
  const { id } = await signInAs(page, 'admin');
  const email = `${id}@keyboard.example.com`;
  await page.goto('/console/staff');
  const opener = page.getByRole('button', { name: 'Invite a colleague' });
  await enter(page, opener);
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type('Cy Young');
  await tabTo(page, page.getByLabel('Email address'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByRole('checkbox', { name: 'Reviewer', exact: true }));
  await page.keyboard.press('Space');
  await enter(page, page.getByRole('button', { name: 'Invite', exact: true }));
  await enter(page, page.getByRole('button', { name: 'Done' }));
  await expect(opener).toBeFocused();
  await enter(page, page.getByRole('row', { name: email }).getByRole('button'));
  await enter(page, page.getByRole('button', { name: 'Close', exact: true }));
  await expect(page.getByRole('row', { name: email }).getByRole('button')).toBeFocused();

  await signInAs(page, 'admin');
  await page.goto('/console/approvals');
  const request = page.getByRole('article').filter({ hasText: email });
  await enter(page, request.getByRole('button', { name: 'Decline' }));
  await expect(request.getByLabel('Why do you decline?')).toBeFocused();
  await page.keyboard.type('Not before Monday');
  await enter(page, request.getByRole('button', { name: 'Decline' }));
  await expect(page.getByRole('row', { name: email })).toContainText('Not before Monday');
});

test('the account: another session ends, a password is begun, single keys are turned off', async ({ page }) => {
  const person = await signInAs(page, 'viewer');
  await createSession(person);
  await page.goto('/console/account');
  const end = page.getByRole('button', { name: /^End the session/ });
  await enter(page, end);
  await expect(end).toBeHidden();
  const keys = page.getByRole('checkbox', { name: /^Single keys work/ });
  await tabTo(page, keys);
  await page.keyboard.press('Space');
  await expect(keys).not.toBeChecked();
  await enter(page, page.getByRole('button', { name: 'Set a password' }));
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.type('tall cactus sings');
  await tabTo(page, page.getByLabel('Code from the app'));
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code from the app')).toHaveAttribute('aria-invalid', 'true');
});

test('a list is exported, downloaded and deleted', { tag: '@long' }, async ({ page }) => {
  await fileListedClaim();
  await signInAs(page, 'supervisor');
  await page.goto('/console/claims?form=tpp');
  await enter(page, page.getByRole('button', { name: 'Export …' }));
  await tabTo(page, page.getByLabel(/^Email/));
  await page.keyboard.press('Space');
  await enter(page, page.getByRole('button', { name: 'Export', exact: true }));
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeFocused();
  const downloading = page.waitForEvent('download');
  await enter(page, page.getByRole('link', { name: 'Download', exact: true }));
  await downloading;
  await enter(page, page.getByRole('button', { name: 'Delete file now' }));
  await expect(page.getByText('File deleted')).toBeVisible();
});

test('a report is run and opened', { tag: '@long' }, async ({ page }) => {
  await sealClaim();
  await signInAs(page, 'viewer');
  await page.goto('/console/reports');
  await tabTo(page, page.getByRole('checkbox', { name: 'Antidepressant Antitrust Settlement' }));
  await page.keyboard.press('Space');
  await enter(page, page.getByRole('button', { name: 'Run the report' }));
  const link = page.getByRole('link', { name: 'Open the report' }).first();
  await expect(link).toBeVisible({ timeout: 30_000 });
  await enter(page, link);
  await expect(page.getByRole('heading', { level: 1, name: /^Claims report as of seal/ })).toBeFocused();
});

test('a list of class members is chosen, and its bad rows are read', { tag: '@long' }, async ({ page }) => {
  // From the start: the browser is told in the background, and a chooser that opens before would be lost.
  const choosing = page.waitForEvent('filechooser');
  await signInAs(page, 'supervisor');
  await page.goto('/console/members');
  await enter(page, page.getByRole('link', { name: 'Import class members' }));
  await tabTo(page, page.getByLabel('File', { exact: true }));
  await page.keyboard.press('Enter');
  const buffer = Buffer.from('notice_id,unique_id,first_name,last_name,street,city,state,zip,case\nX,X,,,,,,,none');
  await (await choosing).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await enter(page, page.getByRole('button', { name: 'Import', exact: true }));
  await tabTo(page, page.getByRole('region', { name: 'Bad rows' }));
  await enter(page, page.getByRole('link', { name: 'Import another list' }));
  await expect(page.getByLabel('File', { exact: true })).toBeVisible();
});

test('a request for lost IDs is answered', { tag: '@long' }, async ({ page }) => {
  const id = await insertIdRequest();
  await signInAs(page, 'reviewer');
  await page.goto('/console/id-requests');
  await enter(page, page.getByRole('link', { name: id, exact: true }));
  await tabTo(page, page.getByRole('radio').first());
  // From the first choice to the last one.
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: /^No class member/ })).toBeChecked();
  await tabTo(page, page.getByLabel('Note'));
  await page.keyboard.type('Nobody lives there.');
  await enter(page, page.getByRole('button', { name: 'Record the answer' }));
  await expect(page.getByRole('heading', { name: 'Change the answer' })).toBeFocused();
});

test('a sample of a cluster is reviewed', async ({ page }) => {
  test.slow(); // the claims are scored some seconds after filing
  const { id } = await fileCluster(7);
  await signInAs(page, 'supervisor');
  await page.goto('/console/clusters');
  await enter(page, page.getByRole('link', { name: id, exact: true }));
  await enter(page, page.getByRole('button', { name: 'Review a sample' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Sample of a cluster' })).toBeFocused();
  const form = page.getByRole('form').first();
  await tabTo(page, form.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(form.getByRole('radio', { name: 'Made by a machine' })).toBeChecked();
  await tabTo(page, form.getByLabel(/^How do you know/));
  await page.keyboard.type('The same answers');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('1 of 5 with a verdict')).toBeVisible();
});

test('a claim of a queue is decided, and the queue is left', async ({ page }) => {
  const person = await signInAs(page, 'supervisor');
  const number = await fileClaim([], { repealerStateTotalAmountPaid: '1250.50' });
  expect((await postToConsole(page, `/claims/${number}/assignment`, { to: person.id })).status()).toBe(200);
  await page.goto('/console/queues');
  await tabTo(page, page.getByLabel('Order of the claims'));
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/order=newest/);
  // The queues are read every half a minute, and the claim comes to them within seconds.
  const own = page.getByRole('link', { name: /^Assigned to me/ });
  await expect(async () => {
    await page.reload();
    await expect(own).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await enter(page, own);
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(number) })).toBeFocused();
  await enter(page, page.getByText('More facts'));
  await expect(page.getByText('Channel', { exact: true })).toBeVisible();
  await enter(page, page.getByRole('button', { name: 'Deficient', exact: true }));
  await tabTo(page, page.getByRole('checkbox', { name: 'Documents are missing' }));
  await page.keyboard.press('Space');
  await enter(page, page.getByRole('button', { name: 'Confirm and next' }));
  await expect(page.getByText('No claim of this queue waits any more.', { exact: false })).toBeVisible();
  await enter(page, page.getByRole('link', { name: 'Leave' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeFocused();
});

test(
  'a rule is made, run and its release asked for; claims of a list are assigned together',
  { tag: '@long' },
  async ({ page }) => {
    test.slow(); // the claims are scored and sealed before the rule runs
    const person = await signInAs(page, 'supervisor');
    const { position, numbers } = await fileForRule(page, person, 1);
    await page.goto('/console/rules');
    await enter(page, page.getByRole('button', { name: 'New rule' }));
    await tabTo(page, page.getByLabel('Name'));
    await page.keyboard.type(`Keys ${position}`);
    const first = page.getByRole('group', { name: '1. Form' });
    await tabTo(page, first.getByRole('checkbox', { name: 'Third party payor' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByLabel('Add a condition about'));
    await page.keyboard.type('Answer');
    await enter(page, page.getByRole('button', { name: 'Add the condition' }));
    const second = page.getByRole('group', { name: '2. Answer' });
    await expect(second.getByLabel('Form')).toBeFocused();
    await page.keyboard.type('Third');
    await tabTo(page, second.getByLabel('Field'));
    await page.keyboard.type('Position');
    await tabTo(page, second.getByLabel('Text, exactly'));
    await page.keyboard.type(position);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `Keys ${position}` })).toBeFocused();
    await enter(page, page.getByRole('button', { name: 'Dry run' }));
    const ask = page.getByRole('button', { name: 'Ask for release …' });
    await expect(ask).toBeEnabled({ timeout: 30_000 });
    await enter(page, ask);
    const dialog = page.getByRole('dialog', { name: 'Ask for release' });
    await enter(page, dialog.getByRole('button', { name: 'Ask for release' }));
    await expect(dialog).toBeHidden();
    await enter(page, page.getByRole('link', { name: 'Waits for a second person' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Bulk action' })).toBeFocused();
    await enter(page, page.getByRole('button', { name: 'Withdraw the request' }));
    await expect(page.getByRole('status').filter({ hasText: 'Cancelled.' })).toBeVisible();

    await page.goto(`/console/claims?assignee=${person.id}`);
    await tabTo(page, page.getByRole('checkbox', { name: `Select claim ${numbers[0]}` }));
    await page.keyboard.press('Space');
    const assign = page.getByRole('button', { name: 'Assign …' });
    await enter(page, assign);
    const question = page.getByRole('dialog', { name: 'Assign: 1 claim' });
    await tabTo(page, question.getByLabel('To'));
    await page.keyboard.press('Escape');
    await expect(assign).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, question.getByLabel('To'));
    await page.keyboard.type(person.name);
    await enter(page, question.getByRole('button', { name: 'Assign 1 claim' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Bulk action' })).toBeFocused();
    await tabTo(page, page.getByRole('radio', { name: 'All' }));
    for (const _each of ['Done', 'Skipped']) await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('region', { name: 'Claims of the action' })).toContainText('It was so already');
  },
);
