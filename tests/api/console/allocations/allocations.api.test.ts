import {
  type Allocation,
  type AllocationChanges,
  allocationTransitions,
  type OpenClaims,
} from '@redress/contract/console/allocations';
import type { Approvals } from '@redress/contract/console/approvals';
import type { ClaimRecord } from '@redress/contract/console/claim-details';
import { settlement } from '@redress/content/settlement';
import type { Pool } from '@redress/contract/funds';
import { statusFields } from '@redress/contract/status-page';
import { createAllocation } from '@redress/server/console/allocations/create-allocation';
import { ProblemError } from '@redress/server/platform/http/problem';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  answerFreeze,
  askFreeze,
  askReserve,
  askScenario,
  computeScenario,
  decideAndTell,
  fileApproved,
  freeze,
  readAllocation,
  reserve,
  runAllocations,
  sealAll,
  startAgain,
} from '../../../setup/allocations.ts';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { approveEntries, askEntry, enter, fund, readFund } from '../../../setup/funds.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { readHistory } from '../../../setup/read-history.ts';
import { changeReview, fileReady, readReviewOf, statusOf } from '../../../setup/review.ts';
import { childEnvironment } from '../../../setup/server-process.ts';
import { StatusBrowser } from '../../../setup/status-page.ts';
import { editRows } from '../../../setup/test-database.ts';
import { keys, memberOf, pass, type TestServer } from '../../../setup/test-server.ts';

const site = useNoScriptSite({ members: 30 });
let server: TestServer;
let asker: StaffTab;
let second: StaffTab;
let supervisor: StaffTab;
let reviewer: StaffTab;
let numbers: string[];
const [large, small, tiny] = ['3650', '1000', '5'];
const daySeconds = 24 * 60 * 60;

beforeAll(async () => {
  ({ server } = site);
  reviewer = await signInTab(server, 'reviewer');
  numbers = await fileApproved(server, reviewer, [large, small, tiny]);
});
beforeEach(async () => {
  await startAgain(server, numbers);
  // The sessions of the tests before have ended.
  pass(server, daySeconds);
  reviewer = await signInTab(server, 'reviewer');
  asker = await signInTab(server, 'finance');
  second = await signInTab(server, 'finance');
  supervisor = await signInTab(server, 'supervisor');
  await enter(asker, second, { kind: 'contribution', amount: '1000' });
});

const accountsOf = async () =>
  Object.fromEntries((await readFund(asker)).accounts.map(({ account, amount }) => [account, amount]));
const numberOf = (index: number) => numbers[index] ?? '';
const verify = async (csv: string) => {
  const file = join(await mkdtemp(join(tmpdir(), 'allocation-')), 'allocation.csv');
  await writeFile(file, csv);
  const script = fileURLToPath(new URL('../../../../tools/allocation-verify.mjs', import.meta.url));
  return spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
};
/** Files a claim that nobody has decided yet. */
const fileOpen = async (amount: string) => (await fileReady(server, { repealerStateTotalAmountPaid: amount })).number;

