import type { Approvals } from '@redress/contract/console/approvals';
import { allocationJobs } from '@redress/server/console/allocations/allocation-jobs';
import { withClient } from '@redress/server/platform/database/pool';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  answerFreeze,
  askFreeze,
  askReserve,
  askScenario,
  computeScenario,
  contextOf,
  decideAndTell,
  fileApproved,
  freeze,
  readAllocation,
  reserve,
  runAllocations,
  sealAll,
  startAgain,
  tamper,
} from '../../../setup/allocations.ts';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { accountsOf, approveEntries, askEntry, askReversal, enter, fund, readFund } from '../../../setup/funds.ts';
import { lineUp, openSideBySide } from '../../../setup/line-up.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { changeReview, correctAnswer, countStatuses, fileReady, statusOf } from '../../../setup/review.ts';
import { childEnvironment } from '../../../setup/server-process.ts';
import { StatusBrowser } from '../../../setup/status-page.ts';
import { memberOf, pass } from '../../../setup/test-server.ts';

// These tests do what people, other requests and dying processes do at the moment of a freeze.
const site = useNoScriptSite({ members: 30 });
const { server } = site;
let asker: StaffTab;
let second: StaffTab;
let supervisor: StaffTab;
let reviewer: StaffTab;
let numbers: string[];
const daySeconds = 24 * 60 * 60;

beforeAll(async () => {
  numbers = await fileApproved(server, await signInTab(server, 'reviewer'), ['3650', '1000', '5']);
});
beforeEach(async () => {
  ({ asker, second, supervisor, reviewer } = await startAgain(server, numbers));
});

const today = () => server.now.toISOString().slice(0, 10);
const numberOf = (index: number) => numbers[index] ?? '';
const openRequests = async (kind: string, tab = supervisor) =>
  (await tab.get<Approvals>(`/approvals?kind=${kind}`)).body.approvals.filter(({ decision }) => decision === null);
const unpaid = { 'assets:cash:escrow': '1000.00', 'income:contributions': '-1000.00' };
/** Computes a scenario, and asks to freeze it. */
async function ask(): Promise<string> {
  const { id } = await computeScenario(server, asker);
  expect((await askFreeze(asker, id)).status).toBe(204);
  return id;
}
const ledgerLock = [
  'select pg_advisory_xact_lock(hashtextextended($1, 33))',
  [`ledger ${fund.id}`],
] as const satisfies Parameters<typeof lineUp>[1];
const reviewLock = ['lock table claim_review in exclusive mode', []] as const;
const changeAccount = (admin: StaffTab, { person }: StaffTab, what: 'roles' | 'state', body: object) =>
  admin.put(`/staff/${person.id}/${what}`, body, { 'if-match': '"1"' });
