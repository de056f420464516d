import type { Approvals } from '@redress/contract/console/approvals';
import { addDays } from '@redress/contract/console/format-figure';
import { dayIn } from '@redress/forms/court-day';
import { expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { multipart } from '../../../setup/no-script-browser.ts';
import { changeReview, decide, fileReady, readReviewOf, runReviewOf } from '../../../setup/review.ts';
import { useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

const server = useTestServer({ members: 10 });
let filed = 0;

/** A claim with a deficiency, on the day after the last one on which it could be cured. */
async function passCureDue() {
  const { number } = await fileReady(server, filed++);
  const first = await signInTab(server, 'reviewer');
  const { body } = await decide(first, number, { outcome: 'deficient', reasons: ['documents-missing'] });
  const cureDue = body.cureDue ?? '';
  server.now = new Date(`${addDays(cureDue, 1)}T20:00:00Z`);
  return { number, cureDue, reviewer: await signInTab(server, 'reviewer') };
}

async function addByMail(tab: StaffTab, number: string, receivedOn: string, size = 2_000) {
  const parts = { source: 'mail', receivedOn, reason: 'A letter' };
  const { contentType, body } = multipart(Object.entries(parts), [{ name: 'x.pdf', bytes: pdf(size), field: 'file' }]);
  expect((await tab.post(`/claims/${number}/documents`, body, { 'content-type': contentType })).status).toBe(204);
}

const requestsOf = async (tab: StaffTab, number: string) =>
  (await tab.get<Approvals>('/approvals')).body.approvals.filter(({ what }) => what.includes(number));
const reasonsOf = async (tab: StaffTab, number: string) =>
  (await readReviewOf(tab, number)).options.reasons.map(({ id }) => id);

test('a document received on the last day to cure takes an expired deficiency back, also when it is added later', async () => {
  const { number, cureDue, reviewer } = await passCureDue();
  await runReviewOf(server);
  expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'proposed', decision: { source: 'expiry' } });
  await addByMail(reviewer, number, cureDue);
  await runReviewOf(server);
  expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'in-review', decision: null });
  expect(await reasonsOf(reviewer, number)).not.toContain('not-cured');
  const requests = await requestsOf(await signInTab(server, 'supervisor'), number);
  expect(requests.filter(({ decision }) => decision === null)).toEqual([]);
});

test('a denial in force is reviewed again when such a document turns up', async () => {
  const { number, cureDue, reviewer } = await passCureDue();
  await runReviewOf(server);
  const supervisor = await signInTab(server, 'supervisor');
  const [request] = await requestsOf(supervisor, number);
  expect((await supervisor.post(`/approvals/${request?.id}/approve`, {})).status).toBe(204);
  expect((await readReviewOf(reviewer, number)).status).toBe('denied');
  await addByMail(reviewer, number, cureDue);
  await runReviewOf(server);
  expect((await readReviewOf(reviewer, number)).status).toBe('in-review');
});

test('a document received after the last day cures nothing, neither before nor after the deficiency expires', async () => {
  const { number, cureDue, reviewer } = await passCureDue();
  await addByMail(reviewer, number, addDays(cureDue, 1));
  await runReviewOf(server);
  expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'proposed', decision: { source: 'expiry' } });
  const other = await passCureDue();
  await runReviewOf(server);
  await addByMail(other.reviewer, other.number, addDays(other.cureDue, 1));
  await runReviewOf(server);
  expect((await readReviewOf(other.reviewer, other.number)).status).toBe('proposed');
  expect(await reasonsOf(other.reviewer, other.number)).toContain('not-cured');
});

test('so is a denial that a reviewer made because the deficiency was not cured in time', async () => {
  const { number, cureDue, reviewer } = await passCureDue();
  await runReviewOf(server);
  const supervisor = await signInTab(server, 'supervisor');
  const [request] = await requestsOf(supervisor, number);
  await supervisor.post(`/approvals/${request?.id}/decline`, { reason: 'Look again.' });
  const other = await signInTab(server, 'supervisor');
  expect((await decide(other, number, { outcome: 'deny', reasons: ['not-cured'] })).status).toBe(200);
  await addByMail(reviewer, number, cureDue);
  await runReviewOf(server);
  expect((await readReviewOf(reviewer, number)).status).toBe('in-review');
  expect((await requestsOf(supervisor, number)).filter(({ decision }) => decision === null)).toEqual([]);
});

test('a document of a cured claim does not take back its later denial as a duplicate', async () => {
  const { number } = await fileReady(server, filed++);
  const { number: survivingClaim } = await fileReady(server, filed++);
  const reviewer = await signInTab(server, 'reviewer');
  const today = dayIn('America/New_York', server.now);
  await decide(reviewer, number, { outcome: 'deficient', reasons: ['documents-missing'] });
  await addByMail(reviewer, number, today);
  await runReviewOf(server);
  expect(
    (await decide(reviewer, number, { outcome: 'deny', reasons: ['repeated-claim'], survivingClaim })).status,
  ).toBe(200);
  server.now = new Date(server.now.getTime() + 10_000);
  await runReviewOf(server);
  await addByMail(reviewer, number, today, 3_000);
  await runReviewOf(server);
  expect((await readReviewOf(reviewer, number)).status).toBe('denied');
});

test('only the last deficiency counts, and none that was undone', async () => {
  const { number, cureDue, reviewer } = await passCureDue();
  await runReviewOf(server);
  const supervisor = await signInTab(server, 'supervisor');
  const [request] = await requestsOf(supervisor, number);
  await supervisor.post(`/approvals/${request?.id}/decline`, { reason: 'Look again.' });
  const again = { outcome: 'deficient', reasons: ['documents-missing'] } as const;
  const { body: undone } = await decide(supervisor, number, again);
  await supervisor.post(`/claims/${number}/decisions/${undone.decision?.id}/undo`);
  await addByMail(reviewer, number, addDays(cureDue, 1));
  expect(await reasonsOf(reviewer, number)).toContain('not-cured');
  expect((await decide(supervisor, number, again)).body.status).toBe('deficient');
  expect((await changeReview(supervisor, number, 'cure')).status).toBe(200);
  expect(await reasonsOf(reviewer, number)).not.toContain('not-cured');
});