test('two people freeze a scenario: figures, ledger, final claims, and a file that another program verifies', async () => {
  // 1,000 ÷ 4,655 × 5 = 1.07 is below the minimum of 5. Then 1,000 ÷ 4,650 = 21.505 percent:
  // 784.946 and 215.053, and the missing cent goes to the larger remainder.
  const scenario = await computeScenario(server, asker);
  expect(scenario).toMatchObject({
    status: 'computed',
    problem: null,
    netFund: '1000.00',
    summary: {
      residual: '0.00',
      total: {
        claims: 3,
        paid: 2,
        capped: 0,
        zero: 0,
        belowMinimum: { claims: 1, amount: '5.00' },
        reserved: { claims: 0, amount: '0.00' },
        sum: '1000.00',
        smallest: '215.05',
        largest: '784.95',
        median: '500.00',
        mean: '500.00',
        histogram: [
          { from: '200.00', to: '500.00', claims: 1, amount: '215.05' },
          { from: '500.00', to: '1000.00', claims: 1, amount: '784.95' },
        ],
      },
      // Nobody claims from the other pool, so its money comes here.
      pools: [
        { id: 'third-party-payors', money: '780.00', overflowOut: '780.00', claims: 0, smallest: null },
        { id: 'consumers', money: '220.00', overflowIn: '780.00', rate: '21.51', sum: '1000.00' },
      ],
    },
  });
  const { id, sha256 } = scenario;
  expect((await askFreeze(asker, id)).status).toBe(204);
  const { approvals } = (await supervisor.get<Approvals>('/approvals?kind=allocation')).body;
  expect(approvals).toMatchObject([
    { allocation: id, fund: fund.id, what: expect.stringContaining(`SHA-256 ${sha256}`) },
  ]);
  expect((await answerFreeze(supervisor, id)).status).toBe(204);
  expect(await readAllocation(asker, id)).toMatchObject({
    status: 'frozen',
    askedBy: asker.person.name,
    decidedBy: supervisor.person.name,
    finalizedAt: null,
  });
  expect(await accountsOf()).toEqual({
    'assets:cash:escrow': '1000.00',
    'income:contributions': '-1000.00',
    'equity:residual': '1000.00',
    'liabilities:payable': '-1000.00',
  });
  await runAllocations(server);
  expect((await readAllocation(asker, id)).finalizedAt).not.toBeNull();
  for (const number of numbers) {
    expect(await statusOf(supervisor, number)).toBe('final');
    expect((await readHistory(server, number)).at(-1)).toMatchObject({
      kind: 'status-changed',
      details: { from: 'approved', to: 'final', cause: 'allocated' },
    });
  }
  const csv = (await asker.get(`/allocations/${id}/allocation.csv`)).text;
  expect(csv.trim().split('\n').slice(1)).toEqual([
    'claim,pool,weight,floor,cap,cents',
    ...[
      [numberOf(0), `consumers,36500000,0,,78495`],
      [numberOf(1), `consumers,10000000,0,,21505`],
      [numberOf(2), `consumers,50000,0,,0`],
    ]
      .map((line) => line.join(','))
      .toSorted(),
    `# sha256 ${sha256}`,
  ]);
  expect(await verify(csv)).toMatchObject({ status: 0 });
  expect(await verify(csv.replace(',78495', ',78494'))).toMatchObject({ status: 1 });
});

test('a claim’s screen and its claimant read the amount and how it came about, once it is frozen', async () => {
  const { id } = await computeScenario(server, asker);
  const paymentsOf = async (number: string) => (await reviewer.get<ClaimRecord>(`/claims/${number}`)).body.payments;
  expect(await paymentsOf(numberOf(0))).toEqual([]);
  await askFreeze(asker, id);
  await answerFreeze(second, id);
  expect(await paymentsOf(numberOf(0))).toMatchObject([
    { allocation: id, kind: 'share', amount: '784.95', recognized: '3650.00', rate: '21.51', minimum: '5.00' },
  ]);
  expect(await paymentsOf(numberOf(2))).toMatchObject([{ kind: 'below-minimum', amount: '0.00', minimum: '5.00' }]);
  const browser = new StatusBrowser(site);
  const view = await browser.open(memberOf(0));
  expect(view.payments).toMatchObject([
    { kind: 'share', amount: '$784.95', recognized: '$3,650.00', rate: '21.51', minimum: '$5.00' },
  ]);
});

test('after the freeze, neither the claimant nor staff change a claim, also before the job has reached it', async () => {
  const { id } = await computeScenario(server, asker);
  await askFreeze(asker, id);
  const before = new StatusBrowser(site);
  expect(await before.open(memberOf(0))).toMatchObject({ canDispute: true });
  const decision = (await readReviewOf(supervisor, numberOf(0))).decision?.id ?? '';
  await answerFreeze(second, id);
  for (const isFinal of [false, true]) {
    if (isFinal) await runAllocations(server);
    expect(await before.view()).toMatchObject({ canDispute: false, withdraw: 'no' });
    const dispute = {
      [statusFields.decision]: decision,
      [`${statusFields.ground}amount`]: 'on',
      [`${statusFields.statement}dispute`]: 'I paid more.',
    };
    expect((await before.press('dispute', dispute)).status).toBe(409);
    expect((await changeReview(supervisor, numberOf(0), 'reopen')).status).toBe(409);
    expect((await changeReview(supervisor, numberOf(0), 'withdraw')).status).toBe(409);
    expect(await statusOf(supervisor, numberOf(0))).toBe(isFinal ? 'final' : 'approved');
  }
});

