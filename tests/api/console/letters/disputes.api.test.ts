import { settlement } from '@redress/content/settlement';
import type { LetterPreview, ListedDispute } from '@redress/contract/console/letters';
import type { ClaimReview } from '@redress/contract/console/review';
import type { Work } from '@redress/contract/console/work';
import { statusFields } from '@redress/contract/status-page';
import { listRetentions } from '@redress/server/operations/purge/plan-purge';
import { purgeClaims } from '@redress/server/operations/purge/purge';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { multipart } from '../../../setup/browser.ts';
import { signInTab, type StaffTab, useStaff } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lettersOf, queueLetterOf, sendLettersOf, tellClaimant } from '../../../setup/letters.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { readZip } from '../../../setup/read-zip.ts';
import {
  answerRequest,
  changeReview,
  decide,
  eventsOf,
  fileReady,
  nextOf,
  readReviewOf,
  releaseDecisions,
  statusOf,
  undoDecision,
} from '../../../setup/review.ts';
import { actOn, reasonsOf } from '../../../setup/rules.ts';
import { StatusBrowser } from '../../../setup/status-page.ts';
import { scoreClaims } from '../../../setup/suspicious-claims.ts';
import { editRows } from '../../../setup/test-database.ts';
import { keys, memberOf, pass } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

const site = useNoScriptSite({ members: 25 });
const { reviewer, other } = useStaff(site.server, { reviewer: 'reviewer', other: 'reviewer' });
let next = 0;

const denied = { outcome: 'deny', reasons: ['not-a-class-member'] } as const;
// Its second line looks like the heading of another dispute.
const statement = 'I bought it.\nDispute, 2025-01-01T00:00:00.000Z\nSee my receipt.';

/** A claim that was denied, by default by the first reviewer, and that its claimant disputes. */
async function findDisputed(
  deny = async (number: string) => {
    const { body } = await decide(reviewer, number, denied);
    await releaseDecisions(site.server);
    return body.decision?.id;
  },
) {
  const index = next;
  next += 1;
  const { number } = await fileReady(site.server, {}, index);
  const decision = await deny(number);
  const browser = new StatusBrowser(site);
  await browser.open(memberOf(index));
  await browser.press('dispute', {
    [statusFields.decision]: decision ?? '',
    [`${statusFields.ground}not-a-class-member`]: 'on',
    [`${statusFields.statement}dispute`]: statement,
  });
  return number;
}
/** A claim that the first reviewer denied, or decided otherwise. */
async function findDenied(decision: Parameters<typeof decide>[2] = denied) {
  const index = next;
  next += 1;
  const { number } = await fileReady(site.server, {}, index);
  await decide(reviewer, number, decision);
  await releaseDecisions(site.server);
  return number;
}
/** Records a dispute that came by mail. */
async function recordByMail(tab: StaffTab, number: string, receivedOn: string) {
  const { version } = await readReviewOf(tab, number);
  const dispute = { source: 'mail', receivedOn, reason: statement };
  return tab.post<ClaimReview>(`/claims/${number}/reopen`, { dispute }, { 'if-match': `"${version}"` });
}
const disputesOf = async (tab: StaffTab) => (await tab.get<{ disputes: ListedDispute[] }>('/disputes')).body.disputes;
const disputeOf = async (tab: StaffTab, number: string) =>
  (await disputesOf(tab)).find(({ claim }) => claim === number);

