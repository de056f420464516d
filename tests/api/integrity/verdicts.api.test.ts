import { settlement } from '@redress/content/settlement';
import { openDatabase } from '@redress/server/database/pool';
import { keyOf } from '@redress/server/integrity/blocking-keys';
import { readDrift, readFairness } from '@redress/server/integrity/drift-and-fairness';
import { askForModel, countVerdicts, fitAgain, fitNewModel, readModels } from '@redress/server/integrity/models';
import { addNeutralMark, withdrawNeutralMark } from '@redress/server/integrity/neutral-marks';
import { readClaimIntegrity, readNeutralMarks } from '@redress/server/integrity/read-claim-integrity';
import { readCluster, readClusterList } from '@redress/server/integrity/read-clusters';
import { workAtNight } from '@redress/server/integrity/nightly';
import { scoreNewClaimsNow } from '@redress/server/integrity/score-claims';
import { recordVerdict } from '@redress/server/integrity/verdicts';
import { deleteOldObservations } from '@redress/server/integrity/delete-observations';
import { decideApproval } from '@redress/server/staff/approvals';
import { createContext } from '@redress/server/context';
import { ProblemError } from '@redress/server/http/problem';
import { permittedCases } from '@redress/server/staff/permissions';
import { createReceiptRenderer } from '@redress/server/receipts/receipt-renderer';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { findClaimIssues } from '@redress/server/operations/verify/verify-claim';
import { readClaimRecords } from '@redress/server/operations/verify/read-claim-records';
import { caseIdsOf } from '@redress/contract/settlement';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileIndividual, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { editRows } from '../../setup/test-database.ts';
import { keys, startTestServer, type TestServer } from '../../setup/test-server.ts';

const caseId = 'savings-club';
let server: TestServer;
let opened: ReturnType<typeof openDatabase>;
let people: string[];
const context = () => ({ database: opened.database, keys, settlement, now: () => server.now, log: server.log });
const score = () => scoreNewClaimsNow(context());

beforeEach(async () => {
  server = await startTestServer();
  opened = openDatabase(server.connectionString, () => {});
  const staff = await server.query<{ id: string }>(
    `insert into staff (name, email, created_at, activated_at)
     select name, lower(name) || '@example.com', now(), now() from unnest(array['Ada', 'Bo', 'Cy']) as name returning id`,
  );
  people = staff.map(({ id }) => id);
  await server.query(
    `insert into staff_roles (staff_id, case_id, role, granted_at) select id, '*', 'supervisor', now() from staff`,
  );
});
afterEach(async () => {
  await opened.close();
  await server.close();
});

const { noticeId: _noticeId, ...withoutNotice } = individualAnswers;
async function fileAs(answers: Readonly<Record<string, unknown>>) {
  const { claimNumber } = (await fileIndividual(await openForm(server.app), { ...withoutNotice, ...answers })).body;
  const [row] = await server.query<{ id: string }>('select id from claims where number = $1', [claimNumber]);
  return { id: row?.id ?? '', number: claimNumber };
}
/** As a request knows somebody who is signed in. */
const personOf = (id: string) => {
  const roles = [{ caseId: '*', role: 'supervisor' as const }];
  const permitted = permittedCases(roles, caseIdsOf(settlement));
  return {
    id,
    name: '',
    email: '',
    sessionId: '',
    roles,
    permitted,
    isFresh: true,
    secondsLeft: 60,
    isExtendable: true,
  };
};
type Filed = Awaited<ReturnType<typeof fileAs>>;

/** Strangers with one phone. */
const surnames = ['Lindqvist', 'Moreau', 'Okafor', 'Novak', 'Tanaka', 'Patel', 'Silva', 'Kowalski'];
async function fileCampaign(count = surnames.length): Promise<Filed[]> {
  const claims: Filed[] = [];
  for (const [index, surname] of surnames.slice(0, count).entries())
    claims.push(
      await fileAs({
        name1: `Zoë ${surname}`,
        street1: `${index + 1} Elm Street`,
        zip: `9720${index + 1}`,
        email: `p${index}@example.com`,
      }),
    );
  await score();
  return claims;
}

