import type { Page } from '@playwright/test';
import type { BulkClaims } from '@redress/contract/console/bulk';
import type { Rules } from '@redress/contract/console/rules';
import { Client } from 'pg';
import { checkScreen } from './console-screen.ts';
import { openRequest, signInAs } from './console.ts';
import { waitForJobs } from './console-claims.ts';
import { query } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { addAuthenticator, givePasskey } from './own-console.ts';
import { amountOf, fileForRule } from './rules.ts';

/** The value beside a name in a list of facts. */
const fact = (scope: Pick<Page, 'locator'>, name: string) =>
  scope.locator('.facts > div', { hasText: new RegExp(`^${name}`) }).locator('dd');

async function addCondition(page: Page, about: string): Promise<void> {
  await page.getByLabel('Add a condition about').selectOption(about);
  await page.getByRole('button', { name: 'Add the condition' }).click();
}

/** The fields of a condition, by its place. */
const condition = (page: Page, place: number) => page.getByRole('group', { name: new RegExp(`^${place}\\. `) });

/** While the function runs, nothing else can change a claim. */
async function holdClaim(number: string, whileHeld: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: process.env['E2E_DATABASE_URL'] });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select from claims where number = $1 for no key update', [number]);
    await whileHeld();
  } finally {
    await client.end();
  }
}

