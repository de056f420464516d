import { settlement } from '@redress/content/settlement';
import { statusFields } from '@redress/contract/status-page';
import { describe, expect, test } from 'vitest';
import { signInTab, useStaff } from '../../../setup/console.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import {
  answerRequest,
  decide,
  eventsOf,
  fileReady,
  releaseDecisions,
  requestOf,
  statusOf,
  type TestDecision,
} from '../../../setup/review.ts';
import { mailLetter, StatusBrowser } from '../../../setup/status-page.ts';
import { memberOf, pass } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

const site = useNoScriptSite({ members: 30 });
const { reviewer } = useStaff(site.server, { reviewer: 'reviewer' });
let next = 0;
const daySeconds = 24 * 60 * 60;

const denied = { outcome: 'deny', reasons: ['no-qualifying-purchase'] } as const;
const reduced = { outcome: 'reduce', reasons: ['not-documented'], recognizedAmount: '1000' } as const;

/** A claim with a decision, and its claimant at the status page. */
async function findDecided(decision: TestDecision, { isReleased = true } = {}) {
  const index = next;
  next += 1;
  const { number } = await fileReady(site.server, {}, index);
  const { body } = await decide(reviewer, number, decision);
  if (isReleased) await releaseDecisions(site.server);
  const browser = new StatusBrowser(site);
  await browser.open(memberOf(index));
  return { index, number, decision: body.decision?.id ?? '', browser };
}

const disputeOf = (decision: string, ground: string) => ({
  [statusFields.decision]: decision,
  [`${statusFields.ground}${ground}`]: 'on',
  [`${statusFields.statement}dispute`]: 'I bought it. See my receipt.',
});

describe('a decision', () => {
  test('is shown once it took effect, with its reasons and the recognized amount', async () => {
    const { browser } = await findDecided(reduced, { isReleased: false });
    const waiting = await browser.view();
    expect([waiting.state, waiting.decision, waiting.canDispute]).toEqual(['in-review', undefined, false]);
    await releaseDecisions(site.server);
    const { state, decision, canDispute, steps } = await browser.view();
    expect([state, canDispute, steps.at(-1)]).toEqual(['reduced', true, { day: '2025-07-01', kind: 'reduced' }]);
    expect(decision).toMatchObject({
      outcome: 'reduced',
      amount: '$1,000.00',
      reasons: [{ id: 'not-documented', text: expect.stringContaining('your documents show') }],
      disputeBy: null,
    });
  });

  test('that waits for a second person is not shown', async () => {
    const { browser, number } = await findDecided({ outcome: 'deny', reasons: ['fraud'] });
    expect(await statusOf(reviewer, number)).toBe('proposed');
    const view = await browser.view();
    expect([view.state, view.decision, JSON.stringify(view).includes('real purchase')]).toEqual([
      'in-review',
      undefined,
      false,
    ]);
  });

  test('is disputed once, with files, and then reviewed again', async () => {
    const { browser, number, decision, index } = await findDecided(denied);
    await mailLetter(site.server, number, 'denied');
    expect((await browser.view()).decision?.disputeBy).toMatch(/^2025-0[78]-\d\d$/);
    const file = { name: 'receipt.pdf', bytes: pdf(2_000), field: `${statusFields.files}dispute` };
    const empty = { [statusFields.decision]: decision, [`${statusFields.statement}dispute`]: '' };
    expect((await browser.press('dispute', empty, [file])).status).toBe(422);
    expect(browser.claimView()).toMatchObject({
      errors: { dispute: ['missing-ground', 'missing-dispute'] },
      disputeFiles: [{ name: 'receipt.pdf' }],
    });
    const sent = disputeOf(decision, 'no-qualifying-purchase');
    expect((await browser.press('dispute', sent)).status).toBe(303);
    const { state, dispute, steps, canDispute } = await browser.view();
    expect([state, dispute, canDispute]).toEqual(['disputed', { day: '2025-07-01', late: false }, false]);
    expect(steps.slice(-3).map(({ kind }) => kind)).toEqual(['denied', 'documents', 'disputed']);
    expect((await eventsOf(site.server, number)).slice(-2)).toMatchObject([
      { kind: 'dispute-filed', decisionId: decision, channel: 'online', late: false },
      { kind: 'status-changed', from: 'denied', to: 'disputed', cause: 'disputed' },
    ]);
    const rows = await site.server.query(
      'select grounds, statement, cardinality(documents) as files, late from disputes where decision_id = $1',
      [decision],
    );
    expect(rows).toEqual([
      { grounds: ['no-qualifying-purchase'], statement: 'I bought it. See my receipt.', files: 1, late: false },
    ]);
    const other = new StatusBrowser(site);
    await other.open(memberOf(index));
    expect((await other.press('dispute', sent)).status).toBe(409);
    expect(other.claimView().notice).toEqual({ name: 'already-disputed' });
  });

  test('is disputed late after its last day, which is kept and shown; the amount can be a ground', async () => {
    const { browser, number, decision, index } = await findDecided(reduced);
    await mailLetter(site.server, number, 'reduced', { channel: 'email' });
    pass(site.server, 60 * daySeconds);
    expect((await browser.open(memberOf(index))).decision?.isPast).toBe(true);
    expect((await browser.press('dispute', disputeOf(decision, 'amount'))).status).toBe(303);
    expect((await browser.view()).dispute?.late).toBe(true);
    const rows = await site.server.query('select grounds, late from disputes where decision_id = $1', [decision]);
    expect(rows).toEqual([{ grounds: ['amount'], late: true }]);
  });

  test('after a dispute is not disputed again: the page says how to ask the court', async () => {
    const { browser, number, decision, index } = await findDecided(denied);
    expect((await browser.press('dispute', disputeOf(decision, 'no-qualifying-purchase'))).status).toBe(303);
    const { body } = await decide(await signInTab(site.server, 'reviewer'), number, denied);
    await releaseDecisions(site.server);
    expect(await browser.view()).toMatchObject({ state: 'denied', canDispute: false });
    await mailLetter(site.server, number, 'dispute-decision');
    const { canDispute, court } = await browser.view();
    // 33 days later is Sunday, August 3.
    const address = settlement.mailRules.returnAddress['brand-drug'];
    expect([canDispute, court]).toEqual([false, { by: '2025-08-04', isPast: false, address }]);
    const again = await browser.press('dispute', disputeOf(body.decision?.id ?? '', 'no-qualifying-purchase'));
    expect([again.status, await statusOf(reviewer, number)]).toEqual([409, 'denied']);
    pass(site.server, 60 * daySeconds);
    expect((await browser.open(memberOf(index))).court?.isPast).toBe(true);
  });

  test('after a dispute that ended with an approval, nothing is left to ask the court', async () => {
    const { browser, number, decision } = await findDecided(denied);
    await browser.press('dispute', disputeOf(decision, 'no-qualifying-purchase'));
    await decide(await signInTab(site.server, 'reviewer'), number, { outcome: 'approve' });
    await releaseDecisions(site.server);
    const view = await browser.view();
    expect([view.state, view.canDispute, view.court]).toEqual(['approved', false, undefined]);
  });

  test('that does not count any more cannot be disputed', async () => {
    const first = await findDecided(denied);
    const other = await findDecided(denied);
    expect((await other.browser.press('dispute', disputeOf(first.decision, 'no-qualifying-purchase'))).status).toBe(
      409,
    );
    expect(other.browser.claimView().notice).toEqual({ name: 'changed' });
    expect(await statusOf(reviewer, first.number)).toBe('denied');
  });
});

