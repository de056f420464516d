import { expect, type Page } from '@playwright/test';
import type { ClaimReview, LeasedClaim } from '@redress/contract/console/review';
import { randomUUID } from 'node:crypto';
import type { TestPerson } from '../setup/console.ts';
import { postToConsole, signInAs } from './console.ts';
import { fileClaim } from './console-claims.ts';
import { query } from './filed-claims.ts';
import { pdfOf } from './hostile-documents.ts';

export interface Decided {
  readonly number: string;
  readonly decider: TestPerson;
}

/** Files a claim, and approves it as somebody new, so that the decision has taken effect. */
export async function decideAsColleague(page: Page): Promise<Decided> {
  const number = await fileClaim([{ name: 'statement.pdf', bytes: pdfOf(['Paid']) }], {
    repealerStateTotalAmountPaid: '1200',
  });
  const decider = await signInAs(page, 'reviewer', 'supervisor');
  const review = async (): Promise<ClaimReview> => {
    const response = await page.request.get(`/api/console/claims/${number}/review`);
    const parse: (json: string) => ClaimReview = JSON.parse;
    return parse(await response.text());
  };
  // Only this claim is in their queue, whatever others file meanwhile.
  const next = async () => {
    const assigned = await postToConsole(page, `/claims/${number}/assignment`, { to: decider.id });
    if (!assigned.ok()) return `not assigned: ${assigned.status()}`;
    const response = await postToConsole(page, '/review/next', { queue: { mine: true, order: 'newest' }, skip: [] });
    const parse: (json: string) => LeasedClaim = JSON.parse;
    return parse(await response.text()).number;
  };
  await expect.poll(next, { timeout: 20_000 }).toBe(number);
  await page.request.get('/api/session');
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const decision = { id: randomUUID(), outcome: 'approve', reasons: [], recognizedAmount: '1200' };
  const decided = await page.request.post(`/api/console/claims/${number}/decisions`, {
    headers: { 'x-xsrf-token': decodeURIComponent(token), 'if-match': `"${(await review()).version}"` },
    data: decision,
  });
  expect([decided.status(), decided.ok() ? '' : await decided.text()]).toEqual([200, '']);
  // Instead of ten seconds.
  await query('update claim_review set release_at = now() where decision_id = $1', [decision.id]);
  await expect.poll(async () => (await review()).status, { timeout: 15_000 }).toBe('approved');
  return { number, decider };
}

/** Draws a sample of one person’s decisions, as a new supervisor. Returns its ID. */
export async function drawSampleOf(page: Page, { decider }: Decided): Promise<string> {
  await signInAs(page, 'supervisor');
  const id = randomUUID();
  const drawn = await postToConsole(page, '/quality', {
    id,
    caseId: 'brand-drug',
    formId: null,
    fromDay: '2000-01-01',
    toDay: '2100-12-31',
    decidedBy: decider.id,
    sourceId: null,
    size: 10,
  });
  expect(drawn.status()).toBe(204);
  return id;
}