test('scenarios with other limits side by side, and who gets more or less', async () => {
  const planned = await computeScenario(server, asker);
  const limits = { consumers: { minimum: null } };
  pass(server, 1);
  const all = await computeScenario(server, asker, { name: 'Without a minimum', limits });
  // 1,000 ÷ 4,655: 784.103, 214.823 and 1.074, and the missing cent goes to the smallest.
  expect(all).toMatchObject({
    limits,
    summary: { total: { paid: 3, smallest: '1.08', median: '214.82', largest: '784.10' } },
  });
  pass(server, 1);
  const capped = await computeScenario(server, asker, { limits: { consumers: { cap: '600' } } });
  // 600, and 400 ÷ 1,000 = 40 percent for the other.
  expect(capped.summary).toMatchObject({
    residual: '0.00',
    total: { capped: 1, paid: 2, smallest: '400.00', largest: '600.00' },
  });
  const { body } = await second.get<AllocationChanges>(`/allocations/${all.id}/changes?from=${planned.id}`);
  expect(body).toEqual({
    more: { claims: 1, amount: '1.08' },
    less: { claims: 2, amount: '1.08' },
    added: { claims: 1, amount: '1.08' },
    dropped: { claims: 0, amount: '0.00' },
    same: 0,
    largestGain: '1.08',
    largestLoss: '0.85',
  });
  const listed = (await supervisor.get<{ allocations: Allocation[] }>(`/allocations?fund=${fund.id}`)).body;
  expect(listed.allocations.map(({ id }) => id)).toEqual([capped.id, all.id, planned.id]);
  expect(all.sha256).not.toBe(planned.sha256);
});

test('a scenario that cannot be computed says where, and what to do', async () => {
  for (const [rule, field, limits] of [
    ['floor-and-minimum', 'minimum', { floor: '10' }],
    ['cap-below-floor', 'cap', { minimum: null, floor: '10', cap: '9.99' }],
    ['cap-below-minimum', 'cap', { cap: '4.99' }],
  ] as const) {
    const { status, body } = await askScenario(asker, { limits: { consumers: limits } });
    const sentence = expect.stringMatching(/^[A-Z].*\.$/);
    expect([status, body.errors]).toEqual([422, [{ field: `limits.consumers.${field}`, rule, message: sentence }]]);
  }
  for (const amount of ['1,234.5', '1e5', '-5', '٣', '10000000000000000', '0.001', ''])
    expect((await askScenario(asker, { limits: { consumers: { cap: amount } } })).status).toBe(400);
  expect(await askScenario(asker, { limits: { nobody: { cap: '1' } } })).toMatchObject({ status: 422 });
  expect(await askScenario(asker, { asOf: '2030-01-01' })).toMatchObject({ status: 422 });
  const floors = { consumers: { minimum: null, floor: '400' } };
  expect(await computeScenario(server, asker, { limits: floors })).toMatchObject({
    status: 'draft',
    summary: null,
    problem: {
      code: 'floors-exceed-pool',
      field: 'pools.consumers.floors',
      remedy: expect.stringContaining('The floors sum to $1,200.00, and the pool has $1,000.00.'),
    },
  });
  await enter(asker, second, { kind: 'expenses', amount: '1000.01' });
  expect(await computeScenario(server, asker)).toMatchObject({
    status: 'draft',
    problem: {
      code: 'net-fund-range',
      field: 'netFund',
      remedy: expect.stringContaining('The net fund is $0.01 below zero'),
    },
  });
});