const judge = (
  claim: Filed,
  verdict: 'genuine' | 'machine' | 'duplicate',
  staffId = people[0] ?? '',
  requestId = randomUUID(),
) =>
  opened.database
    .transaction()
    .execute((transaction) =>
      recordVerdict(transaction, context(), { requestId, claim, verdict, reason: 'looked at', staffId }),
    );
const scoresOf = (claim: Filed) =>
  server.query<{ signal: string; points: number }>(
    'select signal, points from claim_signals where claim_id = $1 order by signal',
    [claim.id],
  );

test('a verdict is recorded once with its entry, and by nobody twice; another person is the second reviewer', async () => {
  const [claim] = await fileCampaign(2);
  if (!claim) throw new Error('nothing was filed');
  const requestId = randomUUID();
  expect(await judge(claim, 'genuine', people[0], requestId)).toBe('recorded');
  expect(await judge(claim, 'genuine', people[0], requestId)).toBe('recorded');
  expect(await judge(claim, 'machine', people[0])).toBe('judged-before');
  expect(await judge(claim, 'machine', people[1])).toBe('recorded');
  const { verdicts } = await readClaimIntegrity(opened.database, context(), { ...claim, caseId });
  expect(verdicts).toMatchObject([
    { verdict: 'genuine', by: { name: 'Ada' }, second: false },
    { verdict: 'machine', by: { name: 'Bo' }, second: true },
  ]);
  const entries = await server.query(
    `select details->>'verdict' as verdict from claim_history where kind = 'verdict' order by id`,
  );
  expect(entries).toEqual([{ verdict: 'genuine' }, { verdict: 'machine' }]);
  await expect(server.query(`update claim_verdicts set verdict = 'genuine'`)).rejects.toThrow(/only ever added/);
  await expect(server.query('delete from claim_verdicts')).rejects.toThrow(/only ever added/);
});

test('the verification finds a changed verdict and a changed score', async () => {
  const [claim] = await fileCampaign(2);
  if (!claim) throw new Error('nothing was filed');
  await judge(claim, 'genuine');
  const issues = () =>
    opened.database.transaction().execute(async (snapshot) => {
      const { claims } = await readClaimRecords(snapshot, '0');
      return claims.flatMap((records) => [...findClaimIssues(records, keys)]);
    });
  expect(await issues()).toEqual([]);
  await editRows(server.connectionString, `update claim_verdicts set verdict = 'machine'`);
  expect(await issues()).toEqual([expect.stringMatching(/verdict \d+ with a different result/)]);
  await editRows(server.connectionString, `update claim_verdicts set verdict = 'genuine'`);
  await editRows(
    server.connectionString,
    `update claim_scores set machine_reached = true where claim_id = ${claim.id}`,
  );
  expect(await issues()).toEqual(['has a machine score that differs from its history.']);
});

test('who shares a phone with a claim made by a machine is told so', async () => {
  const [first, second] = await fileCampaign(2);
  if (!first || !second) throw new Error('nothing was filed');
  expect(await scoresOf(second)).toEqual([]);
  await judge(first, 'machine');
  await score();
  expect(await scoresOf(second)).toEqual([{ signal: 'fraud-contact', points: 6 }]);
});

test('a known helper makes what clients share neutral, until the mark is withdrawn', async () => {
  const claims = await fileCampaign(6);
  const [claim] = claims;
  if (!claim) throw new Error('nothing was filed');
  expect(await scoresOf(claim)).toMatchObject([{ signal: 'shared-phone' }]);
  const mark = {
    id: randomUUID(),
    kind: 'known-helper' as const,
    claimId: claim.id,
    reason: 'translator',
    staffId: people[0] ?? '',
  };
  const transact = opened.database.transaction.bind(opened.database);
  expect(await transact().execute((transaction) => addNeutralMark(transaction, context(), mark))).toBe('added');
  await score();
  for (const each of claims) expect(await scoresOf(each)).toEqual([]);
  const { neutralMarks } = await readClaimIntegrity(opened.database, context(), { ...claim, caseId });
  expect(neutralMarks).toMatchObject([{ id: mark.id, claims: 6, by: { name: 'Ada' } }]);
  expect(await readNeutralMarks(opened.database, [caseId])).toMatchObject([{ id: mark.id }]);
  const withdraw = () =>
    transact().execute((transaction) =>
      withdrawNeutralMark(transaction, context(), { id: mark.id, staffId: people[1] ?? '' }),
    );
  expect(await withdraw()).toBe(true);
  expect(await withdraw()).toBe(false);
  await score();
  for (const each of claims) expect(await scoresOf(each)).toMatchObject([{ signal: 'shared-phone' }]);
});