test('a rule is written, run, changed and released by a second person, and the rest of the list is sent back in one action', async ({
  page,
  browser,
}) => {
  const author = await signInAs(page, 'supervisor');
  const { numbers, position } = await fileForRule(page, author, 3);
  const [first = '', second = '', third = ''] = numbers;
  const name = `Rule for ${position}`;

  await test.step('a rule without conditions, with incomplete ones, or that no claim meets says what to do', async () => {
    await page.goto('/console/rules');
    await page.getByRole('button', { name: 'New rule' }).click();
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.getByLabel('Case').selectOption('brand-drug');
    const create = page.getByRole('button', { name: 'Create rule' });
    await page.getByRole('button', { name: 'Remove condition 1' }).click();
    await expect(create).toBeDisabled();
    await expect(create).toHaveAccessibleDescription('A rule needs at least one condition. Add one above.');
    await addCondition(page, 'Answer');
    await condition(page, 1).getByLabel('Form').selectOption('tpp');
    await condition(page, 1).getByLabel('Field').selectOption('Position or title');
    const others = ['State', 'Filing days', 'Documents', 'Flag'];
    for (const about of others) await addCondition(page, about);
    await create.click();
    await expect(condition(page, 1).getByRole('alert')).toHaveText(/^Enter a value/);
    await checkScreen(page, 'rules');
    for (const _ of others) await page.getByRole('button', { name: 'Remove condition 2' }).click();
    await create.click();
    await expect(condition(page, 1).getByRole('alert')).toHaveText(/^Enter a value/);
    await condition(page, 1).getByLabel('Exact text').fill('Nobody has this title');
    await create.click();
    await expect(page.getByText('Give the rule a name.')).toBeVisible();
    await page.getByLabel('Name').fill(`Nobody ${position}`);
    await addCondition(page, 'Claimed amount');
    await create.click();
    await expect(condition(page, 2).getByRole('alert')).toContainText('at least one end of the range');
    await expect(condition(page, 2).getByLabel(/^At least/)).toBeFocused();
    await condition(page, 2)
      .getByLabel(/^At least/)
      .fill('1');
    await create.click();
    await expect(page.getByRole('heading', { level: 1, name: `Nobody ${position}` })).toBeFocused();

    await page.getByRole('button', { name: 'Dry run' }).click();
    await expect(fact(page, 'To approve')).toHaveText('0 claims');
    const ask = page.getByRole('button', { name: 'Ask for release …' });
    await expect(ask).toBeDisabled();
    await expect(ask).toHaveAccessibleDescription(/^No claims meet this rule.*Change the rule/);
  });

  await test.step('the rule chooses claims by several conditions', async () => {
    // The dry run looks as if it had been stopped.
    await page.route(
      ({ pathname }) => pathname === '/api/console/rules',
      async (route) => {
        const parse: (json: string) => Rules = JSON.parse;
        const { rules, ...others } = parse(await (await route.fetch()).text());
        const stopped = rules.map((rule) => ({
          ...rule,
          lastRun: rule.lastRun && { ...rule.lastRun, status: 'cancelled', result: null },
        }));
        await route.fulfill({ json: { rules: stopped, ...others } });
      },
      { times: 1 },
    );
    await page.goto('/console/rules');
    await expect(
      page
        .getByRole('region', { name: 'Rules' })
        .getByText(/: Canceled$/)
        .first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Case').selectOption('brand-drug');
    await condition(page, 1).getByRole('checkbox', { name: 'Third-party payor' }).check();
    await addCondition(page, 'Answer');
    await expect(condition(page, 2).getByLabel('Form')).toBeFocused();
    await condition(page, 2).getByLabel('Form').selectOption('tpp');
    await condition(page, 2).getByLabel('Field').selectOption('Position or title');
    await condition(page, 2).getByLabel('Exact text').fill(position);
    await addCondition(page, 'Claimed amount');
    await condition(page, 3)
      .getByLabel(/^At least/)
      .fill('$1,000');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    await expect(page.getByText('No dry runs yet.')).toBeVisible();
  });

  const runs = page.locator('.rule-runs > li');
  await test.step('a dry run counts the claims, and shows a sample', async () => {
    await page.getByRole('button', { name: 'Dry run' }).click();
    await expect(fact(runs.first(), 'To approve')).toHaveText('3 claims');
    await expect(fact(runs.first(), 'Largest')).toHaveText('$1,000.03');
    await expect(fact(runs.first(), 'Late or large')).toContainText('3 claims');
    await expect(runs.first().getByText('This is the first run of the rule.')).toBeVisible();
    const sample = runs.first().getByRole('region', { name: 'Sample' });
    await expect(sample.getByRole('rowheader')).toHaveText(numbers.toSorted());
    await expect(sample.getByRole('row', { name: first })).toContainText('$1,000.01');
  });

  await test.step('after a change, the next run says what differs, and only it can be released', async () => {
    await page.getByRole('button', { name: 'Change …' }).click();
    await condition(page, 3)
      .getByLabel(/^At most/)
      .fill(amountOf(1));
    await checkScreen(page, 'rules/:id');
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await expect(page.getByRole('heading', { name: 'Version 2', exact: true })).toBeVisible();
    await expect(runs.first().getByText('A newer version or run of this rule exists')).toBeVisible();
    await expect(runs.first().getByRole('button', { name: 'Ask for release …' })).toBeDisabled();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await expect(runs).toHaveCount(2);
    await expect(fact(runs.first(), 'To approve')).toHaveText('2 claims');
    await expect(runs.first().getByText('0 added')).toBeVisible();
    await expect(runs.first().getByRole('paragraph').filter({ hasText: '1 removed' })).toContainText(third);
  });

  await test.step('the author asks for the release, and cannot give it', async () => {
    await runs.first().getByRole('button', { name: 'Ask for release …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for release' });
    await expect(dialog.getByText(/^Flags of the claims to approve: .*Duplicate score:/)).toBeVisible();
    await expect(dialog.getByLabel('Reason, for the second person')).toHaveValue('');
    await dialog.getByRole('button', { name: 'Ask for release' }).click();
    await expect(dialog.getByText('Say why.')).toBeVisible();
    await dialog.getByLabel('Reason, for the second person').fill('Both were checked by phone');
    await dialog.getByRole('button', { name: 'Ask for release' }).click();
    await expect(fact(runs.first(), 'Release')).toHaveText('Awaiting second approval');
    // The button was at the end of the results.
    await expect(runs.first().getByRole('status').filter({ hasText: 'Requested.' })).toBeVisible();
    const asking = await page.context().newPage();
    await asking.goto('/console/approvals');
    const own = await openRequest(asking, name);
    await expect(own.getByRole('button', { name: 'Withdraw' })).toBeVisible();
    await expect(own.getByRole('button', { name: 'Approve' })).toBeHidden();
    await asking.close();
  });

  await test.step('a second person releases it with a passkey', async () => {
    const other = await (await browser.newContext()).newPage();
    await addAuthenticator(other);
    await givePasskey(other, (await signInAs(other, 'supervisor')).id);
    await other.goto('/console/approvals');
    const request = await openRequest(other, name);
    await expect(request.getByRole('listitem')).toHaveText([
      'Form: Third-party payor',
      `Third-party payor, Position or title: “${position}”`,
      'Claimed amount: $1,000.00 to $1,000.02',
    ]);
    await expect(request).toContainText('approve 2 claims');
    await expect(request).toContainText('Both were checked by phone');
    await request.getByRole('button', { name: 'Approve' }).click();
    await expect(other.getByRole('status').filter({ hasText: name })).toContainText('Approved');
    await other.context().close();
    const approvals = await query('select kind from approvals where asked_by = $1 and evidence is not null', [
      author.id,
    ]);
    expect(approvals).toEqual([{ kind: 'rule-release' }]);
  });

  await test.step('the claims are approved', async () => {
    await expect(fact(runs.first(), 'Release')).toHaveText('Released');
    await fact(runs.first(), 'Release').getByRole('link').click();
    await expect(page.getByRole('status').filter({ hasText: '2 claims done, 0 skipped, 0 failed.' })).toBeVisible();
    await page.getByRole('region', { name: 'Claims in this action' }).getByRole('link', { name: second }).click();
    const history = page.getByRole('region', { name: 'History' });
    await expect(history).toContainText(/The decision took effect, approved by .+: Approved/);
  });

  await test.step('one action on the whole list says what became of each claim', async () => {
    await waitForJobs("select from claim_search where number = any($1) and status = 'approved'", [numbers], 2);
    await page.goto(`/console/claims?assignee=${author.id}&column=status`);
    const row = (number: string) => page.getByRole('row', { name: number });
    for (const number of [first, second]) await expect(row(number)).toContainText('Approved');
    await page.getByRole('checkbox', { name: 'Select the 3 claims on this page' }).check();
    await expect(page.getByText('3 claims selected, all on this page.')).toBeVisible();
    await page.getByRole('button', { name: 'Mark as deficient …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark 3 claims as deficient' });
    const start = dialog.getByRole('button', { name: 'Mark 3 claims as deficient' });
    await start.click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose at least one reason.');
    await dialog.getByRole('checkbox', { name: 'Documents are missing' }).check();
    await holdClaim(third, async () => {
      await start.click();
      await expect(page.getByRole('heading', { level: 1, name: 'Bulk action' })).toBeFocused();
      await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
      await expect(page.getByText('0 of 3 claims')).toBeVisible();
    });
    await expect(page.getByRole('status').filter({ hasText: '1 claim done, 2 skipped, 0 failed.' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toBeHidden();
    await expect(row(third)).toContainText('Done');
    await checkScreen(page, 'bulk/:id');
    // The server claims a second page. Its button stays on the last one, and keeps the focus.
    await page.route(/\/bulk\/[^/]+\/claims/, async (route) => {
      const url = new URL(route.request().url());
      const isSecond = url.searchParams.has('after');
      url.searchParams.delete('after');
      const parse: (json: string) => BulkClaims = JSON.parse;
      const claims = parse(await (await route.fetch({ url: url.href })).text());
      await route.fulfill({ json: isSecond ? claims : { ...claims, next: first } });
    });
    await page.reload();
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await next.press('Enter');
    await expect(next).toBeDisabled();
    await expect(next).toBeFocused();
    await page.getByRole('button', { name: 'Previous', exact: true }).press('Enter');
    await expect(next).toBeEnabled();
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await page.getByRole('radio', { name: 'Skipped' }).check();
    await expect(row(third)).toBeHidden();
    for (const number of [first, second])
      await expect(row(number)).toContainText('It is already decided or was returned to the claimant');
  });

  await test.step('the action is taken back with a reason', async () => {
    await page.getByRole('button', { name: 'Reopen these claims …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reopen 1 claim' });
    await expect(dialog.getByText('In force now: 1 deficient')).toBeVisible();
    await dialog.getByRole('button', { name: 'Reopen 1 claim' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Say why.');
    await dialog.getByLabel('Why').fill('The documents were in the mail');
    await dialog.getByRole('button', { name: 'Reopen 1 claim' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 2, name: /^Reopen 1 claim\. / })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '1 claim done, 0 skipped' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'the action that decided them' })).toBeVisible();
    await page.getByRole('rowheader', { name: third }).getByRole('link').click();
    const history = page.getByRole('region', { name: 'History' });
    await expect(history).toContainText(`Found deficient in a bulk action by ${author.name}`);
    await expect(page.getByText('Reopened: The documents were in the mail').first()).toBeVisible();
  });
});
