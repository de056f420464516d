import { expect, type Page } from '@playwright/test';
import type { ClaimReview, LeasedClaim } from '@redress/contract/console/review';
import { randomUUID } from 'node:crypto';
import { postToConsole, signInAs } from './console.ts';
import { fileAssigned } from './console-claims.ts';
import { query } from './filed-claims.ts';
import { pdfOf } from './hostile-documents.ts';

/** Files claims and approves them as a new reviewer, so that the decisions have taken effect. */
export async function decideAsColleague(page: Page, count: number) {
  const decider = await signInAs(page, 'reviewer', 'supervisor');
  const numbers = await fileAssigned(page, decider, count, [{ name: 'statement.pdf', bytes: pdfOf(['Paid']) }]);
  const review = async (number: string): Promise<ClaimReview> => {
    const response = await page.request.get(`/api/console/claims/${number}/review`);
    const parse: (json: string) => ClaimReview = JSON.parse;
    return parse(await response.text());
  };
  for (let left = count; left > 0; left -= 1) {
    const next = await postToConsole(page, '/review/next', { queue: { mine: true, order: 'newest' }, skip: [] });
    const parse: (json: string) => LeasedClaim = JSON.parse;
    const number = parse(await next.text()).number ?? '';
    expect(numbers).toContain(number);
    const decision = { id: randomUUID(), outcome: 'approve', reasons: [], recognizedAmount: '1250.50' };
    const seen = { 'if-match': `"${(await review(number)).version}"` };
    const decided = await postToConsole(page, `/claims/${number}/decisions`, decision, seen);
    expect([decided.status(), decided.ok() ? '' : await decided.text()]).toEqual([200, '']);
    // Releases the decision at once instead of after ten seconds.
    await query('update claim_review set release_at = now() where decision_id = $1', [decision.id]);
    await expect.poll(async () => (await review(number)).status, { intervals: [100] }).toBe('approved');
  }
  return { numbers, decider };
}