/**
 * Runs something while the job is in the middle of a batch, and waits for both. The batch has read
 * what it scores by, and is kept from writing signals until `during` has ended or waits for the job.
 */
async function duringBatch(during: () => Promise<unknown>): Promise<void> {
  const blocker = new pg.Client({ connectionString: server.connectionString });
  await blocker.connect();
  const waiting = async () =>
    (await server.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .length;
  try {
    await blocker.query('begin; lock table claim_signals in share mode');
    const scoring = score();
    await expect.poll(waiting).toBe(1);
    let hasEnded = false;
    const done = during().finally(() => (hasEnded = true));
    await expect.poll(async () => hasEnded || (await waiting()) > 1).toBe(true);
    await blocker.query('commit');
    await Promise.all([done, scoring]);
  } finally {
    await blocker.end();
  }
}

test('a verdict during a batch is told to the claims of the batch, too', async () => {
  const [first] = await fileCampaign(2);
  if (!first) throw new Error('nothing was filed');
  const third = await fileAs({ name1: 'Uma Tanaka', street1: '3 Elm Street', zip: '97203', email: 'p3@example.com' });
  await duringBatch(() => judge(first, 'machine'));
  await score();
  expect(await scoresOf(third)).toContainEqual({ signal: 'fraud-contact', points: 6 });
});

test('a mark that is added or withdrawn during a batch counts for the claims of the batch, too', async () => {
  const [first] = await fileCampaign(5);
  if (!first) throw new Error('nothing was filed');
  const fileOne = (index: number) =>
    fileAs({ name1: `Uma ${surnames[index]}`, street1: `${index} Elm Street`, email: `p${index}@example.com` });
  const staffId = people[0] ?? '';
  const id = randomUUID();
  const mark = { id, kind: 'known-helper' as const, claimId: first.id, reason: 'translator', staffId };
  const transact = opened.database.transaction.bind(opened.database);
  const sixth = await fileOne(5);
  await duringBatch(() => transact().execute((transaction) => addNeutralMark(transaction, context(), mark)));
  await score();
  expect(await scoresOf(sixth)).toEqual([]);
  const seventh = await fileOne(6);
  await duringBatch(() =>
    transact().execute((transaction) => withdrawNeutralMark(transaction, context(), { id, staffId })),
  );
  await score();
  expect(await scoresOf(seventh)).toContainEqual({ signal: 'shared-phone', points: 7 });
});

/** Asks a second person to let a model score claims, and returns the ID of the approval. */
async function askFor(id: number): Promise<string> {
  const asked = await opened.database
    .transaction()
    .execute((transaction) =>
      askForModel(transaction, context(), { id, reason: 'verdicts of a month', staffId: people[0] ?? '' }),
    );
  if (typeof asked === 'string') throw new Error(asked);
  return asked.approvalId;
}

async function approve(approvalId: string, staffId: string): Promise<void> {
  const receiptRenderer = createReceiptRenderer();
  const full = createContext({
    ...context(),
    publicUrl: new URL('http://localhost'),
    pool: opened.pool,
    store: await openUploadStore(server.documentFolder),
    uploadFolder: server.uploadFolder,
    uploads: server.uploads,
    receiptRenderer,
  });
  try {
    await decideApproval(full, personOf(staffId), approvalId, { decision: 'approved', evidence: null });
  } finally {
    await receiptRenderer.close();
  }
}

test('keys and signals of what was observed are deleted with the observations; those of later claims stay', async () => {
  // Ten strangers in one library, whose program fills the form in within a second.
  const observations = { visibleSeconds: 1, typed: 9, pasted: 0, filled: 0, other: 0, automated: true };
  const fileHurriedly = (index: number) =>
    fileAs({
      name1: `Zoë ${surnames[index]}`,
      street1: `${index + 1} Elm Street`,
      phone1: `503555012${index}`,
      email: `p${index}@example.com`,
      observations,
    });
  server.now = new Date('2025-04-01T12:00:00Z');
  const [first, second] = [await fileHurriedly(0), await fileHurriedly(1)];
  server.now = new Date('2025-07-01T12:00:00Z');
  const late = await fileHurriedly(2);
  await score();
  const observed = await server.query<{ claim_id: string; form_id: string; address: string; browser: string }>(
    `select claim_id, form_id, encode(address_hash, 'hex') as address, encode(browser_hash, 'hex') as browser
     from claim_observations join claims on claims.id = claim_id order by claim_id`,
  );
  const keysOf = observed.map(({ claim_id: id, form_id: formId, address, browser }) => ({
    id,
    network: keyOf(formId, 'network', address),
    browser: keyOf(formId, 'browser', browser),
  }));
  const network = keysOf[0]?.network ?? '';
  const all = keysOf.flatMap((each) => [each.network, each.browser]);
  const stored = () =>
    server.query('select claim_id as id, key from claim_keys where key = any($1) order by claim_id, key', [all]);
  const expectedOf = (claims: typeof keysOf) =>
    claims.flatMap(({ id, ...own }) =>
      Object.values(own)
        .toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
        .map((key) => ({ id, key })),
    );
  expect(await stored()).toEqual(expectedOf(keysOf));
  const others = () => server.query('select * from claim_keys where key <> all($1) order by key, claim_id', [all]);
  const othersBefore = await others();
  await server.query(`insert into claim_key_hubs (key, kind, claims, summary) values ($1, 'network', 300, '{}')`, [
    network,
  ]);
  const mark = {
    id: randomUUID(),
    kind: 'shared-place' as const,
    claimId: first.id,
    reason: 'library',
    staffId: people[0] ?? '',
  };
  await opened.database.transaction().execute((transaction) => addNeutralMark(transaction, context(), mark));
  const kept = () =>
    server.query(
      `select (select count(*)::int from claim_key_hubs where key = $1) as hubs,
         (select count(*)::int from neutral_marks where $1 = any(keys)) as marks`,
      [network],
    );
  const signalsOf = async (claim: Filed) => (await scoresOf(claim)).map(({ signal }) => signal);
  const deleteAt = (moment: string) =>
    deleteOldObservations({ database: opened.database, settlement, now: () => new Date(moment) });

  await deleteAt('2025-10-15T04:01:00Z');
  expect(await stored()).toEqual(expectedOf(keysOf.slice(2)));
  expect(await kept()).toEqual([{ hubs: 1, marks: 1 }]);
  for (const claim of [first, second])
    expect(await signalsOf(claim)).not.toEqual(expect.arrayContaining([expect.stringMatching(/filling|automation/)]));
  expect(await signalsOf(late)).toEqual(expect.arrayContaining(['automation', 'filling']));

  await deleteAt('2025-12-29T12:01:00Z');
  expect(await stored()).toEqual([]);
  expect(await kept()).toEqual([{ hubs: 0, marks: 0 }]);
  expect(await others()).toEqual(othersBefore);
});

test('a model that becomes active while all claims are scored again scores all of them', async () => {
  await fileCampaign(2);
  const [model] = await server.query<{ id: number }>(
    `insert into integrity_models
       (case_id, catalog, verdict_ids, hyperparameters, defaults, weights, metrics, sha256, fitted_at, fitted_by)
     values ($1, 1, '{}', '{}', '{}', '{}', '{}', sha256('model'), now(), $2) returning id`,
    [caseId, people[0]],
  );
  const approvalId = await askFor(model?.id ?? 0);
  await workAtNight(context());
  await duringBatch(() => approve(approvalId, people[1] ?? ''));
  await score();
  expect(await server.query('select distinct model from claim_scores')).toEqual([{ model: model?.id }]);
});

test('a cluster is read side by side, with answers only for those who may see them', async () => {
  await fileAs({});
  await fileAs({ street1: '7 Pier Rd' });
  await fileAs({ street1: '7 PIER RD', email: 'zoe7@example.com' });
  await score();
  const { clusters } = await readClusterList(opened.database, [caseId], {});
  const [summary] = clusters;
  expect(summary).toMatchObject({ size: 3, caseId });
  const read = (answersIn: readonly string[]) =>
    readCluster(opened.database, context(), { id: summary?.id ?? '', cases: [caseId], answersIn });
  const cluster = await read([caseId]);
  expect(cluster?.members).toHaveLength(3);
  const emails = cluster?.fields.findIndex(({ name }) => name === 'email') ?? -1;
  expect(cluster?.fields[emails]).toMatchObject({ distinct: 2 });
  expect(cluster?.members.map(({ values }) => values[emails])).toEqual([
    'zoe@example.com',
    'zoe@example.com',
    'zoe7@example.com',
  ]);
  const masked = await read([]);
  expect(masked?.members.flatMap(({ name, values }) => [name, ...values]).every((value) => value === null)).toBe(true);
  expect(masked?.fields.every(({ template }) => template === null)).toBe(true);
  expect(
    await readCluster(opened.database, context(), { id: summary?.id ?? '', cases: ['brand-drug'], answersIn: [] }),
  ).toBeUndefined();
});

test('a model is fitted to verdicts, the same again from what is stored, and scores claims once two people agree', async () => {
  const claims: Filed[] = [];
  for (let index = 0; index < 40; index += 1)
    claims.push(
      await fileAs({
        name1: `Zoë ${surnames[index % 8]}${'abcde'[Math.floor(index / 8)]}`,
        street1: `${index + 1} Elm Street`,
        zip: `972${String(index).padStart(2, '0')}`,
        email: `someone${'abcdefgh'[index % 8]}${'klmno'[Math.floor(index / 8)]}@example.com`,
        phone1: index < 20 ? '(617) 555-0119' : `(503) 555-01${String(index).padStart(2, '0')}`,
      }),
    );
  await score();
  const fit = () => fitNewModel(context(), { caseId, staffId: people[0] ?? '' });
  expect(await fit()).toBe('too-few');
  for (const [index, claim] of claims.entries()) await judge(claim, index < 20 ? 'machine' : 'genuine');
  const id = await fit();
  if (typeof id !== 'number') throw new Error('no model was fitted');
  expect(await fitAgain(opened.database, id)).toBe('identical');
  const [model] = await readModels(opened.database, [caseId]);
  const weight = model?.weights.find(({ signal, level }) => signal === 'shared-phone' && level === 'five');
  // Twenty claims with it were made by a machine, and none of the others has it.
  expect(weight?.fitted).toBeGreaterThan(weight?.published ?? Infinity);
  expect(model).toMatchObject({ status: 'fitted', verdicts: 40, metrics: { machinePositive: 20 } });
  expect(await countVerdicts(opened.database, [caseId])).toEqual([{ caseId, verdicts: 40, sampled: 0 }]);

  const approvalId = await askFor(id);
  await expect(approve(approvalId, people[0] ?? '')).rejects.toThrow(ProblemError);
  await approve(approvalId, people[1] ?? '');
  expect(await readModels(opened.database, [caseId])).toMatchObject([
    { id, status: 'active', askedBy: { name: 'Ada' }, approvedBy: { name: 'Bo' } },
  ]);
  await score();
  const [phone] = await server.query<{ points: number; model: number }>(
    `select points, model from claim_signals where claim_id = $1 and signal = 'shared-phone'`,
    [claims[0]?.id],
  );
  expect(phone).toEqual({ points: Math.round((weight?.fitted ?? 0) * 10) / 10, model: id });
  await expect(server.query(`update integrity_models set weights = '{}'`)).rejects.toThrow(
    /keeps what it was fitted from/,
  );
  await editRows(server.connectionString, `update claim_verdicts set verdict = 'genuine' where id % 2 = 0`);
  expect(await fitAgain(opened.database, id)).toBe('different');
});

test('drift counts the claims of a week by signal, and fairness the genuine claims with a flag', async () => {
  const claims = await fileCampaign(6);
  for (const claim of claims) await judge(claim, 'genuine');
  const drift = await readDrift(opened.database, settlement, caseId);
  expect(drift.claims).toEqual([6]);
  expect(drift.signals.find(({ signal }) => signal === 'shared-phone')).toMatchObject({ fired: [6], last: 1 });
  const { groups } = await readFairness(opened.database, context(), caseId);
  expect(groups.find(({ value }) => value === 'with script')).toMatchObject({ genuine: 6, flagged: 0, rate: 0 });
  expect(groups.find(({ value }) => value === 'Spanish')).toMatchObject({ genuine: 0, rate: null });
});