test('a plan that cannot be computed is refused with the field and the remedy', async () => {
  const planned = settlement.funds.find(({ id }) => id === fund.id);
  if (!planned) throw new Error('There is no fund');
  const context = { ...server, keys, settlement, now: () => server.now };
  await sealAll(server);
  const problemOf = (change: (pool: Pool, index: number) => Partial<Pool>) =>
    createAllocation(
      context,
      { ...planned, pools: planned.pools.map((pool, index) => ({ ...pool, ...change(pool, index) })) },
      asker.person.id,
      { id: randomUUID(), fund: fund.id, name: 'A plan', asOf: '2025-06-30', limits: {} },
    ).then(
      () => undefined,
      (error: unknown) => (error instanceof ProblemError ? error.extras.errors?.[0] : error),
    );
  expect(await problemOf((_pool, index) => (index === 0 ? { share: 7_700 } : {}))).toMatchObject({
    rule: 'shares-sum',
    message: 'Make the shares sum to 10000 basis points. They sum to 9900.',
  });
  expect(await problemOf(({ id }) => ({ overflow: id }))).toMatchObject({
    rule: 'overflow-circle',
    field: 'limits.third-party-payors.overflow',
    message: expect.stringContaining('Remove one overflow of the circle'),
  });
  expect(await problemOf(() => ({ overflow: 'nobody' }))).toMatchObject({ rule: 'overflow-unknown' });
  expect(await problemOf(() => ({}))).toBeUndefined();
});

/** Sets the recognized amounts of the claims. Null: void. */
async function setRecognized(amounts: readonly (string | null | undefined)[]): Promise<void> {
  for (const [index, amount] of amounts.entries())
    await server.query(
      `set session_replication_role = 'replica';
       update claim_review set recognized_amount = ${amount ?? 'null'}, status = '${amount === null ? 'void' : 'approved'}'
       from claims where claims.id = claim_id and number = '${numberOf(index)}';
       set session_replication_role = 'origin'`,
    );
}

const minimum = (amount: string | null) => ({ consumers: { minimum: amount } });
test.each<[string, (string | null)[], object, object]>([
  // The largest gets everything, and the others less than a cent.
  [
    'almost 10^15 dollars, the most that is stored',
    ['999999999999999.9999', '0.0001', '0.0001'],
    minimum(null),
    { paid: 1, zero: 2, sum: '1000.00' },
  ],
  [
    'a hundredth of a cent each',
    ['0.0001', '0.0001', null],
    minimum(null),
    { paid: 2, sum: '1000.00', median: '500.00' },
  ],
  ['a hundredth of a cent', ['0.0001', null, null], minimum('5'), { claims: 1, paid: 1, sum: '1000.00' }],
  ['no claim', [null, null, null], minimum('5'), { claims: 0, paid: 0, sum: '0.00', median: null }],
  [
    'a minimum above everything',
    ['1', '1', '1'],
    minimum('333.34'),
    { paid: 0, belowMinimum: { claims: 3, amount: '3.00' } },
  ],
  [
    'a minimum that all just reach',
    ['1', '1', '1'],
    minimum('333.33'),
    { paid: 3, smallest: '333.33', largest: '333.34' },
  ],
])('recognized amounts of any size: %s', async (_name, amounts, limits, total) => {
  await setRecognized(amounts);
  try {
    const { problem, summary } = await computeScenario(server, asker, { limits });
    expect([problem, summary?.total]).toMatchObject([null, total]);
    const paid = Number(summary?.total.sum) + Number(summary?.residual);
    expect(paid).toBe(1_000);
  } finally {
    await setRecognized([large, small, tiny]);
  }
});

test('claims that all recognize nothing are an error, unless the fund has nothing', async () => {
  await setRecognized(['0', '0', '0']);
  try {
    const { problem } = await computeScenario(server, asker);
    expect(problem).toMatchObject({
      code: 'weights-all-zero',
      field: 'pools.consumers',
      remedy: expect.stringContaining('The pool has $1,000.00.'),
    });
    const empty = await computeScenario(server, asker, { asOf: '2025-06-29', limits: minimum(null) });
    expect(empty).toMatchObject({ problem: null, netFund: '0.00', summary: { total: { zero: 3, paid: 0 } } });
  } finally {
    await setRecognized([large, small, tiny]);
  }
});

test('a repeated request computes nothing twice', async () => {
  const id = randomUUID();
  await sealAll(server);
  expect((await askScenario(asker, { id })).status).toBe(204);
  expect((await askScenario(asker, { id })).status).toBe(204);
  expect((await askScenario(asker, { id, name: 'Another' })).status).toBe(409);
  await runAllocations(server);
  expect((await askScenario(asker, { id })).status).toBe(204);
  await askFreeze(asker, id);
  expect((await askFreeze(asker, id)).status).toBe(204);
  expect((await supervisor.get<Approvals>('/approvals?kind=allocation')).body.approvals).toHaveLength(1);
});

