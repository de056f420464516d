import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { createPerson } from '../setup/console.ts';
import { expectAccessible } from './axe.ts';
import { checkScreen } from './console-screen.ts';
import { openRequest, signInAs, useSession } from './console.ts';
import {
  createSession,
  endSessions,
  fileAssigned,
  fileClaim,
  ownAnswers,
  releaseDecision,
  waitForJobs,
} from './console-claims.ts';
import { findCovered } from './covered.ts';
import { query } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { address } from './settings.ts';

/** A score that arrived after a claim was opened would be a change of it. */
async function fileScored(): Promise<string> {
  const number = await fileClaim([], { ...ownAnswers(), repealerStateTotalAmountPaid: '1250.50' });
  await waitForJobs('select from claim_scores join claims on claims.id = claim_id where number = $1', [number]);
  return number;
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const outcome = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const reason = (page: Page, name: string) => page.getByRole('checkbox', { name });

async function openOwnQueue(page: Page): Promise<void> {
  await page.goto('/console/queue?mine=true');
  await expect(outcome(page, 'Approve')).toBeEnabled();
}

async function openClaim(page: Page, number: string): Promise<void> {
  await page.goto(`/console/claims/${number}`);
  await expect(outcome(page, 'Approve')).toBeEnabled();
}

async function kindsOf(number: string): Promise<string[]> {
  const rows = await query<{ kind: string }>(
    `select kind from claim_history where claim_id = (select id from claims where number = $1) and kind like '%deci%'
     order by position`,
    [number],
  );
  return rows.map(({ kind }) => kind);
}

/** Another person, in a separate browser. */
async function openColleague(context: BrowserContext, ...roles: Parameters<typeof createPerson>[1]) {
  const browser = context.browser();
  if (!browser) throw new Error('There is no browser');
  const own = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 900 } });
  const page = await own.newPage();
  return { page, person: await signInAs(page, ...roles.filter((role) => typeof role === 'string')) };
}

/** In view, and not behind the confirm buttons. */
const isInView = (element: Element) => {
  const { left, top, bottom } = element.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 5, y)));
};

