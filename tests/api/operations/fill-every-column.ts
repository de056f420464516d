import { makeOrReadReport } from '@redress/server/console/allocations/keep-report';
import { correctAnswer, withdrawCorrection } from '@redress/server/console/claim-details/correct-answer';
import { findClaim } from '@redress/server/console/claim-details/find-claim';
import { settlement } from '@redress/content/settlement';
import { dayIn } from '@redress/forms/court-day';
import { lockClaims } from '@redress/server/claims/history/claim-history';
import { addClaimEmail } from '@redress/server/claims/letters/claim-addresses';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { deleteListsOfRuns } from '@redress/server/cleanup';
import { dataCheckJobs } from '@redress/server/claims/documents/data-check-jobs';
import type { JobSource } from '@redress/server/platform/jobs/job-runner';
import { createLog } from '@redress/server/platform/logging/log';
import { listRetentions } from '@redress/server/operations/purge/plan-purge';
import { purgeClaims } from '@redress/server/operations/purge/purge';
import { sendReceipt } from '@redress/server/claims/receipts/send-receipt';
import type { Approvals } from '@redress/contract/console/approvals';
import type { ClusterSample } from '@redress/contract/console/integrity';
import type { RuleCondition, RuleRun } from '@redress/contract/console/rules';
import { recordClusterVerdicts } from '@redress/server/console/integrity/cluster-verdicts';
import type { RecordEvent } from '@redress/server/platform/history/record-events';
import { addRecordEntry } from '@redress/server/platform/history/record-history';
import { scanJobs } from '@redress/server/claims/documents/scan-jobs';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';
import * as sample from '@redress/image-metadata/fixtures/sample-images';
import { randomUUID } from 'node:crypto';
import { answerDeficiency, fileDispute } from '@redress/server/site/status/change-claim';
import { lockReviewForClaimant } from '@redress/server/console/review/change-by-claimant';
import { scoreNewClaimsNow } from '@redress/server/console/integrity/score-claims';
import { expect } from 'vitest';
import { goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { createPerson, signInTab } from '../../setup/console.ts';
import { TestPasskey } from '../../setup/authenticator.ts';
import { lettersOf } from '../../setup/letters.ts';
import { makeBatch, writeBatch } from '../../setup/postal-letters.ts';
import { makeReport } from '../../setup/console-records.ts';
import { fillSearchOf } from '../../setup/fill-search.ts';
import { computeScenario, contextOf } from '../../setup/allocations.ts';
import { approveEntries, askReversal, enter } from '../../setup/funds.ts';
import { insertIdRequest } from '../../setup/id-requests.ts';
import { createToken, type Options, setUpWithPasskey } from '../../setup/staff.ts';
import { publicUrl, returnLetterOf, tellClaimant } from '../../setup/letters.ts';
import { decide, releaseDecisions, type TestDecision, undoDecision } from '../../setup/review.ts';
import { approveWaiting, askBulk, createRule, finishRun, runRule, sealClaims } from '../../setup/rules.ts';
import {
  agentAnswers,
  fileIndividual,
  fileTpp,
  fileWithoutNotice,
  individualAnswers,
  openForm,
} from '../../setup/sample-claims.ts';
import { startReadingRoute } from '../../setup/staff-reads.ts';
import { fileCluster, scoreClaims } from '../../setup/suspicious-claims.ts';
import { keys, memberOf, type TestServer } from '../../setup/test-server.ts';
import { pdf, Uploader } from '../../setup/uploads.ts';

/** IDs of rules, runs and verdicts on clusters. */
const ids = { rule: '', run: '', repeated: '', cancelled: '', recorded: '' };
const log = createLog('warn', { write: () => {} });
let server: TestServer;
/** Each call returns another time, so code that reads it twice, for a row and its entry, is found. */
let clock: () => Date;

/**
 * Files claims with every part that a claim can have. Returns the IDs of rules, runs and verdicts on
 * clusters.
 */
export async function fillEveryColumn(filled: TestServer, now: () => Date): Promise<typeof ids> {
  server = filled;
  clock = now;
  await fileEverything();
  return ids;
}

async function seal(): Promise<void> {
  await sealHistory({ database: server.database, keys, now: clock });
}

/**
 * Claims with every part a claim can have: each kind of entry, and a value in each nullable column.
 */
async function fileEverything(): Promise<void> {
  const { database } = server;
  const store = await openUploadStore(server.documentFolder);
  const now = clock;
  const consumer = await logInBrowser(server.app, memberOf(0));
  const { claimNumber } = (await consumer.fileClaim(goodAnswers)).body;
  await consumer.fileClaim(goodAnswers);
  server.now = new Date(server.now.getTime() + 1_500);
  await consumer.upload(claimNumber, [
    { name: 'photo of Jane.pdf', bytes: sample.jpegWithMetadata(6, Buffer.from('end')) },
  ]);
  const scan = scanJobs({ database, keys, store, now, log, clamd: { host: '127.0.0.1', port: 1, maxBytes: 0 } });
  await runOneJob(scan);

  const payor = await openForm(server.app);
  const agent = (await fileTpp(payor, { ...agentAnswers, formVersion: 2 })).body.claimNumber;
  const data = 'TPP Name,NDC or Drug Name,Fill or Purchase Date,State of Purchase,Amount Paid\nAlder Plan,x,1,AZ,1\n';
  const uploader = new Uploader(payor, await server.listen());
  const chosen = JSON.stringify([{ table: 0, kind: 'purchases', columns: { payor: 0, amount: 4 } }]);
  const path = await uploader.begin(agent, 'Alder Plan.csv', data.length, { chosen });
  await uploader.patch(path, 0, Buffer.from(data));
  await uploader.finalized(path);
  server.now = new Date(server.now.getTime() + 1_500);
  await runOneJob(dataCheckJobs({ database, keys, store, settlement, now }));
  // A data check that has not run yet.
  await payor.upload(
    agent,
    [{ name: 'later.csv', bytes: Buffer.from(`${data}Birch Fund,x,1,AZ,1\n`) }],
    'TppClaimants',
  );
  await uploader.begin(agent, 'half of it.csv', 4_000);

  const [receipt] = await server.query<{ id: string }>('select id from receipt_outbox order by id limit 1');
  const pdfRenderer = { ...server.pdfRenderer, renderReceipt: () => Promise.resolve(Buffer.from('%PDF')) };
  const mailer = { send: () => Promise.resolve({ outcome: 'sent' } as const), close: () => {} };
  const from = { name: '', address: 'no-reply@example.com' };
  const context = { database, settlement, isScanned: false, pdfRenderer, mailer, from, publicUrl, now };
  await sendReceipt(context, receipt?.id ?? '');
  await addReadsAndRecords();
  await addNoteAndCall(agent);
  await addScoresAndVerdict(agent);
  await addCorrections(claimNumber);
  await addDecisions(claimNumber);
  await addSecondReview();
  await addAnswerAndDispute();
  await addLetters();
  await seal();
  await addAction(claimNumber);
  await addRule();
  // A run that was cancelled in the middle has found some claims already.
  await server.query(`insert into rule_run_claims values ($1, 1, 'queue', null)`, [ids.cancelled]);
  await deleteListsOfRuns(server.database);
  await addStaffWork();
  await addLedger();
  await addClusterVerdicts();

  // Filed on July 1, 2025: the seven years start then.
  await fileIndividual(await openForm(server.app), individualAnswers);
  server.now = new Date('2032-07-10T12:00:00Z');
  const { uploadFolder } = server;
  const purging = { database, keys, store, uploadFolder, mailFolder: '/nowhere', settlement, now };
  for (const retention of listRetentions(purging)) await purgeClaims(purging, retention);
  await seal();
}

async function addNoteAndCall(number: string): Promise<void> {
  const reviewer = await signInTab(server, 'reviewer');
  await reviewer.post(`/claims/${number}/notes`, { id: randomUUID(), text: 'The plan calls back' });
  await reviewer.post(`/claims/${number}/calls`, { id: randomUUID(), topic: 'status-told', text: '' });
}

/** Adds scores of a claim that is filed twice, and a verdict. */
async function addScoresAndVerdict(number: string): Promise<void> {
  await fileIndividual(await openForm(server.app), individualAnswers);
  await scoreNewClaimsNow({ database: server.database, keys, settlement, now: clock });
  const supervisor = await signInTab(server, 'supervisor');
  const verdict = { id: randomUUID(), verdict: 'genuine', reason: 'called back' };
  expect((await supervisor.post(`/claims/${number}/verdicts`, verdict)).status).toBe(204);
  await server.query(
    `insert into neutral_marks (id, case_id, kind, claim_id, keys, reason, at, staff_id)
     select gen_random_uuid(), 'brand-drug', 'known-helper', id, '{7}', 'A library', now(), $2 from claims where number = $1`,
    [number, supervisor.person.id],
  );
}

/** Adds an action on a claim, and stops it. */
async function addAction(number: string): Promise<void> {
  await fillSearchOf(server);
  const supervisor = await signInTab(server, 'supervisor');
  const { body } = await askBulk(supervisor, { numbers: [number] }, { kind: 'assign', to: null });
  expect((await supervisor.delete(`/bulk/${body.id}`)).status).toBe(200);
}

/**
 * Adds staff work that is not about one claim: a signed release, a report, addresses, and an answer
 * with a match.
 */
async function addStaffWork(): Promise<void> {
  const [supervisor, colleague] = [await signInTab(server, 'supervisor'), await signInTab(server, 'supervisor')];
  const { tab, passkey } = await setUpWithPasskey(server, await createToken(server, colleague.person.id));
  const second = new TestPasskey();
  const { body: options } = await tab.post<Options>('/account/passkey-options');
  await tab.post('/account/passkeys', { name: 'Lost phone', passkey: second.create(options) });
  expect((await tab.delete(`/account/passkeys/${second.id}`)).status).toBe(204);

  expect((await supervisor.post(`/rules/runs/${ids.run}/release`, { reason: 'As agreed' })).status).toBe(202);
  const { approvals } = (await tab.get<Approvals>('/approvals?kind=rule-release')).body;
  const path = `/approvals/${approvals[0]?.id}`;
  const { body: proof } = await tab.post<{ passkey: Options }>(`${path}/proof`);
  expect((await tab.post(`${path}/approve`, { passkey: passkey.prove(proof.passkey) })).status).toBe(204);

  const { noticeId } = memberOf(0);
  const address = {
    street: '9 New Road',
    city: 'Dayton',
    state: 'Ohio',
    zip: '45402',
    source: 'call',
    reason: 'Moved',
  };
  const agent = await signInTab(server, 'call-center');
  const note = { id: randomUUID(), topic: 'lost-ids', text: 'Asked for a letter' };
  expect((await agent.post(`/members/${noticeId}/notes`, note)).status).toBe(200);
  for (const [index, by] of [agent, supervisor].entries()) {
    const seen = { 'if-match': `"${index}-0"` };
    expect((await by.post(`/members/${noticeId}/addresses`, address, seen)).status).toBe(200);
  }
  const [asked] = await server.query<{ id: string }>('select id from member_addresses where decision is null');
  const decision = { decision: 'declined', reason: 'The newer one counts' };
  const decided = `/members/${noticeId}/addresses/${asked?.id}/decision`;
  expect((await supervisor.post(decided, decision, { 'if-match': '"2-1"' })).status).toBe(200);

  const request = await insertIdRequest(server.query, { caseId: 'brand-drug', at: server.now });
  const [current] = await server.query<{ id: string }>("select id from member_addresses where decision = 'confirmed'");
  const answers = [
    { answer: 'asked-for-more', note: 'Her street' },
    { answer: 'matched', noticeId, addressId: current?.id, note: '' },
  ];
  for (const [index, answer] of answers.entries()) {
    const answered = await tab.post(`/id-requests/${request}/answers`, answer, { 'if-match': `"${index}"` });
    expect(answered.status).toBe(200);
  }

  await makeReport(server, supervisor);
}

/** An entry with an order, and its reversal, and a scenario of the fund. */
async function addLedger(): Promise<void> {
  const [asker, second] = [await signInTab(server, 'finance'), await signInTab(server, 'finance')];
  const scenario = await computeScenario(server, asker);
  expect(scenario).toMatchObject({ status: 'computed' });
  // Claims here are open, so no scenario can be frozen.
  await makeOrReadReport(contextOf(server), { id: scenario.id, status: 'frozen' }, () =>
    Promise.resolve({ pdf: Buffer.from('%PDF'), workbook: Buffer.from('PK') }),
  );
  const id = await enter(asker, second, { kind: 'fees', amount: '5', docket: '310' });
  expect((await askReversal(asker, id)).status).toBe(204);
  await approveEntries(second);
}

/** Two versions of a rule, and runs of it: done, computed again, cancelled and waiting. */
async function addRule(): Promise<void> {
  const claimant = await openForm(server.app);
  // Two people: a rule that approves leaves a possible duplicate to a person.
  for (const [name, size] of [
    ['Amara Okoye', 500],
    ['Jonas Feld', 600],
  ] as const) {
    const person = { name1: name, signature: name, street1: `${size} ${name} Road`, email: `${size}@example.com` };
    const number = await fileWithoutNotice(server, person, claimant);
    await claimant.upload(number, [{ name: 'bill.pdf', bytes: pdf(size) }], 'IndividualClaimants');
  }
  await scoreClaims(server);
  await sealClaims(server);
  const supervisor = await signInTab(server, 'supervisor');
  const conditions: RuleCondition[] = [{ fact: 'score', score: 'machine', atMost: 100 }];
  const { id } = await createRule(supervisor, 'savings-club', { outcome: 'queue', conditions });
  const approve = { outcome: 'approve', conditions };
  expect((await supervisor.post(`/rules/${id}/versions`, approve, { 'if-match': '"1"' })).status).toBe(201);
  const run = await runRule(server, supervisor, id);
  expect(run.result?.approve).toBeGreaterThan(1);
  const again = await supervisor.post<RuleRun>(`/rules/runs/${run.id}/repeat`);
  expect(await finishRun(server, supervisor, again.body.id)).toMatchObject({ isIdentical: true });
  const cancelled = (await supervisor.post<RuleRun>(`/rules/${id}/runs`, {})).body.id;
  expect((await supervisor.delete(`/rules/runs/${cancelled}`)).status).toBe(200);
  await supervisor.post(`/rules/${id}/runs`, {});
  Object.assign(ids, { rule: id, run: run.id, repeated: again.body.id, cancelled });
}

/** A verdict on the rest of a cluster in each state but `approved`: recorded, declined, asked, sample. */
async function addClusterVerdicts(): Promise<void> {
  const [supervisor, colleague] = [await signInTab(server, 'supervisor'), await signInTab(server, 'supervisor')];
  const clusters: string[] = [];
  for (const [index, surname] of ['Lindqvist', 'Okafor', 'Moreau', 'Tanaka'].entries()) {
    const person = { surname, street: `${index + 1} ${surname} Road`, phone: `503 555-010${index}` };
    // The smallest cluster that can have a verdict.
    clusters.push((await fileCluster(server, 6, person)).id);
  }
  const start = async (cluster = '') =>
    (await supervisor.post<{ id: string }>(`/clusters/${cluster}/verdicts`, { id: randomUUID() })).body.id;
  const ask = async (cluster = '') => {
    const id = await start(cluster);
    const { members } = (await supervisor.get<ClusterSample>(`/cluster-verdicts/${id}`)).body;
    const verdict = { verdict: 'machine', reason: 'seen' };
    for (const { number } of members)
      await supervisor.post(`/claims/${number}/verdicts`, { id: randomUUID(), clusterVerdict: id, ...verdict });
    expect((await supervisor.post(`/cluster-verdicts/${id}/request`, verdict)).status).toBe(202);
    return id;
  };
  ids.recorded = await ask(clusters[0]);
  expect(await approveWaiting(colleague)).toBe(204);
  await recordClusterVerdicts({ database: server.database, keys, settlement, now: clock }, Infinity);
  await ask(clusters[1]);
  const { approvals } = (await colleague.get<Approvals>('/approvals')).body;
  const waiting = approvals.find(({ decision }) => decision === null);
  expect((await colleague.post(`/approvals/${waiting?.id}/decline`, { reason: 'seen' })).status).toBe(204);
  await ask(clusters[2]);
  await start(clusters[3]);
}

/** With a document, with a note only, and withdrawn. */
async function addCorrections(number: string): Promise<void> {
  const context = { database: server.database, keys, settlement, publicUrl, now: clock };
  const { id: staffId } = await createPerson(server.connectionString, ['reviewer'], server.now);
  const claim = await findClaim(context, number, ['brand-drug']);
  const [document] = await server.query<{ id: string }>('select id from claim_documents where claim_id = $1', [
    claim.id,
  ]);
  const id = randomUUID();
  const corrector = { staffId, seen: 1_000 };
  const correction = { field: 'city', value: 'Tucson', source: 'document', documentId: document?.id ?? '' } as const;
  await correctAnswer(context, claim, { ...correction, id, note: '' }, corrector);
  await withdrawCorrection(context, claim, { id: randomUUID(), correctionId: id, reason: 'Not hers' }, corrector);
  const call = {
    field: 'street1',
    value: '9 Larkmoor Lane',
    source: 'call',
    documentId: null,
    note: 'A call',
  } as const;
  await correctAnswer(context, claim, { ...call, id: randomUUID() }, corrector);
}

/** A deficiency, a reduction that was undone and one that took effect, with a note; and an assigned claim. */
async function addDecisions(number: string): Promise<void> {
  const [reviewer, supervisor] = [await signInTab(server, 'reviewer'), await signInTab(server, 'supervisor')];
  const others = await server.query<{ number: string }>('select number from claims where number <> $1 order by id', [
    number,
  ]);
  await decide(reviewer, others[0]?.number ?? '', { outcome: 'deficient', reasons: ['documents-missing'] });
  await supervisor.post(`/claims/${others[1]?.number}/assignment`, { to: reviewer.person.id });
  const id = randomUUID();
  const reduction = {
    outcome: 'reduce',
    reasons: ['not-documented', 'outside-period'],
    recognizedAmount: '5',
  } as const;
  await decide(reviewer, number, { ...reduction, id });
  await undoDecision(reviewer, number, id);
  await decide(reviewer, number, { ...reduction, note: 'Jane’s bill is for another year' });
  await releaseDecisions(server);
  // One letter is out, and one came back.
  await tellClaimant(server, number);
  await tellClaimant(server, others[0]?.number ?? '');
  await returnLetterOf(server, others[0]?.number ?? '');
}

/** What a claimant answered to a deficiency, and a dispute. */
async function addAnswerAndDispute(): Promise<void> {
  const reviewer = await signInTab(server, 'reviewer');
  const { database, store } = server;
  const parts = { database, store, keys, settlement, publicUrl, now: clock, limits: 'off' as const };
  const context = { ...parts, lockReviewForClaimant: lockReviewForClaimant(parts) };
  const file = async (index: number, decision: TestDecision) => {
    const browser = await logInBrowser(server.app, memberOf(index));
    const { claimNumber } = (await browser.fileClaim(goodAnswers)).body;
    const { body } = await decide(reviewer, claimNumber, decision);
    // The clock of the decision runs.
    server.now = new Date(server.now.getTime() + 1_500);
    await releaseDecisions(server);
    const claim = await findClaim({ database, settlement }, claimNumber, ['brand-drug']);
    return { claim, decision: body.decision?.id ?? '', language: 'en' as const };
  };
  const deficient = await file(1, { outcome: 'deficient', reasons: ['documents-missing'] });
  const statement = new Map([['statement.documents-missing', 'Jane lost it']]);
  const answered = await answerDeficiency(context, deficient.claim, { ...deficient, fields: statement });
  const denied = await file(2, { outcome: 'deny', reasons: ['no-qualifying-purchase'] });
  const grounds = new Map([
    ['ground.no-qualifying-purchase', 'on'],
    ['statement.dispute', 'Jane bought it'],
  ]);
  const disputed = await fileDispute(context, denied.claim, { ...denied, fields: grounds });
  expect([answered, disputed]).toEqual([{ outcome: 'done' }, { outcome: 'done' }]);
}

/**
 * After an email that bounced, paper that was mailed, came back, and is in another batch; addresses;
 * and an unread report.
 */
async function addLetters(): Promise<void> {
  const supervisor = await signInTab(server, 'supervisor');
  const [deficient] = await server.query<{ number: string; id: string; caseId: string }>(
    `select number, claims.id, claims.case_id as "caseId" from letters join claims on claims.id = claim_id
     where letters.status = 'bounced'`,
  );
  const number = deficient?.number ?? '';
  const codeOf = async () => String((await lettersOf(server, number)).at(-1)?.['code']);
  const lines = ['Alder Plan', '9 New Road', 'Dayton, OH 45402'];
  const [email] = await lettersOf(server, number);
  const address = { id: email?.['code'], source: 'call', lines };
  expect((await supervisor.post('/letter-addresses', address)).status).toBe(200);
  const make = () => makeBatch(supervisor, deficient?.caseId);
  server.now = new Date(server.now.getTime() + 2_000);
  await writeBatch(server, supervisor, await make());
  const day = dayIn(settlement.site.timeZone, server.now);
  const csv = `letter,mailed_on\n${await codeOf()},${day}`;
  expect((await supervisor.post('/letter-batches/confirmations', { csv })).body).toEqual({
    confirmed: 1,
    before: null,
  });
  const back = { id: await codeOf(), reason: 'forwarding-address', address: ['7 Elm Street', 'Dayton, OH 45402'] };
  expect((await supervisor.post('/returned-letters', back)).body).toMatchObject({ outcome: 'mailed-again' });
  await make();
  await server.database.transaction().execute(async (transaction) => {
    const claim = { id: deficient?.id ?? '', number };
    await lockClaims(transaction, [claim.id]);
    const added = { at: clock(), source: 'claimant', email: 'alder@example.com' } as const;
    await addClaimEmail(transaction, { keys }, claim, added);
  });
  await server.query(
    `insert into bounce_reports (received_at, sha256, letter_id, sender, subject, excerpt)
     select now(), sha256('report'), max(id::text)::uuid, 'postmaster@example.net', 'failure notice', 'Hi' from letters`,
  );
}

/** A disagreement that a third person settled, in a sample. */
async function addSecondReview(): Promise<void> {
  const [second, supervisor] = [await signInTab(server, 'reviewer'), await signInTab(server, 'supervisor')];
  const id = randomUUID();
  const days = { fromDay: '2025-01-01', toDay: '2025-12-31' };
  const asked = { id, caseId: 'brand-drug', formId: null, ...days, decidedBy: null, sourceId: null, size: 5 };
  expect((await supervisor.post('/quality', asked)).status).toBe(204);
  await second.post(`/quality/${id}/next`);
  const denial = { outcome: 'deny', reasons: ['not-a-class-member'], note: 'Jane lives elsewhere' };
  expect((await second.post(`/quality/${id}/reviews/1`, denial)).status).toBe(204);
  const settlement = { verdict: 'upheld', note: 'She moved later' };
  expect((await supervisor.post(`/quality/${id}/reviews/1/settlement`, settlement)).status).toBe(204);
}

/** Entries of two records, and reads with and without every optional part. */
async function addReadsAndRecords(): Promise<void> {
  const { database } = server;
  const staffId = randomUUID();
  const add = (id: string, event: RecordEvent<'staff'>) =>
    database
      .transaction()
      .execute((transaction) => addRecordEntry(transaction, { kind: 'staff', id }, server.now, event));
  await add(staffId, { kind: 'staff-invited', details: { roles: 'reviewer' } });
  await add(staffId, { kind: 'session-revoked', details: { by: randomUUID(), sessionId: randomUUID() } });
  await add(randomUUID(), { kind: 'staff-joined', details: { method: 'oidc', link: 'first', sessionId: '1' } });
  const route = await startReadingRoute(server, database);
  const person = await createPerson(server.connectionString, ['reviewer'], server.now);
  await route.read(person, { what: 'view', subject: 'claim 8001583106' });
  await route.read(person, {
    what: 'search',
    subject: 'search',
    reason: 'a call',
    searchWords: 'Alder',
    resultIds: ['8001583106', '200000001'],
  });
  await route.close();
}

async function runOneJob(work: JobSource): Promise<void> {
  const holder = randomUUID();
  const job = await work.leases.leaseNext({ holder, until: new Date(server.now.getTime() + 60_000) }, server.now);
  if (!job) throw new Error(`There is nothing to do for ${work.name}`);
  await work.run(job.id, holder, new AbortController().signal);
}