test('nobody freezes while claims are open; the answer lists them, and a court order moves them into the reserve', async () => {
  const open = await fileOpen('350');
  const first = await computeScenario(server, asker);
  const refused = await askFreeze(asker, first.id);
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toContain(open);
  expect((await asker.get<OpenClaims>(`/allocations/${first.id}/open-claims`)).body).toEqual({
    claims: 1,
    groups: [{ kind: 'undecided', claims: 1, numbers: [open] }],
    outdated: null,
  });

  expect((await askReserve(asker, ['1234567890'])).status).toBe(422);
  await reserve(asker, second, [open]);
  const { detail } = (await askFreeze(asker, first.id)).body;
  expect(detail).toContain('moved into the reserve');
  expect((await asker.get<OpenClaims>(`/allocations/${first.id}/open-claims`)).body).toMatchObject({
    claims: 0,
    outdated: detail,
  });

  // The claim of 5 gets less than the minimum; 1,000 ÷ 5,000 = 20 percent for the others.
  const reserving = await computeScenario(server, asker);
  expect(reserving.summary?.total).toMatchObject({ reserved: { claims: 1, amount: '70.00' }, sum: '930.00', paid: 2 });
  await freeze(server, asker, supervisor, reserving.id);
  expect(await accountsOf()).toMatchObject({
    'equity:residual': '1000.00',
    'liabilities:payable': '-930.00',
    'liabilities:reserve': '-70.00',
  });
  expect((await readAllocation(asker, first.id)).status).toBe('superseded');

  // A supplement pays it once it is decided, from the reserve and at the rate of the others. Half of
  // the claim is recognized, so half of the money is left over.
  await decideAndTell(server, [reviewer, supervisor], open, {
    outcome: 'reduce',
    reasons: ['not-documented'],
    recognizedAmount: '175',
  });
  const asOf = server.now.toISOString().slice(0, 10);
  const added = { name: 'Late orders', asOf, supplements: { id: reserving.id, pool: 'consumers' } };
  const disputable = await computeScenario(server, asker, added);
  expect(disputable).toMatchObject({
    problem: null,
    netFund: '70.00',
    summary: { residual: '35.00', total: { claims: 1, sum: '35.00' } },
  });
  expect(await askFreeze(asker, disputable.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('may still dispute') },
  });
  pass(server, 40 * daySeconds);
  asker = await signInTab(server, 'finance');
  supervisor = await signInTab(server, 'supervisor');
  const before = await asker.get(`/allocations/${reserving.id}/allocation.csv`);
  await freeze(server, asker, supervisor, disputable.id);
  expect(await accountsOf()).toEqual({
    'assets:cash:escrow': '1000.00',
    'income:contributions': '-1000.00',
    'equity:residual': '965.00',
    'liabilities:payable': '-965.00',
    'liabilities:reserve': '0.00',
  });
  expect(await statusOf(supervisor, open)).toBe('final');
  const [payment, ...others] = (await supervisor.get<ClaimRecord>(`/claims/${open}`)).body.payments;
  expect([payment, others]).toMatchObject([{ kind: 'share', amount: '35.00', rate: '20.00' }, []]);
  expect((await asker.get(`/allocations/${reserving.id}/allocation.csv`)).text).toBe(before.text);
  expect(await verify((await asker.get(`/allocations/${disputable.id}/allocation.csv`)).text)).toMatchObject({
    status: 0,
  });
  // Only what is left over can be in another one.
  expect(await computeScenario(server, asker, { ...added, asOf: server.now.toISOString().slice(0, 10) })).toMatchObject(
    {
      netFund: '35.00',
      summary: { total: { claims: 0 } },
    },
  );
});