test('a dispute is decided by someone who has not decided the claim, and the claimant gets a second letter', async () => {
  const number = await findDisputed();
  expect(await disputeOf(reviewer, number)).toMatchObject({ isOwn: true, outcome: null, statement, late: false });
  expect(await disputeOf(other, number)).toMatchObject({ isOwn: false, decided: 'deny', amount: null });
  expect((await readReviewOf(reviewer, number)).refusal).toContain('Someone else must decide');
  // The first screen counts those that the list shows as open.
  const open = (await disputesOf(other)).filter(({ outcome }) => outcome === null);
  expect((await other.get<Work>('/work')).body.disputes).toBe(open.length);
  expect((await decide(reviewer, number, { outcome: 'approve' })).status).toBe(409);
  // The queue offers it only to others.
  await fillSearchOf(site.server);
  expect((await nextOf(reviewer)).body.number).toBeNull();
  expect((await nextOf(other)).body.number).toBe(number);
  expect((await decide(other, number, { outcome: 'approve' })).status).toBe(200);
  await releaseDecisions(site.server);
  expect(await disputeOf(other, number)).toMatchObject({ outcome: 'changed' });

  const preview = await other.post<LetterPreview>('/letters/preview', {
    caseId: 'brand-drug',
    kind: 'dispute-decision',
  });
  expect(preview.body).toMatchObject({ claims: 1, letters: [{ claim: number }] });
  await queueLetterOf(site.server, number);
  const [mail] = await sendLettersOf(site.server, number);
  expect(mail?.text).toContain('We approve your claim, and recognize $1,250.50 for it.');
  // Nothing is left to ask the court for.
  expect(mail?.text).not.toMatch(/court to decide|don’t agree/);
  expect(await lettersOf(site.server, number)).toMatchObject([{ kind: 'dispute-decision', due_on: null }]);
});

test('the same decision upholds the first one', async () => {
  const number = await findDisputed();
  await decide(other, number, denied);
  await releaseDecisions(site.server);
  expect(await disputeOf(other, number)).toMatchObject({ outcome: 'upheld' });
  await queueLetterOf(site.server, number);
  const [mail] = await sendLettersOf(site.server, number);
  expect(mail?.text).toContain('You can ask the court to decide.');
  // Thirty days to ask the court, until Thursday, July 31.
  expect(await lettersOf(site.server, number)).toMatchObject([{ kind: 'dispute-decision', due_on: '2025-07-31' }]);
  const { disputes } = (await other.get<{ disputes: object[] }>(`/claims/${number}/letters`)).body;
  expect(disputes).toMatchObject([{ outcome: 'upheld', grounds: ['Not a class member'], statement }]);
});

test('a dispute that came by mail is recorded, and decided by someone else', async () => {
  const number = await findDenied();
  const parts = { source: 'mail', receivedOn: '2025-07-01', reason: 'A dispute' };
  const letter = { name: 'letter.pdf', bytes: pdf(2_000), field: 'file' };
  const { contentType, body } = multipart(Object.entries(parts), [letter]);
  const added = await reviewer.post(`/claims/${number}/documents`, body, { 'content-type': contentType });
  expect(added.status).toBe(204);
  const supervisor = await signInTab(site.server, 'supervisor');
  // The decision is from July 1, which is today.
  for (const day of ['2025-06-30', '2025-07-02'])
    expect((await recordByMail(supervisor, number, day)).status).toBe(422);
  expect((await recordByMail(supervisor, number, '2025-07-01')).body).toMatchObject({ status: 'disputed' });
  expect(await disputeOf(reviewer, number)).toMatchObject({
    isOwn: true,
    channel: 'mail',
    filedAt: site.server.now.toISOString(),
    grounds: ['Not a class member'],
    statement,
    documents: [expect.any(String)],
  });
  expect((await eventsOf(site.server, number)).slice(-2)).toMatchObject([
    { kind: 'dispute-filed', channel: 'mail', late: false, by: supervisor.person.id, receivedOn: '2025-07-01' },
    { kind: 'status-changed', from: 'denied', to: 'disputed', cause: 'disputed' },
  ]);
  expect((await decide(reviewer, number, { outcome: 'approve' })).status).toBe(409);
  expect((await decide(other, number, denied)).status).toBe(200);
  await releaseDecisions(site.server);
  expect(await disputeOf(other, number)).toMatchObject({ outcome: 'upheld' });
  await queueLetterOf(site.server, number);
  expect(await lettersOf(site.server, number)).toMatchObject([{ kind: 'dispute-decision' }]);
  // Then only the court is left.
  expect((await recordByMail(supervisor, number, '2025-07-01')).status).toBe(409);
});