test('a queue by keyboard: approved in two keys, deficient in three, skipped; decisions are undone with the earlier choice; all is in view', async ({
  page,
}) => {
  const person = await signInAs(page, 'supervisor');
  const [first = '', second = '', third = '', fourth = ''] = await fileAssigned(page, person, 4);
  // Otherwise, a line above the answers announces it.
  const sent =
    'select from receipt_outbox join claims on claims.id = claim_id where number = $1 and done_at is not null';
  await waitForJobs(sent, [first]);
  await openOwnQueue(page);
  await expect(heading(page)).toContainText(first);
  await expect(page.getByText('Assigned to me: 4 left')).toBeVisible();
  const top = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.y;
  for (const name of ['Answers', 'Documents']) await expect.poll(() => top(name)).toBeLessThan(330);
  await expect(page.getByText('$1,250.50 claimed', { exact: false })).toBeVisible();
  await expect(page.getByText('Channel', { exact: true })).toBeHidden();
  await page.getByText('More facts').click();
  await expect(page.getByText('Channel', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Assigned to')).toHaveValue(person.id);

  await page.setViewportSize({ width: 375, height: 740 });
  await page.keyboard.press('d');
  await expect.poll(() => page.getByText('Its letter waits under').evaluate(isInView)).toBe(true);
  const panel = page.getByRole('region', { name: 'Decision', exact: true });
  const link = page.getByRole('button', { name: 'History', exact: true });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  const last = page.locator('.claim-column').last();
  await expect(async () => {
    const [above, below] = await Promise.all([last.boundingBox(), panel.boundingBox()]);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
  }).toPass();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('1');
  await expect(reason(page, 'Documents are missing')).toBeChecked();
  await checkScreen(page, 'queue');

  await page.keyboard.press('a');
  await expect(outcome(page, 'Propose approval')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('$1,250.50 recognized.')).toBeVisible();
  // The tests' claims are filed after the deadline.
  await expect(page.getByText('A second person must approve it: the claim was filed after')).toBeVisible();
  await page.keyboard.press('Control+Enter');

  await expect(heading(page)).toContainText(second);
  await expect(heading(page)).toBeFocused();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: `Approval proposed: claim ${first}, awaiting second approval. Undo with u.` }),
  ).toBeAttached();
  await page.keyboard.press('d');
  await page.keyboard.press('1');
  await expect(reason(page, 'Documents are missing')).toBeChecked();
  await expect(
    page.getByText(/^Its letter waits under Letters\. .* counts from the mailing: .* if it goes out today\.$/),
  ).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(heading(page)).toContainText(third);

  // The newest decision is above the others, and none is cut off.
  const undoBox = page.getByRole('region', { name: 'Just decided' });
  await expect(undoBox.getByRole('listitem').first()).toContainText(second);
  expect(await undoBox.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(
    0,
  );

  // The last decision comes first, with its choices.
  await page.keyboard.press('u');
  await expect(heading(page)).toContainText(second);
  await expect(reason(page, 'Documents are missing')).toBeChecked();
  await page.keyboard.press('2');
  await page.keyboard.press('Control+Enter');
  await expect(heading(page)).toContainText(third);
  expect(await kindsOf(second)).toEqual(['claim-decided', 'decision-undone', 'claim-decided']);

  await page.keyboard.press('s');
  await expect(heading(page)).toContainText(fourth);
  await page.keyboard.press('x');
  await page.keyboard.press('1');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('you skipped 1', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Show skipped claims again' }).click();
  await expect(heading(page)).toContainText(third);
  // Leaving the screen gives the claim back.
  const leased = () => query('select from claim_review where leased_by = $1 and leased_until > now()', [person.id]);
  expect(await leased()).not.toEqual([]);
  await page.getByRole('link', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeFocused();
  await expect.poll(leased).toEqual([]);

  await releaseDecision(fourth);
  expect(await kindsOf(fourth)).toEqual(['claim-decided', 'decision-released']);
  const statuses = await query<{ number: string; status: string }>(
    'select number, claim_review.status from claim_review join claims on claims.id = claim_id where number = any($1)',
    [[first, second, fourth]],
  );
  expect(new Map(statuses.map(({ number, status }) => [number, status]))).toEqual(
    new Map([
      [first, 'proposed'],
      [second, 'deficient'],
      [fourth, 'denied'],
    ]),
  );
});

test('a denial that a second person declines comes back as returned, with the reason above the answers', async ({
  page,
  context,
}) => {
  const person = await signInAs(page, 'supervisor');
  const [number = ''] = await fileAssigned(page, person, 1);
  await openOwnQueue(page);
  await page.keyboard.press('x');
  await expect(outcome(page, 'Deny')).toHaveAttribute('aria-pressed', 'true');
  await reason(page, 'Fraudulent').click();
  await expect(outcome(page, 'Propose denial')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Control+Enter');
  await expect(
    page.getByRole('status').filter({ hasText: `Denial proposed: claim ${number}, awaiting second approval` }),
  ).toBeAttached();

  const { page: other } = await openColleague(context, 'supervisor');
  await other.goto(`/console/claims/${number}`);
  await other.getByRole('button', { name: 'Correct an answer' }).click();
  await expect(other.getByRole('dialog')).toContainText('After this change, it can’t take effect');
  await other.goto('/console/approvals');
  const request = await openRequest(other, number);
  await expect(request.getByText(/^Filed .+ · [\d,]+ days? late · \$1,250\.50 claimed · /)).toBeVisible();
  // A change would leave the request only to be declined.
  await expect(request.getByRole('button', { name: /Correct|Add a document/ })).toHaveCount(0);
  await other.keyboard.press('d');
  await expect(request.getByLabel('Why are you declining?')).toBeFocused();
  await other.keyboard.type('The bill is genuine.');
  await other.keyboard.press('Control+Enter');
  await expect(other.getByRole('status').filter({ hasText: `Declined to deny claim ${number}` })).toBeVisible();
  await other.context().close();

  await waitForJobs('select from claim_search where number = $1 and reopened', [number]);
  await page.goto('/console/');
  await page.getByRole('button', { name: 'Table of Claims by status' }).click();
  await expect(page.getByRole('heading', { name: 'How long claims wait for documents' })).toBeVisible();
  await checkScreen(page, 'index');
  await page.getByRole('link', { name: 'Start: Returned to you' }).click();
  await expect(page.getByText('Returned to me: 1 left')).toBeVisible();
  const review = page.getByRole('region', { name: 'Review', exact: true });
  await expect(review).toContainText(/declined the decision, .+: The bill is genuine\./);
  await expect(review).not.toContainText('Denial proposed');
  const top = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? 0;
  expect(await top('Review')).toBeLessThan(await top('Answers'));
  await page.keyboard.press('x');
  await page.keyboard.press('1');
  await page.keyboard.press('Control+Enter');
  await releaseDecision(number);
  await page.goto(`/console/claims/${number}`);
  await expect(review).toContainText(`Denied by ${person.name}`);
});

test('with reasons and amount missing, the reasons come first, and nothing covers the field with the focus', async ({
  page,
}) => {
  const number = await fileScored();
  await signInAs(page, 'reviewer');
  await page.setViewportSize({ width: 1280, height: 800 });
  await openClaim(page, number);
  const amount = page.getByLabel('Recognized amount in dollars');
  await page.keyboard.press('r');
  await expect.poll(() => amount.evaluate(isInView)).toBe(true);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('checkbox').and(page.locator(':focus'))).toBeVisible();
  // A digit is a reason, not an amount.
  await page.keyboard.press('1');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(amount).toHaveValue('');
  await page.keyboard.press('Control+Enter');
  await expect(amount).toBeFocused();
  expect(await amount.evaluate(isInView)).toBe(true);
  expect(await findCovered(page)).toEqual([]);
});

test('after a colleague who is faster, without an answer and without a session, the choice and what was typed stay', async ({
  page,
  context,
}) => {
  const number = await fileScored();
  await signInAs(page, 'reviewer');
  await openClaim(page, number);
  await page.keyboard.press('r');
  await page.keyboard.press('1');
  await page.keyboard.press('m');
  await page.keyboard.type('1,000');
  const colleague = await openColleague(context, 'reviewer');
  await openClaim(colleague.page, number);
  await expect(colleague.page.getByText('is also viewing this claim', { exact: false })).toBeVisible();
  // The screen learns of it only from the refused decision, and no later poll says that its own was
  // stored.
  await page.route('**/version', (route) => route.abort());
  await colleague.page.keyboard.press('a');
  await colleague.page.keyboard.press('Control+Enter');
  await expect(colleague.page.getByRole('button', { name: /^Undo the decision/ })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const news = page.getByRole('alert').filter({ hasText: 'The claim has changed since you opened it' });
  await expect(news).toContainText(`${colleague.person.name} decided: Approval proposed, $1,250.50.`);
  await expect(reason(page, 'Part of the amount is not documented')).toBeChecked();
  await expect(page.getByLabel('Recognized amount in dollars')).toHaveValue('1,000');
  await expect(page.getByRole('status').filter({ hasText: 'Your choice is kept.' })).toBeVisible();
  await colleague.page.context().close();

  // Without an answer and without a session, the decision is made once.
  const own = await fileScored();
  const person = await signInAs(page, 'reviewer');
  await openClaim(page, own);
  await page.keyboard.press('r');
  await page.keyboard.press('Control+Enter');
  // The missing field has the focus.
  await expect(reason(page, 'Part of the amount is not documented')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText('Choose at least one reason.');
  await page.keyboard.press('m');
  await page.keyboard.type('1250.50');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Type less than $1,250.50.')).toBeVisible();
  await page.getByLabel('Recognized amount in dollars').fill('900');
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await page.keyboard.press('n');
  await page.keyboard.type('Two receipts are of 2009.');

  // The server decides, but its answer is lost.
  await page.route('**/decisions', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'No response from the server' })).toBeVisible();
  await page.unroute('**/decisions');
  await endSessions(person);
  await page.getByRole('button', { name: 'Confirm again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Note on the decision (optional)')).toHaveValue('Two receipts are of 2009.');
  await useSession(page, await createSession(person));
  await page.getByRole('button', { name: /^Confirm/ }).click();
  await expect(page.getByRole('button', { name: /^Undo the decision/ })).toBeVisible();
  await expectAccessible(page);
  expect(await kindsOf(own)).toEqual(['claim-decided']);
});

test(
  'a lost lease names who has the claim; a supervisor reopens a decision with a reason',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install();
    const person = await signInAs(page, 'supervisor');
    const [number = ''] = await fileAssigned(page, person, 1);
    const other = await createPerson(process.env['E2E_DATABASE_URL'] ?? '', ['reviewer']);
    await openOwnQueue(page);
    await expect(heading(page)).toContainText(number);
    await page.keyboard.press('x');
    await page.keyboard.press('2');
    const setLease = (holder: string, seconds: number) =>
      query(
        `update claim_review set leased_by = $2, leased_until = now() + $3 * interval '1 second'
       where claim_id = (select id from claims where number = $1)`,
        [number, holder, seconds],
      );
    await setLease(other.id, 600);
    await page.clock.runFor(16_000);
    const refusal = page.getByRole('status').filter({ hasText: 'Your choice is kept.' });
    await expect(refusal).toContainText(other.name);
    await expect(outcome(page, 'Approve')).toBeDisabled();
    await setLease(person.id, 600);
    await page.clock.runFor(16_000);
    await expect(outcome(page, 'Approve')).toBeEnabled();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('No more claims in this queue')).toBeVisible();

    await releaseDecision(number);
    await page.goto(`/console/claims/${number}`);
    await page.getByRole('button', { name: 'Reopen …' }).click();
    await page.getByRole('textbox', { name: 'Why?' }).fill(`The clerk called ${randomUUID()}`);
    await page.getByRole('button', { name: 'Reopen', exact: true }).click();
    await expect(page.getByText(`Reopened by ${person.name}: Denied → In review`)).toBeVisible();
  },
);