test('money for an open dispute is set aside at the claimed amount', async () => {
  const number = await fileOpen('350');
  await decideAndTell(server, [reviewer, supervisor], number, {
    outcome: 'reduce',
    reasons: ['not-documented'],
    recognizedAmount: '100',
  });
  const claimant = new StatusBrowser(site);
  const [filed] = await server.query<{ notice_id: string }>('select notice_id from claims where number = $1', [number]);
  await claimant.open(memberOf(Number(filed?.notice_id) - 200_000_000));
  await claimant.press('dispute', {
    [statusFields.decision]: (await readReviewOf(reviewer, number)).decision?.id ?? '',
    [`${statusFields.ground}amount`]: 'on',
    [`${statusFields.statement}dispute`]: 'I have more receipts.',
  });
  expect(await statusOf(reviewer, number)).toBe('disputed');
  const scenario = await computeScenario(server, asker);
  expect(scenario.summary?.total.reserved).toEqual({ claims: 1, amount: '70.00' });
  await freeze(server, asker, second, scenario.id);
  expect(await statusOf(reviewer, number)).toBe('disputed');
  expect((await claimant.view()).payments).toMatchObject([{ kind: 'reserved', amount: '$70.00' }]);
});

test('nobody freezes what is out of date: a claim or the ledger changed since', async () => {
  const { id } = await computeScenario(server, asker);
  await askFreeze(asker, id);
  await enter(asker, second, { kind: 'interest', amount: '1' });
  const ledger = await answerFreeze(second, id);
  expect([ledger.status, ledger.body.detail]).toEqual([409, expect.stringContaining('$1,001.00 now, not $1,000.00')]);
  expect((await answerFreeze(second, id, 'decline')).status).toBe(204);
  expect(await readAllocation(asker, id)).toMatchObject({ status: 'declined', declineReason: 'Look again.' });

  const again = await computeScenario(server, asker);
  await askFreeze(asker, again.id);
  expect((await answerFreeze(asker, again.id, 'withdraw')).status).toBe(204);
  expect(await readAllocation(asker, again.id)).toMatchObject({ status: 'computed', askedBy: null });
  expect((await askFreeze(asker, again.id)).status).toBe(204);
  await changeReview(supervisor, numberOf(1), 'reopen');
  const claims = await answerFreeze(second, again.id);
  expect([claims.status, claims.body.detail]).toEqual([409, expect.stringContaining(numberOf(1))]);
  expect(await readAllocation(asker, again.id)).toMatchObject({ status: 'asked' });
});

test('of two scenarios that are frozen at once, the second is refused with the reason', async () => {
  const [one, other] = [
    await computeScenario(server, asker, { name: 'One' }),
    await computeScenario(server, asker, { name: 'Other' }),
  ];
  await askFreeze(asker, one.id);
  await askFreeze(asker, other.id);
  const answers = await Promise.all([answerFreeze(second, one.id), answerFreeze(supervisor, other.id)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]));
  expect(answers.find(({ status }) => status === 409)?.body.detail).toContain('is already frozen');
  const statuses = await server.query<{ status: string }>('select status from allocations order by status');
  expect(statuses.map(({ status }) => status)).toEqual(['asked', 'frozen']);
});

test('the same person, and people without the role, freeze nothing: neither by request nor by SQL', async () => {
  const { id } = await computeScenario(server, asker);
  expect((await askFreeze(supervisor, id)).status).toBe(403);
  expect((await reviewer.get(`/allocations/${id}`)).status).toBe(403);
  await askFreeze(asker, id);
  expect((await answerFreeze(asker, id)).status).toBe(403);
  const { approval } = await readAllocation(asker, id);
  expect((await reviewer.post(`/approvals/${approval}/approve`)).status).toBe(403);
  const elsewhere = await signInTab(server, { role: 'finance', caseId: 'savings-club' });
  expect((await elsewhere.get(`/allocations/${id}`)).status).toBe(404);
  const admin = await signInTab(server, 'admin');
  const freezeBySql = (by: string) =>
    server.query(
      `begin; set constraints all immediate;
       update approvals set decision = 'approved', decided_at = now(), decided_by = '${by}' where kind = 'allocation';
       update allocations set status = 'frozen', approved_by = '${by}', frozen_at = now() where id = '${id}'; rollback`,
    );
  for (const person of [asker.person.id, admin.person.id, reviewer.person.id]) {
    await expect(freezeBySql(person)).rejects.toThrow(/two_people|second person/);
    await server.query('rollback').catch(() => {});
  }
  await expect(
    server.query(`update allocations set status = 'frozen', approved_by = $1, frozen_at = now() where id = $2`, [
      second.person.id,
      id,
    ]),
  ).rejects.toThrow('freezing an allocation needs the approval of a second person');
});

