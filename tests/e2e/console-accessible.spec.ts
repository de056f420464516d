import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Approvals } from '@redress/contract/console/approvals';
import { createPerson, type TestRole } from '../setup/console.ts';
import { addNoteAsColleague, fileAssigned, fileSealedClaim, insertIdRequest, waitForJobs } from './console-claims.ts';
import { fileCluster, findGenuine } from './console-clusters.ts';
import { checkScreen, checkScreenInAll } from './console-screen.ts';
import { openRequest, postToConsole, signInAs } from './console.ts';
import { query } from './filed-claims.ts';
import { pdfOf } from './hostile-documents.ts';
import { expect, test } from './members.ts';
import { decideAsColleague, drawSampleOf } from './quality.ts';
import { openNewLink } from './own-console.ts';
import { insertBatch, insertBounces, insertLetter } from './postal-letters.ts';
import { fileForRule, ruleOf, runNewRule } from './rules.ts';

/** Opens a screen as a new person with this role. */
async function openAs(page: Page, role: TestRole, path: string): Promise<void> {
  await signInAs(page, role);
  await page.goto(`/console${path}`);
}

/** Checks the screen that the page shows, which is the one of this route. */
type Check = (route: string) => Promise<void>;

/**
 * Every route of the console by its path in `routes.tsx`, each with data on its screen. Routes that
 * can show the same records are in one walk, because making the records takes longer than looking.
 * The flows of the other files check each screen in every run, at one width and in light.
 */
