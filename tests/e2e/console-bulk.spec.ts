import type { Approval, Approvals } from '@redress/contract/console/approvals';
import { randomUUID } from 'node:crypto';
import { enter, signInAs } from './console.ts';
import { expect, test } from './members.ts';
import { fileForRule } from './rules.ts';

test('a supervisor marks a claim as deficient in the list, and takes the whole action back with a reason', async ({
  page,
}) => {
  test.slow(); // the claim is scored first: a score that arrives after it was chosen is something new
  const person = await signInAs(page, 'supervisor');
  const [number = ''] = (await fileForRule(page, person, 1)).numbers;
  await page.goto(`/console/claims?assignee=${person.id}`);
  await page.getByRole('checkbox', { name: `Select claim ${number}` }).check();
  await enter(page, page.getByRole('button', { name: 'Mark as deficient …' }));
  await page.getByRole('checkbox', { name: 'Documents are missing' }).check();
  await enter(page, page.getByRole('button', { name: 'Mark as deficient 1 claim' }));
  await expect(page.getByRole('status').filter({ hasText: '1 claim done, 0 skipped' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /^Mark as deficient 1 claim, because: / })).toBeVisible();

  await enter(page, page.getByRole('button', { name: 'Reopen these claims …' }));
  const dialog = page.getByRole('dialog', { name: 'Reopen: 1 claim' });
  await enter(page, dialog.getByRole('button', { name: 'Reopen 1 claim' }));
  await expect(dialog.getByRole('alert')).toHaveText('Say why.');
  await dialog.getByLabel('Why').fill('The documents were in the mail');
  await enter(page, dialog.getByRole('button', { name: 'Reopen 1 claim' }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: /^Reopen 1 claim\. / })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 claim done, 0 skipped' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'the action that decided them' })).toBeVisible();
  await page.getByRole('rowheader', { name: number }).getByRole('link').click();
  await expect(page.getByText('Reopened: The documents were in the mail').first()).toBeVisible();
});

test('of many requests, the approvals page says how many are shown, and asks for one kind alone', async ({ page }) => {
  const jobId = randomUUID();
  const request = (what: string, more: Partial<Approval>): Approval => ({
    id: randomUUID(),
    kind: 'claim-decision',
    claim: null,
    bulkJob: null,
    mayJoin: false,
    what,
    reason: 'Why',
    askedBy: 'Somebody',
    askedAt: '2025-06-01T12:00:00Z',
    isOwn: false,
    mayDecide: true,
    decision: null,
    decidedBy: null,
    decidedAt: null,
    decisionReason: '',
    ...more,
  });
  const answer: Approvals = {
    approvals: [request('Deny claim 8000000001', {})],
    kinds: [
      { kind: 'bulk-action', label: 'bulk action', waiting: 1 },
      { kind: 'claim-decision', label: 'Decisions about claims', waiting: 10_000 },
    ],
  };
  const ofKind: Approvals = {
    ...answer,
    approvals: [request('Approve 250 claims', { kind: 'bulk-action', bulkJob: jobId })],
  };
  // Ten thousand requests would be on the screens of all tests.
  await page.route(
    (url) => url.pathname === '/api/console/approvals',
    (route) => route.fulfill({ json: route.request().url().endsWith('?kind=bulk-action') ? ofKind : answer }),
  );
  await signInAs(page, 'supervisor');
  await page.goto('/console/approvals');
  await expect(page.getByText('1 of 10,001 requests shown, the oldest first.')).toBeVisible();
  await page.getByLabel('Kind of request').selectOption('bulk action (1)');
  await expect(page.getByRole('heading', { name: 'Approve 250 claims' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Deny claim 8000000001' })).toBeHidden();
  await expect(page.getByText('requests shown')).toBeHidden();
  await expect(page.getByRole('link', { name: 'See its claims' })).toHaveAttribute('href', `/console/bulk/${jobId}`);
});