describe('a claim', () => {
  test('is withdrawn when the claimant confirms it, once', async () => {
    const { index, number } = await findDecided(denied, { isReleased: false });
    const { code } = await mailLetter(site.server, number, 'answer-received');
    const browser = new StatusBrowser(site);
    await browser.signIn('letter', { letterCode: code, zip: '85001' });
    expect((await browser.view()).withdraw).toBe('yes');
    expect((await browser.press('withdraw')).status).toBe(200);
    expect(browser.claimView().notice).toEqual({ name: 'confirm-withdraw' });
    expect(await statusOf(reviewer, number)).toBe('proposed');
    expect((await browser.press('confirm-withdraw')).status).toBe(303);
    const { state, withdraw, steps } = await browser.view();
    expect([state, withdraw, steps.at(-1)?.kind]).toEqual(['withdrawn', 'no', 'withdrawn']);
    const last = (await eventsOf(site.server, number)).at(-1);
    expect(last).toEqual({ kind: 'status-changed', from: 'proposed', to: 'withdrawn', cause: 'withdrawn' });
    const other = new StatusBrowser(site);
    await other.signIn('letter', { letterCode: code, zip: '85001' });
    expect((await other.press('confirm-withdraw')).status).toBe(409);
    expect(other.claimView().notice).toEqual({ name: 'already-withdrawn' });
    expect(index).toBeGreaterThanOrEqual(0);
  });

  test('is not withdrawn with the IDs of the notice, which a household may share', async () => {
    const { browser, number } = await findDecided(denied);
    expect((await browser.view()).withdraw).toBe('other-way');
    expect((await browser.press('confirm-withdraw')).status).toBe(403);
    expect(await statusOf(reviewer, number)).toBe('denied');
  });

  test('that is withdrawn while a second person is asked about it needs no answer of theirs', async () => {
    const { number } = await findDecided({ outcome: 'deny', reasons: ['fraud'] });
    const supervisor = await signInTab(site.server, 'supervisor');
    expect(await requestOf(supervisor, number)).toBeDefined();
    const { code } = await mailLetter(site.server, number, 'answer-received');
    const browser = new StatusBrowser(site);
    await browser.signIn('letter', { letterCode: code, zip: '85001' });
    expect((await browser.press('confirm-withdraw')).status).toBe(303);
    expect(await requestOf(supervisor, number)).toBeUndefined();
    expect(await answerRequest(supervisor, number, 'approve').catch(() => 'gone')).not.toBe(204);
  });
});