const finalizer = new URL('./finalize-until-killed.ts', import.meta.url);
const requester = new URL('./request-until-killed.ts', import.meta.url);
/** Starts a process, which gets the database and the time. */
function start(script: URL, ...more: readonly string[]): ChildProcess {
  const child = fork(script, [server.connectionString, server.now.toISOString(), ...more], { env: childEnvironment });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
/** Kills a process, or ends the connection of a request, while it waits for a table. */
const endAt = <Result>(table: string, send: () => Result | Promise<Result>, child?: ChildProcess): Promise<Result> =>
  withClient(server.connectionString, async (client) => {
    const listWaiting = () =>
      server.query(`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    await client.query(`begin; lock table ${table} in share mode`);
    const sent = send();
    await expect.poll(listWaiting).toHaveLength(1);
    const [waiting] = await listWaiting();
    if (child) {
      child.kill('SIGKILL');
      expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
    } else await client.query('select pg_terminate_backend($1)', [waiting?.['pid']]);
    await client.query('rollback');
    await expect
      .poll(() => server.query('select from pg_stat_activity where pid = $1', [waiting?.['pid']]))
      .toEqual([]);
    return await sent;
  });
const endLeases = () => server.query('update allocations set due_at = $1', [server.now]);

test('kill -9 while a scenario is computed, and while its claims become final: another process does all of it once', async () => {
  const id = randomUUID();
  await sealAll(server);
  await askScenario(asker, { id });
  await endAt('allocation_lines', () => {}, start(finalizer, '1000'));
  expect(await server.query('select from allocation_lines')).toEqual([]);
  expect(await readAllocation(asker, id)).toMatchObject({ status: 'draft', problem: null });
  await endLeases();
  await runAllocations(server);
  expect(await readAllocation(asker, id)).toMatchObject({ status: 'computed', netFund: '1000.00' });
  expect(await server.query('select from allocation_lines')).toHaveLength(3);

  expect((await askFreeze(asker, id)).status).toBe(204);
  expect((await answerFreeze(second, id)).status).toBe(204);
  expect((await once(start(finalizer, '1'), 'exit'))[1]).toBe('SIGKILL');
  expect(await countStatuses(server, numbers)).toEqual({ approved: 2, final: 1 });
  await endLeases();
  await runAllocations(server);
  expect(await countStatuses(server, numbers)).toEqual({ final: 3 });
  expect(
    await server.query(`select from claim_history where kind = 'status-changed' and details->>'cause' = 'allocated'`),
  ).toHaveLength(3);
});

test('kill -9, or a lost connection, while someone asks to freeze or approves it changes nothing, and both can be sent again', async () => {
  const [asking, approving] = [asker, second].map(({ person }) => start(requester, person.token));
  const { id } = await computeScenario(server, asker);
  const ask = [`/allocations/${id}/freeze`, { reason: 'The court approved the plan.' }];
  await endAt('record_history', () => asking?.send(ask), asking);
  expect((await endAt('record_history', () => askFreeze(asker, id))).status).toBe(503);
  expect((await readAllocation(asker, id)).status).toBe('computed');
  expect(await openRequests('allocation')).toEqual([]);
  expect((await askFreeze(asker, id)).status).toBe(204);
  const { approval } = await readAllocation(asker, id);
  await endAt('ledger_entries', () => approving?.send([`/approvals/${approval}/approve`, {}]), approving);
  expect((await endAt('ledger_entries', () => answerFreeze(second, id))).status).toBe(503);
  expect((await readAllocation(asker, id)).status).toBe('asked');
  expect(await openRequests('allocation')).toHaveLength(1);
  expect(await accountsOf(asker)).toEqual(unpaid);
  expect((await answerFreeze(second, id)).status).toBe(204);
  expect(await accountsOf(asker)).toMatchObject({ 'liabilities:payable': '-1000.00' });
});

test('a process that hangs is ended and tried again; after too many attempts, the scenario says so and is not frozen', async () => {
  const [id, failed] = [randomUUID(), randomUUID()];
  await sealAll(server);
  await askScenario(asker, { id });
  await expect(runAllocations(server, { maxMilliseconds: 1 })).rejects.toThrow('The process of a task ended');
  expect(await readAllocation(asker, id)).toMatchObject({ status: 'draft', problem: null });
  await endLeases();
  await runAllocations(server);
  expect((await readAllocation(asker, id)).status).toBe('computed');

  await askScenario(asker, { id: failed });
  const source = allocationJobs({ ...contextOf(server), maxMilliseconds: 1 });
  const options = { now: () => server.now, log: server.log, pollMilliseconds: 20 };
  const jobs = startJobs({ ...source, pauseSeconds: [0], maxAttempts: 2 }, options);
  try {
    await expect
      .poll(async () => (await readAllocation(asker, failed)).problem)
      .toEqual({ code: 'failed', field: '', remedy: expect.stringMatching(/^[A-Z].*operator.*\.$/) });
  } finally {
    await jobs.stop();
  }
  expect(await server.query('select attempts, leased_by, status from allocations where id = $1', [failed])).toEqual([
    { attempts: 2, leased_by: null, status: 'draft' },
  ]);
  expect(
    await server.query('select kind from record_history where record_id = $1 order by position', [failed]),
  ).toEqual([{ kind: 'allocation-asked' }, { kind: 'allocation-failed' }]);
  expect((await askFreeze(asker, failed)).status).toBe(409);
  // It is not tried again, and does not keep another one from being computed.
  await runAllocations(server);
  expect((await readAllocation(asker, failed)).problem?.code).toBe('failed');
  expect((await computeScenario(server, asker)).status).toBe('computed');
});

test.each([
  ['reopen', 'before'],
  ['reopen', 'after'],
  ['withdraw', 'before'],
  ['withdraw', 'after'],
  ['dispute', 'before'],
  ['dispute', 'after'],
] as const)('%s of a claim a moment %s the freeze: only the first counts', async (change, when) => {
  const id = await ask();
  const claimant = new StatusBrowser(site);
  const { canDispute, decision } = await claimant.open(memberOf(1));
  expect(canDispute).toBe(true);
  const [approver, changer] = await openSideBySide(server, second, supervisor);
  const freezeIt = () => answerFreeze(approver ?? second, id);
  const changeIt = () =>
    change === 'dispute'
      ? claimant.disputeAmount(decision?.id ?? '')
      : changeReview(changer ?? supervisor, numberOf(1), change);
  if (when === 'before') {
    const [changed, frozen] = await lineUp<{ status: number; body: object }>(server, reviewLock, [changeIt, freezeIt]);
    expect([changed?.status, frozen?.status]).toEqual([change === 'dispute' ? 303 : 200, 409]);
    expect(frozen?.body).toMatchObject({ detail: expect.stringContaining(numberOf(1)) });
    expect(await accountsOf(asker)).toEqual(unpaid);
  } else {
    const answers = await lineUp<{ status: number }>(server, reviewLock, [freezeIt, changeIt]);
    expect(answers.map(({ status }) => status)).toEqual([204, 409]);
    await runAllocations(server);
    expect(await statusOf(supervisor, numberOf(1))).toBe('final');
  }
});

test('of two scenarios that are frozen at once, the second is refused with the reason', async () => {
  const [one, other] = [await ask(), await ask()];
  const tabs = await openSideBySide(server, second, supervisor);
  const answers = await lineUp(
    server,
    ledgerLock,
    tabs.map((tab, index) => () => answerFreeze(tab, index === 0 ? one : other)),
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 409]);
  expect(answers[1]?.body.detail).toContain('is already frozen');
  const statuses = await server.query<{ status: string }>('select status from allocations order by status');
  expect(statuses.map(({ status }) => status)).toEqual(['asked', 'frozen']);
});

test.each(['before', 'after'] as const)(
  'an entry is reversed a moment %s the freeze: the fund shows what is missing',
  async (when) => {
    const [contribution] = (await readFund(asker)).transactions;
    const id = await ask();
    await askReversal(asker, contribution?.id ?? '');
    const [reversal] = await openRequests('ledger-entry', second);
    const [approver, colleague] = await openSideBySide(server, supervisor, second);
    const freezeIt = () => answerFreeze(approver ?? supervisor, id);
    const reverseIt = () => (colleague ?? second).post(`/approvals/${reversal?.id}/approve`);
    if (when === 'before') {
      const [reversed, frozen] = await lineUp(server, ledgerLock, [reverseIt, freezeIt]);
      expect([reversed?.status, frozen?.status]).toEqual([204, 409]);
      expect(frozen?.body.detail).toContain('is $0.00 now, not $1,000.00');
      expect(await readFund(asker)).toMatchObject({ allocated: '0.00', unallocated: '0.00' });
    } else {
      const answers = await lineUp(server, ledgerLock, [freezeIt, reverseIt]);
      expect(answers.map(({ status }) => status)).toEqual([204, 204]);
      expect(await readFund(asker)).toMatchObject({ net: '0.00', allocated: '1000.00', unallocated: '-1000.00' });
      const supplement = { asOf: today(), supplements: { id, pool: 'consumers' } };
      expect((await computeScenario(server, asker, supplement)).problem).toMatchObject({
        code: 'net-fund-range',
        remedy: expect.stringContaining('The net fund is $1,000.00 below zero'),
      });
    }
  },
);

test('what is ordered after the freeze leaves its lines alone, and reduces what a supplement can divide', async () => {
  const limits = { consumers: { cap: '300' } };
  const { id } = await computeScenario(server, asker, { limits });
  // This entry waits for a second person while the scenario is frozen.
  await askEntry(asker, { kind: 'interest', amount: '1' });
  await freeze(server, asker, second, id);
  // Each of three gets 300 of 1,000.
  expect(await readFund(asker)).toMatchObject({ allocated: '900.00', unallocated: '100.00' });
  await approveEntries(second);
  await enter(asker, second, { kind: 'administration', amount: '95', effectiveOn: today() });
  expect(await readFund(asker)).toMatchObject({ allocated: '900.00', unallocated: '6.00' });
  const supplement = { asOf: today(), supplements: { id, pool: 'consumers' } };
  expect((await computeScenario(server, asker, supplement)).netFund).toBe('6.00');
  expect(await readAllocation(asker, id)).toMatchObject({
    status: 'frozen',
    netFund: '1000.00',
    summary: { total: { sum: '900.00' } },
  });
  // A late claim gets no more than the others.
  const { number } = await fileReady(server, { repealerStateTotalAmountPaid: '350' });
  await decideAndTell(server, [reviewer, supervisor], number, { outcome: 'approve' });
  await enter(asker, second, { kind: 'interest', amount: '900', effectiveOn: today() });
  expect((await computeScenario(server, asker, supplement)).summary?.total).toMatchObject({ capped: 1, sum: '300.00' });
});

test('entries after the day of a scenario may add to the net fund, and not lower it; before the first one, no one is paid', async () => {
  const empty = await computeScenario(server, asker, { asOf: '0001-01-01' });
  expect(await askFreeze(asker, empty.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('no one would be paid') },
  });
  const { id } = await computeScenario(server, asker);
  await enter(asker, second, { kind: 'interest', amount: '1', effectiveOn: today() });
  expect((await askFreeze(asker, id)).status).toBe(204);
  await enter(asker, second, { kind: 'fees', amount: '330', effectiveOn: today() });
  expect(await answerFreeze(second, id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/leave a net fund of \$671\.00, less than the \$1,000\.00/) },
  });
  const again = await computeScenario(server, asker, { asOf: today() });
  await freeze(server, asker, supervisor, again.id);
  expect(await readFund(asker)).toMatchObject({ allocated: '671.00', unallocated: '0.00' });
});

test.each(['approve', 'decline'] as const)(
  'of two people who approve and decline at once, the first counts: %s',
  async (answer) => {
    const id = await ask();
    const { approval } = await readAllocation(asker, id);
    const [one, two] = await openSideBySide(server, second, supervisor);
    const answers = [() => answerFreeze(one ?? second, id), () => answerFreeze(two ?? supervisor, id, 'decline')];
    const lock = ['select from approvals where id = $1 for update', [approval]] as const;
    const sent = await lineUp(server, lock, answer === 'approve' ? answers : answers.toReversed());
    expect(sent.map(({ status }) => status)).toEqual([204, 409]);
    expect((await readAllocation(asker, id)).status).toBe(answer === 'approve' ? 'frozen' : 'declined');
  },
);

test('an approver whose role ends while the freeze is stored freezes nothing', async () => {
  const id = await ask();
  const admin = await signInTab(server, 'admin');
  const [approver, other] = await openSideBySide(server, second, admin);
  const [approved, changed] = await lineUp(server, ledgerLock, [
    () => answerFreeze(approver ?? second, id),
    () => changeAccount(other ?? admin, second, 'roles', { roles: [], reason: 'Left the team' }),
  ]);
  expect([approved?.status, changed?.status]).toEqual([403, 200]);
  expect((await readAllocation(asker, id)).status).toBe('asked');
  expect(await accountsOf(asker)).toEqual(unpaid);
});

test('a requester who lost the role of finance has no request approved, and a disabled one none at all', async () => {
  const id = await ask();
  await askReserve(asker, [numberOf(0)]);
  await tamper(server, `update staff_roles set role = 'supervisor' where staff_id = '${asker.person.id}'`);
  const [request] = await openRequests('reserve-claims');
  for (const { status, body } of [
    await answerFreeze(second, id),
    await second.post(`/approvals/${request?.id}/approve`),
  ])
    expect([status, body.detail]).toEqual([409, expect.stringContaining('no longer has permission')]);
  expect((await changeAccount(await signInTab(server, 'admin'), asker, 'state', { disabled: true })).status).toBe(200);
  expect(await readAllocation(second, id)).toMatchObject({ status: 'computed', approval: null, askedBy: null });
  expect((await askFreeze(second, id)).status).toBe(204);
});

test('a repeated request changes nothing, and the same ID with other content is refused', async () => {
  const sealed = await computeScenario(server, asker);
  const id = randomUUID();
  const both = await Promise.all([askScenario(asker, { id }), askScenario(asker, { id: id.toUpperCase() })]);
  expect(both.map(({ status }) => status)).toEqual([204, 204]);
  expect(await server.query('select from allocations where id = $1', [id])).toHaveLength(1);
  await runAllocations(server);
  for (const other of [
    { limits: { consumers: { cap: '600' } } },
    { seal: 1 },
    { asOf: '2025-06-29' },
    { name: 'Other' },
  ])
    expect([other, (await askScenario(asker, { id, ...other })).status]).toEqual([other, 409]);
  expect((await askScenario(second, { id })).status).toBe(409);
  expect((await askScenario(asker, { id, seal: sealed.seal.position })).status).toBe(204);
  const entries = await server.query('select from record_history where record_id = $1', [id]);
  expect(entries).toHaveLength(2);

  // The answer to the request is lost, and the second person is faster than the second retry.
  for (let time = 0; time < 2; time += 1) expect((await askFreeze(asker, id)).status).toBe(204);
  expect(await openRequests('allocation')).toHaveLength(1);
  expect((await asker.post(`/allocations/${id}/freeze`, { reason: 'Another reason' })).status).toBe(409);
  expect((await askFreeze(second, id)).body.detail).toContain('Someone already asked');
  await answerFreeze(second, id);
  expect((await askFreeze(asker, id)).status).toBe(204);
  expect((await askFreeze(second, id)).status).toBe(409);
  const supplement = { asOf: today(), supplements: { id, pool: 'consumers' } };
  const added = randomUUID();
  expect((await askScenario(asker, { id: added, ...supplement })).status).toBe(204);
  expect((await askScenario(asker, { id: added, ...supplement })).status).toBe(204);
  for (const other of [{ asOf: today() }, { ...supplement, supplements: { id, pool: 'third-party-payors' } }])
    expect((await askScenario(asker, { id: added, ...other })).status).toBe(409);
});

test('claims are moved into the reserve once, however often that is asked', async () => {
  const claims = [numberOf(1)];
  const both = await Promise.all([askReserve(asker, claims), askReserve(asker, claims)]);
  expect(both.map(({ status }) => status)).toEqual([204, 204]);
  expect(await openRequests('reserve-claims')).toHaveLength(1);
  const again = { status: 422, body: { errors: [{ field: 'claims', message: expect.stringContaining(numberOf(1)) }] } };
  expect(await askReserve(second, claims)).toMatchObject(again);
  expect(await askReserve(asker, [...claims, numberOf(0)], { docket: '403' })).toMatchObject(again);
  const [request] = await openRequests('reserve-claims');
  expect(request?.what).toMatch(
    new RegExp(`: ${numberOf(1)}\\. As filed, they claim \\$[1-9][\\d,.]* in all\\. Now: 1 approved\\.$`),
  );
  await second.post(`/approvals/${request?.id}/approve`);
  expect(await askReserve(asker, claims, { docket: '403' })).toMatchObject(again);
});

test('what was changed in the database is found before anything is frozen, and before a claim is final', async () => {
  // The second person would approve another sum than the lines have.
  const other = await computeScenario(server, asker);
  await tamper(server, `update allocations set summary = jsonb_set(summary, '{total,sum}', '"10.00"')`);
  expect((await askFreeze(asker, other.id)).status).toBe(204);
  expect((await answerFreeze(second, other.id)).status).toBe(409);

  const id = await ask();
  const change = async (table: string, set: string) =>
    tamper(
      server,
      table === 'allocations'
        ? `update allocations set ${set} where id = '${id}'`
        : `update allocation_lines set ${set} where claim = '${numberOf(0)}' and allocation_id <> '${other.id}'`,
    );
  for (const [table, changed, undone] of [
    ['allocation_lines', 'weight = weight + 1', 'weight = weight - 1'],
    ['allocation_lines', 'cents = cents - 1', 'cents = cents + 1'],
    ['allocation_lines', 'cap = 99999999', 'cap = null'],
    ['allocation_lines', `pool = 'third-party-payors'`, `pool = 'consumers'`],
    ['allocation_lines', `outcome = 'reserved'`, `outcome = 'paid'`],
    ['allocation_lines', `allocation_id = '${randomUUID()}'`, `allocation_id = '${id}'`],
    [
      'allocations',
      `parameters = replace(parameters, '7800', '7801')`,
      `parameters = replace(parameters, '7801', '7800')`,
    ],
    [
      'allocations',
      `summary = jsonb_set(summary, '{total,sum}', '"10.00"')`,
      `summary = jsonb_set(summary, '{total,sum}', '"1000.00"')`,
    ],
  ] as const) {
    await change(table, changed);
    const { status, body } = await answerFreeze(second, id);
    expect([changed, status, body.detail]).toEqual([changed, 409, expect.stringContaining('claims:verify')]);
    await change(table, undone);
  }
  expect((await readAllocation(asker, id)).status).toBe('asked');
  expect((await answerFreeze(second, id)).status).toBe(204);
  await change('allocation_lines', `outcome = 'reserved'`);
  await expect(runAllocations(server)).rejects.toThrow('are not those that were approved');
  expect(await statusOf(supervisor, numberOf(1))).toBe('approved');
});

test('a claim of the reserve whose decision can be disputed stays there, and a supplement waits for none of the others', async () => {
  const [decided, open] = [await fileReady(server), await fileReady(server)].map(({ number }) => number);
  if (decided === undefined || open === undefined) throw new Error('No claims');
  await reserve(asker, second, [decided, open]);
  await decideAndTell(server, [reviewer, supervisor], decided, { outcome: 'approve' });
  const { id, summary } = await computeScenario(server, asker);
  expect(summary?.total.reserved.claims).toBe(2);
  await freeze(server, asker, supervisor, id);
  expect(await statusOf(supervisor, decided)).toBe('approved');
  pass(server, 40 * daySeconds);
  [asker, supervisor] = [await signInTab(server, 'finance'), await signInTab(server, 'supervisor')];
  const supplement = await computeScenario(server, asker, { asOf: today(), supplements: { id, pool: 'consumers' } });
  // What is set aside for the other is not set aside again.
  expect(supplement.summary?.total).toMatchObject({ claims: 1, paid: 1, reserved: { claims: 0 } });
  await freeze(server, asker, supervisor, supplement.id);
  expect(await statusOf(supervisor, decided)).toBe('final');
  expect(await statusOf(supervisor, open)).not.toBe('final');
});

test('a claim of the reserve counts with the corrections of the seal, and one that is corrected later stops the freeze', async () => {
  const { number } = await fileReady(server, { repealerStateTotalAmountPaid: '350' });
  await reserve(asker, second, [number]);
  const first = await computeScenario(server, asker);
  // Of 1,000, below the minimum: 1.00. 350 ÷ 5,000 of the rest.
  expect(first.summary?.total.reserved.amount).toBe('70.00');
  const change = { field: 'repealerStateTotalAmountPaid', value: '500' };
  expect(await correctAnswer(reviewer, number, change)).toBeLessThan(300);
  expect((await askFreeze(asker, first.id)).body.detail).toContain(number);
  // 1,000 × 500 ÷ 5,150
  expect((await computeScenario(server, asker)).summary?.total.reserved.amount).toBe('97.09');
  const asBefore = await computeScenario(server, asker, { seal: first.seal.position });
  expect(asBefore.sha256).toBe(first.sha256);
  await changeReview(supervisor, number, 'void');
});

test('a supplement adds to a frozen allocation of its fund, and changes no other limit than the minimum', async () => {
  const { id } = await computeScenario(server, asker);
  const supplements = { id, pool: 'consumers' };
  const fieldOf = async (scenario: object) =>
    (await askScenario(asker, { asOf: today(), supplements, ...scenario })).body.errors?.[0]?.field;
  expect(await fieldOf({})).toBe('supplements');
  await freeze(server, asker, second, id);
  expect(await fieldOf({ supplements: { id: randomUUID(), pool: 'consumers' } })).toBe('supplements');
  expect(await fieldOf({ supplements: { id, pool: 'others' } })).toBe('pool');
  expect(await fieldOf({ asOf: '2025-06-30' })).toBe('asOf');
  expect(await fieldOf({ limits: { consumers: { cap: '1' } } })).toBe('limits.consumers.cap');
  expect(await fieldOf({ limits: { 'third-party-payors': { minimum: '1' } } })).toBe(
    'limits.third-party-payors.minimum',
  );
  expect(await fieldOf({ limits: { consumers: { minimum: '1' } } })).toBeUndefined();
  expect(await fieldOf({ fund: 'brand-drug-2025' })).toBe('supplements');
});