test('the day on which a dispute was received decides whether it is late', async () => {
  const [inTime, late] = [await findDenied(), await findDenied()];
  for (const number of [inTime, late]) await tellClaimant(site.server, number);
  pass(site.server, 40 * 24 * 60 * 60);
  const supervisor = await signInTab(site.server, 'supervisor');
  // The last day is Thursday, July 31, which ends at 4 a.m. UTC.
  expect((await recordByMail(supervisor, inTime, '2025-07-31')).status).toBe(200);
  expect((await recordByMail(supervisor, late, '2025-08-01')).status).toBe(200);
  expect(await disputeOf(supervisor, inTime)).toMatchObject({ late: false, filedAt: '2025-08-01T03:59:59.000Z' });
  expect(await disputeOf(supervisor, late)).toMatchObject({ late: true });
  // No other test finds them in a queue.
  const third = await signInTab(site.server, 'reviewer');
  for (const number of [inTime, late]) expect((await decide(third, number, denied)).status).toBe(200);
});

test('a reviewer who undoes the decision of a dispute can decide it again', async () => {
  const number = await findDisputed();
  const { body } = await decide(other, number, denied);
  expect((await undoDecision(other, number, body.decision?.id)).status).toBe(200);
  expect((await decide(other, number, { outcome: 'approve' })).status).toBe(200);
});

test('a disputed claim leaves its assignee, who decided it', async () => {
  const number = await findDisputed(async (claim) => {
    expect((await reviewer.post(`/claims/${claim}/assignment`, { to: reviewer.person.id })).status).toBeLessThan(300);
    const { body } = await decide(reviewer, claim, denied);
    await releaseDecisions(site.server);
    return body.decision?.id;
  });
  await fillSearchOf(site.server);
  expect(await disputeOf(other, number)).toMatchObject({ assignee: null });
  expect((await nextOf(other)).body.number).toBe(number);
});

test('a person who made or approved the disputed decision cannot approve the second one', async () => {
  const [maker, approver, third] = [
    await signInTab(site.server, 'supervisor'),
    await signInTab(site.server, 'supervisor'),
    await signInTab(site.server, 'supervisor'),
  ];
  const fraud = { outcome: 'deny', reasons: ['not-a-class-member', 'fraud'] } as const;
  const number = await findDisputed(async (claim) => {
    const { body } = await decide(maker, claim, fraud);
    expect(await answerRequest(approver, claim, 'approve')).toBe(204);
    pass(site.server, 60);
    return body.decision?.id;
  });
  expect((await decide(other, number, fraud)).status).toBe(200);
  for (const tab of [maker, approver]) expect(await answerRequest(tab, number, 'approve')).toBe(409);
  expect(await answerRequest(third, number, 'approve')).toBe(204);
  expect(await statusOf(other, number)).toBe('denied');
});

test('a disputed claim is not assigned to a person who made or approved the decision', async () => {
  const number = await findDisputed();
  const supervisor = await signInTab(site.server, 'supervisor');
  const assignTo = (to: string) => supervisor.post(`/claims/${number}/assignment`, { to });
  const refused = await assignTo(reviewer.person.id);
  expect([refused.status, refused.body]).toMatchObject([409, { detail: expect.stringContaining('made or approved') }]);
  await fillSearchOf(site.server);
  const job = await actOn(site.server, supervisor, [number], { kind: 'assign', to: reviewer.person.id });
  expect(job.counts).toMatchObject({ done: 0, skipped: 1 });
  expect(await reasonsOf(supervisor, job.id, 'skipped')).toEqual({
    [number]: expect.stringContaining('have decided it before'),
  });
  expect(await disputeOf(other, number)).toMatchObject({ assignee: null });
  expect((await assignTo(other.person.id)).status).toBeLessThan(300);
});