test('a frozen allocation and its lines never change, and only a draft gets lines', async () => {
  const { id } = await computeScenario(server, asker);
  await freeze(server, asker, second, id);
  for (const change of [
    `update allocations set net_cents = net_cents + 1 where id = '${id}'`,
    `update allocations set status = 'superseded' where id = '${id}'`,
    `delete from allocations where id = '${id}'`,
    `update allocation_lines set cents = cents + 1 where allocation_id = '${id}'`,
    `delete from allocation_lines where allocation_id = '${id}'`,
    `insert into allocation_lines values ('${id}', '9999999999', 'consumers', 1, 0, null, 1, 'paid')`,
    'truncate allocation_lines',
  ])
    await expect(server.query(change)).rejects.toThrow(/allocation|draft/);
});

test('the database has the statuses and transitions of the contract', async () => {
  const statuses = Object.keys(allocationTransitions);
  const rows = await server.query<{ one: string; other: string }>(
    `select one, other from unnest($1::text[]) one, unnest($1::text[]) other where is_allocation_transition(one, other)`,
    [statuses],
  );
  const listed = Object.entries(allocationTransitions).flatMap(([one, others]) =>
    others.map((other) => ({ one, other })),
  );
  expect(new Set(rows.map(({ one, other }) => `${one} ${other}`))).toEqual(
    new Set(listed.map(({ one, other }) => `${one} ${other}`)),
  );
});

test('a process that is killed while it makes claims final is followed by another, and no claim changes twice', async () => {
  const { id } = await computeScenario(server, asker);
  expect((await askFreeze(asker, id)).status).toBe(204);
  expect((await answerFreeze(second, id)).status).toBe(204);
  const script = fileURLToPath(new URL('./finalize-until-killed.ts', import.meta.url));
  const args = [script, server.connectionString, server.now.toISOString(), '1'];
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: childEnvironment });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  const statuses = async () => (await Promise.all(numbers.map((number) => statusOf(supervisor, number)))).toSorted();
  expect(await statuses()).toEqual(['approved', 'approved', 'final']);
  // The lease has ended.
  await server.query('update allocations set due_at = $2 where id = $1', [id, server.now]);
  await runAllocations(server);
  expect(await statuses()).toEqual(['final', 'final', 'final']);
  const [entries] = await server.query<{ entries: number }>(
    `select count(*)::int as entries from claim_history where kind = 'status-changed' and details->>'cause' = 'allocated'`,
  );
  expect(entries).toEqual({ entries: 3 });
});

test('no claim becomes final when the lines are not those that were approved', async () => {
  const { id } = await computeScenario(server, asker);
  expect((await askFreeze(asker, id)).status).toBe(204);
  expect((await answerFreeze(second, id)).status).toBe(204);
  const payment = `update allocation_lines set outcome = 'reserved' where allocation_id = $1 and claim = $2`;
  await editRows(server.connectionString, payment, [id, numberOf(0)]);
  await expect(runAllocations(server)).rejects.toThrow('are not those that were approved');
  expect(await statusOf(supervisor, numberOf(1))).toBe('approved');
});

test('a second reviewer sees no allocation, which would show how the claim was decided', async () => {
  const { id } = await computeScenario(server, asker);
  const sample = randomUUID();
  const day = { fromDay: '2025-07-01', toDay: '2025-07-01' };
  const asked = { id: sample, caseId: fund.caseId, formId: null, ...day, decidedBy: null, sourceId: null, size: 1 };
  expect((await supervisor.post('/quality', asked)).status).toBe(204);
  expect((await supervisor.get(`/allocations/${id}`)).status).toBe(200);
  expect((await supervisor.post(`/quality/${sample}/next`)).status).toBe(200);
  for (const path of ['', `/${id}`, `/${id}/allocation.csv`, `/${id}/open-claims`])
    expect((await supervisor.get(`/allocations${path}`)).status).toBe(409);
});

test('a request to enter something in the ledger does not change a frozen allocation', async () => {
  const { id } = await computeScenario(server, asker);
  await askEntry(asker, { kind: 'interest', amount: '1' });
  await freeze(server, asker, second, id);
  await approveEntries(second);
  expect(await readAllocation(asker, id)).toMatchObject({ status: 'frozen', netFund: '1000.00' });
});