const walks: Readonly<Record<string, (page: Page, check: Check) => Promise<void>>> = {
  async 'sign-in setup'(page, check) {
    await page.goto('/console/sign-in?oidc=failed');
    await page.getByRole('button', { name: 'Use a password instead' }).click();
    await expect(page.getByLabel('Code')).toBeVisible();
    await check('sign-in');
    const { id } = await createPerson(process.env['E2E_DATABASE_URL'] ?? '', ['reviewer']);
    await openNewLink(page, id);
    await page.getByRole('button', { name: 'Use a password' }).click();
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
    await check('setup');
  },
  async 'index search claims claims/:number queues queue'(page, check) {
    const person = await signInAs(page, 'supervisor');
    const [number = ''] = await fileAssigned(page, person, 1, [{ name: 'statement.pdf', bytes: pdfOf(['Some text']) }]);
    await addNoteAsColleague(number, 'Checked the statement');
    await page.goto('/console');
    await page.getByRole('button', { name: 'Table of Claims by status' }).click();
    await expect(page.getByRole('heading', { name: 'How long claims wait for documents' })).toBeVisible();
    await check('index');
    await page.goto('/console/search?q=03301');
    await expect(page.getByRole('region', { name: 'Claims' }).getByRole('link').first()).toBeVisible();
    await check('search');
    await page.goto('/console/claims?form=tpp&nonsense=1');
    await page
      .getByRole('checkbox', { name: /^Select claim/ })
      .first()
      .check();
    await expect(page.getByText('1 claim selected')).toBeVisible();
    await check('claims');
    await page.goto(`/console/claims/${number}`);
    await page.getByRole('button', { name: 'Show statement.pdf' }).click();
    await expect(page.locator('iframe.preview-frame').contentFrame().locator('.text')).toHaveText('Some text');
    await page.getByRole('button', { name: 'Log a call' }).click();
    await check('claims/:number');
    await page.goto('/console/queues');
    await expect(page.getByRole('link', { name: /^Assigned to me/ })).toBeVisible();
    await check('queues');
    await page.goto('/console/queue?mine=true');
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(number) })).toBeVisible();
    await page.getByRole('button', { name: 'Deficient', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Documents are missing' }).click();
    await expect(page.getByRole('button', { name: 'Confirm and next' })).toBeVisible();
    await check('queue');
  },
  async 'clusters clusters/:id cluster-verdicts/:id integrity'(page, check) {
    const { id, numbers } = await fileCluster(7);
    await openAs(page, 'supervisor', '/clusters');
    await expect(page.getByRole('link', { name: id, exact: true })).toBeVisible();
    await check('clusters');
    await page.getByRole('link', { name: id, exact: true }).click();
    await expect(page.getByText('In common:').first()).toBeAttached();
    await page.getByRole('button', { name: 'Table of When they were filed' }).click();
    await check('clusters/:id');
    await page.getByRole('button', { name: 'Review a sample' }).click();
    await page.getByRole('button', { name: 'Save finding' }).first().click();
    await expect(page.getByRole('alert')).toHaveText('Choose a finding.');
    await check('cluster-verdicts/:id');
    await findGenuine(page, numbers[0] ?? '');
    await openAs(page, 'supervisor', '/integrity?case=brand-drug');
    await expect(page.getByRole('region', { name: 'False positive rates by group' })).toBeVisible();
    await check('integrity');
  },
  async 'exports reports reports/:id'(page, check) {
    await signInAs(page, 'supervisor');
    const wanted = { list: 'claims', query: 'form=tpp', format: 'csv', columns: ['number'] };
    expect((await postToConsole(page, '/exports', wanted)).status()).toBe(201);
    await page.goto('/console/exports');
    await expect(page.getByText('Ready')).toBeVisible();
    await check('exports');
    await fileSealedClaim();
    await signInAs(page, 'viewer');
    const asked = await postToConsole(page, '/reports', { cases: ['savings-club'], from: null, to: null });
    expect(asked.status()).toBe(202);
    await page.goto('/console/reports');
    const link = page.getByRole('link', { name: 'Open the report' }).first();
    await expect(link).toBeVisible();
    await check('reports');
    await link.click();
    await expect(page.getByRole('table', { name: 'Claims by state' })).toBeVisible();
    await check('reports/:id');
  },
  async 'members members/import members/:noticeId id-requests id-requests/:id'(page, check) {
    const { id } = await createPerson(process.env['E2E_DATABASE_URL'] ?? '', ['call-center']);
    await openAs(page, 'supervisor', '/members');
    await expect(page.getByRole('region', { name: 'Class members' }).getByRole('link').first()).toBeVisible();
    await check('members');
    await page.goto('/console/members/import');
    const buffer = Buffer.from('notice_id,unique_id,first_name,last_name,street,city,state,zip,case\nX,X,,,,,,,none');
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Bad rows' })).toBeVisible();
    await check('members/import');
    const [member] = await query<{ notice_id: string }>(
      `insert into member_addresses (notice_id, street, city, state, zip, source, reason, entered_at, asked_by)
       select max(notice_id), '3 Slate Street', 'Concord', 'New Hampshire', '03301', 'call', 'Moved', now(), $1
       from class_members where case_id = 'brand-drug' returning notice_id`,
      [id],
    );
    await page.goto(`/console/members/${member?.notice_id}`);
    await expect(page.getByRole('button', { name: 'Confirm address' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Correct the address' }).click();
    await check('members/:noticeId');
    const request = await insertIdRequest();
    await page.goto('/console/id-requests');
    await expect(page.getByRole('heading', { name: 'Letters for the mail house' })).toBeVisible();
    await check('id-requests');
    await page.getByRole('link', { name: request, exact: true }).click();
    await page
      .getByRole('radio', { name: /Jane Doe/ })
      .first()
      .check();
    await check('id-requests/:id');
  },
  async 'quality quality/:id quality/:id/review'(page, check) {
    const id = await drawSampleOf(page, await decideAsColleague(page));
    await openAs(page, 'supervisor', '/quality');
    await page.getByLabel('Decisions that took effect from').fill('');
    await page.getByRole('button', { name: 'Draw the sample' }).click();
    await expect(page.getByText('Choose the first day')).toBeVisible();
    await check('quality');
    await page.goto(`/console/quality/${id}`);
    await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible();
    await check('quality/:id');
    await page.getByRole('button', { name: 'Review the next claim' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await expect(page.getByRole('group', { name: 'Reasons' })).toBeVisible();
    await check('quality/:id/review');
  },
  async 'rules rules/:id bulk/:id'(page, check) {
    const person = await signInAs(page, 'supervisor');
    const chosen = await fileForRule(page, person, 2);
    const [first = ''] = chosen.numbers;
    const id = await runNewRule(page, `Walk ${chosen.position}`, ruleOf(chosen));
    // The action on both does something to the first, and nothing to the second.
    expect((await postToConsole(page, `/claims/${first}/assignment`, { to: null })).status()).toBe(200);
    const action = { kind: 'assign', to: person.id };
    const acted = await postToConsole(page, '/bulk', {
      id: crypto.randomUUID(),
      selection: { numbers: chosen.numbers },
      action,
    });
    expect(acted.status()).toBe(201);
    const parse: (json: string) => { readonly id: string } = JSON.parse;
    const job = parse(await acted.text());
    await page.goto('/console/rules');
    await page.getByRole('button', { name: 'New rule' }).click();
    for (const about of ['Answer', 'State', 'Filing days', 'Documents', 'Flag']) {
      await page.getByLabel('Add a condition about').selectOption(about);
      await page.getByRole('button', { name: 'Add the condition' }).click();
    }
    await page.getByRole('button', { name: 'Create rule' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Rules', exact: true })).toContainText('2 claims to approve');
    await expect(page.getByRole('region', { name: 'Latest releases and actions' })).toBeVisible();
    await check('rules');
    await page.goto(`/console/rules/${id}`);
    await expect(page.getByRole('region', { name: 'Sample' })).toBeVisible();
    await page.getByRole('button', { name: 'Change …' }).click();
    await check('rules/:id');
    await page.goto(`/console/bulk/${job.id}`);
    const claims = page.getByRole('region', { name: 'Claims in this action' });
    await expect(claims).toContainText('No change needed');
    await expect(claims).toContainText('Done');
    await check('bulk/:id');
  },
  async 'letters disputes letter-batches letter-batches/:id returned bounces'(page, check) {
    const { id: staffId } = await signInAs(page, 'supervisor');
    const batch = await insertBatch(staffId);
    await insertLetter('queued', 'Concord');
    await page.goto('/console/letters');
    await expect(page.getByRole('region', { name: 'Letters', exact: true })).toBeVisible();
    await check('letters');
    await page.goto('/console/disputes');
    await expect(page.getByRole('heading', { level: 1, name: 'Disputes' })).toBeVisible();
    await check('disputes');
    await page.goto('/console/letter-batches');
    await expect(page.getByRole('region', { name: 'Letters with an incomplete address' })).toBeVisible();
    await check('letter-batches');
    await page.goto(`/console/letter-batches/${batch}`);
    await expect(page.getByRole('region', { name: 'Letters without a mailing day' })).toBeVisible();
    await check('letter-batches/:id');
    const { code } = await insertLetter('mailed');
    await page.goto('/console/returned');
    await page.keyboard.type(`${code}\n`);
    await page.getByRole('button', { name: 'Refused' }).click();
    await expect(page.getByRole('region', { name: 'Letters recorded in this session' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Letters that wait for an address' })).toContainText(
      code.replace(/^(...)(...)/, '$1-$2-'),
    );
    await page.keyboard.type(`${(await insertLetter('mailed')).code}\n2\n`);
    await expect(page.getByRole('textbox', { name: /^Forwarding address/ })).toBeFocused();
    await check('returned');
    const subject = await insertBounces();
    await page.goto('/console/bounces');
    await expect(page.getByRole('heading', { name: subject })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Bounced emails' })).toBeVisible();
    await check('bounces');
  },
  async 'funds funds/:id'(page, check) {
    await openAs(page, 'finance', '/funds');
    const funds = page.getByRole('region', { name: 'Funds' }).getByRole('link');
    await expect(funds.first()).toBeVisible();
    await check('funds');
    const asked = { id: crypto.randomUUID(), kind: 'interest', amount: '5', bank: 'escrow', effectiveOn: '2025-06-30' };
    const path = (await funds.first().getAttribute('href'))?.replace('/console', '') ?? '';
    for (const { id } of [asked, { id: crypto.randomUUID() }])
      expect((await postToConsole(page, `${path}/entries`, { ...asked, id, reason: 'A walk' })).status()).toBe(204);
    await signInAs(page, 'finance');
    const listed = await page.request.get('/api/console/approvals?kind=ledger-entry');
    const parse: (json: string) => Approvals = JSON.parse;
    const waiting = parse(await listed.text()).approvals.find(({ mayDecide }) => mayDecide);
    expect((await postToConsole(page, `/approvals/${waiting?.id}/approve`, {})).status()).toBe(204);
    await page.goto(`/console${path}`);
    await expect(page.getByRole('region', { name: 'Transactions', exact: true })).toBeVisible();
    await expect(page.getByText('Awaiting second approval').first()).toBeVisible();
    await page.getByLabel('What', { exact: true }).selectOption('Taxes');
    await page.getByRole('button', { name: 'Request entry' }).click();
    await expect(page.getByText('Choose the PDF of the order.')).toBeVisible();
    await check('funds/:id');
  },
  async 'allocations allocations/:id'(page, check) {
    await openAs(page, 'finance', '/allocations');
    const fund = await page.getByLabel('Fund').locator('option').last().getAttribute('value');
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of ids) {
      const scenario = { id, fund, name: `Walk ${id}`, asOf: '2025-06-30', limits: {} };
      expect((await postToConsole(page, '/allocations', scenario)).status()).toBe(204);
    }
    await waitForJobs("select from allocations where id = any($1) and status <> 'draft'", [ids], 2);
    await page.goto('/console/allocations');
    await expect(page.getByRole('region', { name: 'Scenarios' })).toBeVisible();
    await check('allocations');
    await page.goto(`/console/allocations/${ids[0]}?with=${ids[1]}`);
    await expect(page.getByRole('heading', { name: 'Side by side' })).toBeVisible();
    await expect(page.getByLabel('Why this scenario')).toBeVisible();
    await check('allocations/:id');
  },
  async 'approvals staff account access-log *'(page, check) {
    // With another one before, roles wait for approval.
    await signInAs(page, 'admin');
    const { id } = await signInAs(page, 'admin');
    const email = `${id}@accessible.example.com`;
    const roles = [{ caseId: '*', role: 'reviewer' }];
    expect((await postToConsole(page, '/staff', { name: 'Cy Young', email, roles })).status()).toBe(201);
    await signInAs(page, 'reviewer');
    expect((await postToConsole(page, '/search', { q: 'zebedee quux' })).status()).toBe(200);
    await openAs(page, 'admin', '/approvals');
    const request = await openRequest(page, email);
    await request.getByRole('button', { name: 'Decline' }).click();
    await expect(request.getByLabel('Why are you declining?')).toBeVisible();
    await check('approvals');
    await page.goto('/console/staff');
    await expect(page.getByRole('button', { name: /^Manage/ }).first()).toBeVisible();
    await check('staff');
    await page.goto('/console/account');
    await page.getByRole('button', { name: 'Set a password' }).click();
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
    await check('account');
    await page.goto('/console/access-log');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await check('access-log');
    await page.goto('/console/nothing-here');
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
    await check('*');
  },
};

/** No flow of every run shows a sample of a cluster. */
const clusters = 'clusters clusters/:id cluster-verdicts/:id integrity';

test(`accessible: ${clusters}`, ({ page }) => walks[clusters]?.(page, (route) => checkScreen(page, route)));

for (const [keys, walk] of Object.entries(walks))
  test(`accessible from 375 to 1920 pixels, light and dark: ${keys}`, { tag: '@long' }, async ({ page }) => {
    const checked: string[] = [];
    await walk(page, async (route) => {
      await checkScreenInAll(page, route);
      checked.push(route);
    });
    expect(checked).toEqual(keys.split(' '));
  });

/** The routes that the flows of these files check, by the arguments of `checkScreen`. */
const readChecked = () =>
  readdirSync(import.meta.dirname)
    .filter((file) => /^console-.*\.spec\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/checkScreen\(\w+, '(.+?)'\)/g),
    ])
    .map(([, route]) => route);

test('every route of the console is checked in a flow, and nightly in the table above', () => {
  const read = (file: string) => readFileSync(new URL(`../../apps/console/src/${file}`, import.meta.url), 'utf8');
  const routes = read('routes.tsx') + read('screens.ts');
  const paths = [...routes.matchAll(/\bpath: '([^']+)'|\b(index): true/g)].map(([, path, index]) => path ?? index);
  expect(paths.length).toBe([...routes.matchAll(/\blazy:/g)].length);
  expect(new Set(Object.keys(walks).flatMap((walked) => walked.split(' ')))).toEqual(new Set(paths));
  expect(new Set([...clusters.split(' '), ...readChecked()])).toEqual(new Set(paths));
});