test('an action on many claims leaves a disputed claim to people who did not make the decision', async () => {
  const [supervisor, third] = [await signInTab(site.server, 'supervisor'), await signInTab(site.server, 'supervisor')];
  const number = await findDisputed(async (claim) => {
    const { body } = await decide(supervisor, claim, denied);
    await releaseDecisions(site.server);
    return body.decision?.id;
  });
  // Once a deficiency is cured, the claim is ready like any other.
  expect((await decide(other, number, { outcome: 'deficient', reasons: ['documents-missing'] })).status).toBe(200);
  await releaseDecisions(site.server);
  expect((await changeReview(supervisor, number, 'cure')).body.status).toBe('ready');
  await fillSearchOf(site.server);
  for (const action of [
    { kind: 'approve' },
    { kind: 'deficient', reasons: ['documents-missing'] },
    { kind: 'deny', reasons: ['not-a-class-member'] },
  ]) {
    const { id } = await actOn(site.server, supervisor, [number], action);
    expect(await reasonsOf(supervisor, id, 'skipped')).toEqual({
      [number]: expect.stringContaining('someone else must decide it'),
    });
  }
  expect((await actOn(site.server, third, [number], { kind: 'approve' })).counts).toMatchObject({ done: 1 });
});

test('what the claimant wrote is hidden from those who do not see answers', async () => {
  const number = await findDisputed();
  const callCenter = await signInTab(site.server, 'call-center');
  const { disputes } = (await callCenter.get<{ disputes: object[] }>(`/claims/${number}/letters`)).body;
  expect(disputes).toMatchObject([{ statement: null, grounds: ['Not a class member'] }]);
  expect((await callCenter.get('/disputes')).status).toBe(403);
});

/** A claim whose dispute was decided, and where its bundle is. */
async function findUpheld() {
  const number = await findDisputed();
  await decide(other, number, denied);
  await releaseDecisions(site.server);
  await tellClaimant(site.server, number);
  return { number, path: `/claims/${number}/bundle.zip`, supervisor: await signInTab(site.server, 'supervisor') };
}

test('once a dispute is decided, a supervisor who sees answers downloads a bundle for the court', async () => {
  const { number, path, supervisor } = await findUpheld();
  const early = await supervisor.get(`/claims/${await findDisputed()}/bundle.zip`);
  expect([early.status, early.body.code]).toEqual([409, 'conflict']);
  const { database } = site.server;
  await sealHistory({ database, keys, now: () => site.server.now });
  expect((await other.get(path)).status).toBe(403);

  const { status, bytes } = await supervisor.get(path);
  expect(status).toBe(200);
  const files = await readZip(bytes);
  const [letter] = await lettersOf(site.server, number);
  const names = ['answers.pdf', 'corrections.csv', 'documents/1-bill.pdf'];
  names.push(
    `letters/${String(letter?.['code']).slice(0, -1)}.pdf`,
    'letters.csv',
    'claimant.txt',
    'decisions.csv',
    'history.json',
  );
  expect([...files.keys()]).toEqual([...names, 'manifest.json']);
  for (const name of names.filter((each) => each.endsWith('.pdf'))) expect(files.get(name)).toMatch(/^%PDF-/);
  expect(files.get('claimant.txt')).toContain(statement.replaceAll(/^/gm, '    '));
  expect(files.get('claimant.txt')?.match(/^Dispute, /gm)).toHaveLength(1);
  // The court sees what was mailed and when, and that someone else decided after the dispute.
  expect(files.get('letters.csv')).toMatch(
    /,Decision about a dispute,Email,Emailed,.*,2025-\d\d-\d\d,,2025-\d\d-\d\d\r?\n/,
  );
  expect(files.get('decisions.csv')).toMatch(/,Person 1,.*,Denied,Not a class member,[^]*,Person 2,.*,Denied,/);
  const history: unknown = JSON.parse(files.get('history.json') ?? '');
  expect(history).toMatchObject({
    claimNumber: number,
    faults: [],
    head: { root: expect.stringMatching(/^[\da-f]{64}$/) },
  });
  const manifest: unknown = JSON.parse(files.get('manifest.json') ?? '');
  const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
  const listed = names.map((name) => {
    const text = `${name.endsWith('.csv') ? '\uFEFF' : ''}${files.get(name)}`;
    const isText = !name.endsWith('.pdf');
    return { name, sha256: isText ? sha256Of(text) : expect.stringMatching(/^[\da-f]{64}$/) };
  });
  expect(manifest).toMatchObject({ claim: number, withheld: [], seal: { position: 1 }, files: listed });
  const reads = await site.server.query('select what, subject, result_ids from access_log where staff_id = $1', [
    supervisor.person.id,
  ]);
  expect(reads).toEqual([{ what: 'download', subject: `claim ${number}`, result_ids: ['bundle'] }]);
});

const reduced = { outcome: 'reduce', recognizedAmount: '25', reasons: ['not-documented'] } as const;

test('the list of disputes has the amount of the disputed decision', async () => {
  const supervisor = await signInTab(site.server, 'supervisor');
  const number = await findDenied(reduced);
  expect((await recordByMail(supervisor, number, '2025-07-01')).status).toBe(200);
  expect(await disputeOf(other, number)).toMatchObject({ decided: 'reduce', amount: '25.00' });
});

test('the court reads amounts in dollars and cents', async () => {
  const number = await findDisputed();
  await decide(other, number, reduced);
  await releaseDecisions(site.server);
  const { bytes } = await (await signInTab(site.server, 'supervisor')).get(`/claims/${number}/bundle.zip`);
  expect((await readZip(bytes)).get('decisions.csv')).toMatch(/,Part of the amount is not documented,25\.00\r?\n/);
});

test('a decided dispute stays decided when a supervisor reopens the claim', async () => {
  const { number, path, supervisor } = await findUpheld();
  expect((await changeReview(supervisor, number, 'reopen')).status).toBe(200);
  expect(await disputeOf(other, number)).toMatchObject({ outcome: 'upheld' });
  expect((await supervisor.get(path)).status).toBe(200);
});

test('a bundle breaks off, and cannot be opened, if a document cannot be read to its end', async () => {
  const { path } = await findUpheld();
  const store = Object.assign(Object.create(site.server.store), {
    read: () =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(300_000);
          await Promise.reject(new Error('The disk is broken'));
        })(),
      ),
  });
  const app = await site.server.buildAnother({ store });
  const supervisor = await signInTab({ ...site.server, app }, 'supervisor');
  await expect(supervisor.get(path)).rejects.toThrow('destroyed before completion');
});

test('a bundle is refused if its documents fit into no ZIP, and to people who may not see the scores', async () => {
  const { number, path, supervisor } = await findUpheld();
  const set = (column: string) =>
    editRows(
      site.server.connectionString,
      `update ${column} where claim_id = (select id from claims where number = $1)`,
      [number],
    );
  await set('claim_documents set size = size + 4000000000');
  expect((await supervisor.get(path)).body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('ZIP') });
  await set('claim_documents set size = size - 4000000000');
  await scoreClaims(site.server);
  await set('claim_scores set sampled = true');
  expect((await supervisor.get(path)).body).toMatchObject({
    code: 'conflict',
    detail: expect.stringContaining('scores'),
  });
});

test('a purged claim has no bundle', async () => {
  const { path } = await findUpheld();
  site.server.now = new Date('2032-07-18T04:01:00Z');
  const { database, store, uploadFolder, now } = site.server;
  const context = { database, keys, store, uploadFolder, mailFolder: '/nonexistent', settlement, now: () => now };
  for (const retention of listRetentions(context)) await purgeClaims(context, retention);
  expect((await (await signInTab(site.server, 'supervisor')).get(path)).status).toBe(404);
});
