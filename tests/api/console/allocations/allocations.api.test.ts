import {
  type Allocation,
  type AllocationChanges,
  allocationTransitions,
  type FundPlan,
  type OpenClaims,
} from '@redress/contract/console/allocations';
import type { Approvals } from '@redress/contract/console/approvals';
import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { settlement } from '@redress/content/settlement';
import type { Pool } from '@redress/contract/funds';
import { createAllocation } from '@redress/server/console/allocations/create-allocation';
import { ProblemError } from '@redress/server/platform/http/problem';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, test } from 'vitest';
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
import { accountsOf, askEntry, enter, fund } from '../../../setup/funds.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { readHistory } from '../../../setup/read-history.ts';
import { changeReview, decide, fileReady, nextReopened, readReviewOf, statusOf } from '../../../setup/review.ts';
import { StatusBrowser } from '../../../setup/status-page.ts';
import { memberOf, pass } from '../../../setup/test-server.ts';
import { makeFolder } from '../../../setup/folders.ts';

const site = useNoScriptSite({ members: 30 });
const { server } = site;
let asker: StaffTab;
let second: StaffTab;
let supervisor: StaffTab;
let reviewer: StaffTab;
let numbers: string[];
const [large, small, tiny] = ['3650', '1000', '5'];
const daySeconds = 24 * 60 * 60;

beforeAll(async () => {
  numbers = await fileApproved(server, await signInTab(server, 'reviewer'), [large, small, tiny]);
});
beforeEach(async () => {
  ({ asker, second, supervisor, reviewer } = await startAgain(server, numbers));
});

const numberOf = (index: number) => numbers[index] ?? '';
const verify = async (csv: string) => {
  const file = join(await makeFolder(), 'allocation.csv');
  await writeFile(file, csv);
  const script = fileURLToPath(new URL('../../../../tools/allocation-verify.mjs', import.meta.url));
  return spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
};
const today = () => server.now.toISOString().slice(0, 10);
const computeSupplement = (id: string) =>
  computeScenario(server, asker, { asOf: today(), supplements: { id, pool: 'consumers' } });
const paymentsOf = async (number: string) => (await supervisor.get<ClaimDetails>(`/claims/${number}`)).body.payments;
/** Passes the days on which claimants may dispute decisions. Sessions of staff end, too. */
async function passDisputes(): Promise<void> {
  pass(server, 40 * daySeconds);
  [asker, supervisor] = [await signInTab(server, 'finance'), await signInTab(server, 'supervisor')];
}
/** Files a claim that nobody has decided yet. */
const fileOpen = async (amount: string) => (await fileReady(server, { repealerStateTotalAmountPaid: amount })).number;
/** Reduces a claim, and tells its claimant. */
const reduce = (number: string, recognizedAmount: string) =>
  decideAndTell(server, [reviewer, supervisor], number, {
    outcome: 'reduce',
    reasons: ['not-documented'],
    recognizedAmount,
  });

test('two people freeze a scenario: figures, ledger, final claims, and a file that another program verifies', async () => {
  // 1,000 ÷ 4,655 × 5 = 1.07 is below the minimum of 5. Then 1,000 ÷ 4,650 = 21.505 percent:
  // 784.946 and 215.053, and the missing cent goes to the larger remainder.
  // The report has the other figures, and a test of its own.
  const scenario = await computeScenario(server, asker);
  expect(scenario).toMatchObject({
    status: 'computed',
    problem: null,
    netFund: '1000.00',
    summary: {
      residual: '0.00',
      total: {
        belowMinimum: { claims: 1, amount: '5.00' },
        reserved: { claims: 0, amount: '0.00' },
        sum: '1000.00',
        smallest: '215.05',
        largest: '784.95',
      },
      pools: [{ id: 'third-party-payors', smallest: null }, { id: 'consumers' }],
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
  expect(await accountsOf(asker)).toEqual({
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
      `${numberOf(0)},consumers,36500000,0,,78495`,
      `${numberOf(1)},consumers,10000000,0,,21505`,
      `${numberOf(2)},consumers,50000,0,,0`,
    ].toSorted(),
    `# sha256 ${sha256}`,
  ]);
  expect(await verify(csv)).toMatchObject({ status: 0 });
  expect(await verify(csv.replace(',78495', ',78494'))).toMatchObject({ status: 1 });
});

test('from the freeze on, a claim’s screen and its claimant read the amount and how it came about, and no one changes the claim', async () => {
  const { id } = await computeScenario(server, asker);
  await askFreeze(asker, id);
  const claimant = new StatusBrowser(site);
  expect(await claimant.open(memberOf(0))).toMatchObject({ canDispute: true });
  expect(await paymentsOf(numberOf(0))).toEqual([]);
  const decision = (await readReviewOf(supervisor, numberOf(0))).decision?.id ?? '';
  await answerFreeze(second, id);
  // The allocation does not have this claim, which waits for a supplement.
  const late = await fileOpen('350');
  await decideAndTell(server, [reviewer, supervisor], late, { outcome: 'approve' });
  for (const status of ['approved', 'final']) {
    // The job reaches a claim later.
    if (status === 'final') await runAllocations(server);
    expect(await claimant.view()).toMatchObject({
      canDispute: false,
      withdraw: 'no',
      payments: [{ kind: 'share', amount: '$784.95', recognized: '$3,650.00', rate: '21.51', minimum: '$5.00' }],
    });
    expect((await claimant.disputeAmount(decision)).status).toBe(409);
    expect((await changeReview(supervisor, numberOf(0), 'reopen')).status).toBe(409);
    expect((await changeReview(supervisor, numberOf(0), 'withdraw')).status).toBe(409);
    expect(await statusOf(supervisor, numberOf(0))).toBe(status);
    expect(await statusOf(supervisor, late)).toBe('approved');
  }
  expect(await paymentsOf(numberOf(0))).toMatchObject([
    { allocation: id, kind: 'share', amount: '784.95', recognized: '3650.00', rate: '21.51', minimum: '5.00' },
  ]);
  expect(await paymentsOf(numberOf(2))).toMatchObject([{ kind: 'below-minimum', amount: '0.00', minimum: '5.00' }]);
});

test('scenarios with other limits side by side, and who gets more or less', async () => {
  await askEntry(asker, { kind: 'interest', amount: '6.50' });
  await askEntry(asker, { kind: 'interest', amount: '7', effectiveOn: '2025-07-01' });
  const planned = await computeScenario(server, asker);
  expect(planned).toMatchObject({ netFund: '1000.00', waitingEntries: ['6.50'] });
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
  const listed = (
    await supervisor.get<{ allocations: Allocation[]; funds: FundPlan[] }>(`/allocations?fund=${fund.id}`)
  ).body;
  const multiples = listed.funds.flatMap(({ pools }) => pools.filter(({ capMultiple }) => capMultiple !== null));
  expect(multiples).toMatchObject([{ id: 'savings-club', cap: null, capMultiple: '200%' }]);
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
  for (const [field, wrong] of [
    ['limits.nobody', { limits: { nobody: { cap: '1' } } }],
    ['asOf', { asOf: '2030-01-01' }],
    ['seal', { seal: 999_999 }],
    ['name', { name: ' ' }],
  ] as const)
    expect(await askScenario(asker, wrong)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
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
  // Ten are computed at a time.
  for (let draft = 0; draft < 10; draft += 1) expect((await askScenario(asker)).status).toBe(204);
  expect(await askScenario(asker)).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/Wait/) } });
});

test('a plan that cannot be computed is refused with the field and the remedy', async () => {
  const planned = settlement.funds.find(({ id }) => id === fund.id);
  if (!planned) throw new Error('There is no fund');
  await sealAll(server);
  const scenario = { id: randomUUID(), fund: fund.id, name: 'A plan', asOf: '2025-06-30', limits: {} };
  const problemOf = async (change: (pool: Pool, index: number) => Partial<Pool>) => {
    const pools = planned.pools.map((pool, index) => ({ ...pool, ...change(pool, index) }));
    const created = createAllocation(contextOf(server), { ...planned, pools }, asker.person.id, scenario);
    const error: unknown = await created.catch((thrown: unknown) => thrown);
    return error instanceof ProblemError ? error.extras.errors?.[0] : error;
  };
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

/** Sets the recognized amounts of the claims. Null: void. The next test begins with the decided ones. */
const setRecognized = (amounts: readonly (string | null)[]) =>
  tamper(
    server,
    ...amounts.map(
      (amount, index) =>
        `update claim_review set recognized_amount = ${amount}, status = '${amount === null ? 'void' : 'approved'}'
         from claims where claims.id = claim_id and number = '${numberOf(index)}'`,
    ),
  );

const minimum = (amount: string | null) => ({ consumers: { minimum: amount } });
test.each<[(string | null)[], string | null, object]>([
  // The most that is stored gets everything, and the others less than a cent.
  [['999999999999999.9999', '0.0001', '0.0001'], null, { paid: 1, zero: 2, sum: '1000.00' }],
  [['0.0001', '0.0001', null], null, { paid: 2, sum: '1000.00', median: '500.00' }],
  [['0.0001', null, null], '5', { claims: 1, paid: 1, sum: '1000.00' }],
  [[null, null, null], '5', { claims: 0, paid: 0, sum: '0.00', median: null }],
  // A minimum that none reaches, and one that all just reach.
  [['1', '1', '1'], '333.34', { paid: 0, belowMinimum: { claims: 3, amount: '3.00' } }],
  [['1', '1', '1'], '333.33', { paid: 3, smallest: '333.33', largest: '333.34' }],
])('recognized amounts of any size, or no claim: %j with a minimum of %s', async (amounts, least, total) => {
  await setRecognized(amounts);
  const { problem, summary } = await computeScenario(server, asker, { limits: minimum(least) });
  expect([problem, summary?.total]).toMatchObject([null, total]);
  const paid = Number(summary?.total.sum) + Number(summary?.residual);
  expect(paid).toBe(1_000);
});

test('claims that all recognize nothing are an error, unless the fund has nothing', async () => {
  await setRecognized(['0', '0', '0']);
  const { problem } = await computeScenario(server, asker);
  expect(problem).toMatchObject({
    code: 'weights-all-zero',
    field: 'pools.consumers',
    remedy: expect.stringContaining('no one gets its $1,000.00.'),
  });
  const empty = await computeScenario(server, asker, { asOf: '2025-06-29', limits: minimum(null) });
  expect(empty).toMatchObject({ problem: null, netFund: '0.00', summary: { total: { zero: 3, paid: 0 } } });
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
    requested: [],
    outdated: null,
  });
  const pageOf = async (query: string) =>
    (await asker.get<OpenClaims>(`/allocations/${first.id}/open-claims?${query}`)).body.groups;
  expect(await pageOf('kind=undecided&after=0')).toMatchObject([{ claims: 1, numbers: [open] }]);
  expect(await pageOf(`kind=undecided&after=${open}`)).toMatchObject([{ claims: 1, numbers: [] }]);
  expect(await pageOf('kind=may-dispute')).toEqual([]);

  expect((await askReserve(asker, ['1234567890'])).status).toBe(422);
  await askReserve(asker, [open]);
  expect((await asker.get<OpenClaims>(`/allocations/${first.id}/open-claims`)).body.requested).toEqual([open]);
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
  expect(await accountsOf(asker)).toMatchObject({
    'equity:residual': '1000.00',
    'liabilities:payable': '-930.00',
    'liabilities:reserve': '-70.00',
  });
  expect((await readAllocation(asker, first.id)).status).toBe('superseded');

  // A supplement pays it once it is decided, from the reserve and at the rate of the others. Half of
  // the claim is recognized, so half of the money is left over.
  await reduce(open, '175');
  const asOf = today();
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
  await passDisputes();
  const before = await asker.get(`/allocations/${reserving.id}/allocation.csv`);
  await freeze(server, asker, supervisor, disputable.id);
  expect(await accountsOf(asker)).toEqual({
    'assets:cash:escrow': '1000.00',
    'income:contributions': '-1000.00',
    'equity:residual': '965.00',
    'liabilities:payable': '-965.00',
    'liabilities:reserve': '0.00',
  });
  expect(await statusOf(supervisor, open)).toBe('final');
  expect(await paymentsOf(open)).toMatchObject([{ kind: 'share', amount: '35.00', rate: '20.00' }]);
  expect((await asker.get(`/allocations/${reserving.id}/allocation.csv`)).text).toBe(before.text);
  const { text } = await asker.get(`/allocations/${disputable.id}/allocation.csv`);
  expect(await verify(text)).toMatchObject({ status: 0 });
  // Only what is left over can be in another one.
  const later = await computeScenario(server, asker, { ...added, asOf: today() });
  expect(later).toMatchObject({ netFund: '35.00', summary: { total: { claims: 0 } } });
});

test('a late claim has the cap of the frozen allocation, although the plan has none', async () => {
  // 600, and 400 ÷ 1,000 = 40 percent for the other.
  const { id } = await computeScenario(server, asker, { limits: { consumers: { cap: '600' } } });
  await freeze(server, asker, second, id);
  const late = await fileOpen(large);
  await decideAndTell(server, [reviewer, supervisor], late, { outcome: 'approve' });
  await enter(asker, second, { kind: 'interest', amount: '900', effectiveOn: today() });
  const supplement = await computeSupplement(id);
  expect(supplement.summary).toMatchObject({ residual: '300.00', total: { capped: 1, sum: '600.00' } });
  await passDisputes();
  await freeze(server, asker, supervisor, supplement.id);
  expect(await paymentsOf(late)).toMatchObject([{ kind: 'capped', amount: '600.00' }]);
});

test('a supplement with too little money pays a lower rate', async () => {
  const open = await fileOpen('350');
  await reserve(asker, second, [open]);
  const { id } = await computeScenario(server, asker);
  await freeze(server, asker, supervisor, id);
  await enter(asker, second, { kind: 'expenses', amount: '60', effectiveOn: today() });
  await reduce(open, '175');
  const supplement = await computeSupplement(id);
  await passDisputes();
  await freeze(server, asker, supervisor, supplement.id);
  // Of the 70.00 in the reserve, 10.00 are left, which is 5.714 percent of 175.
  expect(await paymentsOf(open)).toMatchObject([
    { kind: 'share', amount: '10.00', recognized: '175.00', rate: '5.71' },
  ]);
});

test.each<[string, (string | null)[], object, (string | undefined)[]]>([
  ['all others were below the minimum', [large, small, tiny], minimum('800'), [undefined, '0.00']],
  ['there were no others', [null, null, null], {}, ['no-rate', undefined]],
])('without a rate, a late claim does not get all that is left: %s', async (_when, amounts, limits, expected) => {
  await setRecognized(amounts);
  const { id } = await computeScenario(server, asker, { limits });
  await freeze(server, asker, second, id);
  const late = await fileOpen('350');
  await decideAndTell(server, [reviewer, supervisor], late, { outcome: 'approve' });
  const { problem, summary } = await computeSupplement(id);
  expect([problem?.code, summary?.total.sum]).toEqual(expected);
});

/** Files a claim whose reduction its claimant disputes. */
async function fileDisputed() {
  const number = await fileOpen('350');
  await reduce(number, '100');
  const claimant = new StatusBrowser(site);
  const [filed] = await server.query<{ notice_id: string }>('select notice_id from claims where number = $1', [number]);
  const member = memberOf(Number(filed?.notice_id) - 200_000_000);
  await claimant.open(member);
  await claimant.disputeAmount((await readReviewOf(reviewer, number)).decision?.id ?? '');
  expect(await statusOf(reviewer, number)).toBe('disputed');
  return { number, claimant, member };
}
const releasedBy = ({ summary }: Allocation) => summary?.ledger.find(({ kind }) => kind === 'released')?.amount;

test('money for an open dispute is set aside at the claimed amount', async () => {
  const { number, claimant } = await fileDisputed();
  const other = await signInTab(server, 'reviewer');
  // A reviewer who opens it does not delay the freeze.
  expect(await nextReopened(server, other, number)).toBe(number);
  const scenario = await computeScenario(server, asker);
  expect(scenario.summary?.total.reserved).toEqual({ claims: 1, amount: '70.00' });
  await freeze(server, asker, second, scenario.id);
  expect(await statusOf(reviewer, number)).toBe('in-review');
  expect((await claimant.view()).payments).toMatchObject([{ kind: 'reserved', amount: '$70.00' }]);
  // Once it is approved, staff still see it, and claimants are not told that it will be decided.
  await decideAndTell(server, [other, supervisor], number, { outcome: 'approve' });
  expect(await paymentsOf(number)).toMatchObject([{ kind: 'reserved', amount: '70.00' }]);
  expect((await claimant.view()).payments).toBeUndefined();
  expect((await changeReview(supervisor, number, 'withdraw')).status).toBe(200);
  expect((await claimant.view()).payments).toBeUndefined();
  expect(await paymentsOf(number)).toEqual([]);
});

test('a supplement leaves alone what is set aside for a claim until it is decided; it waits while a denial may be disputed, and makes it final', async () => {
  const { number, claimant, member } = await fileDisputed();
  const { id } = await computeScenario(server, asker);
  await freeze(server, asker, second, id);
  const [other, approver] = [await signInTab(server, 'reviewer'), await signInTab(server, 'supervisor')];
  expect((await decide(other, number, { outcome: 'deficient', reasons: ['documents-missing'] })).status).toBe(200);
  expect(releasedBy(await computeSupplement(id))).toBe('0.00');
  expect((await changeReview(approver, number, 'cure')).status).toBe(200);
  expect(releasedBy(await computeSupplement(id))).toBe('0.00');
  const denial = { outcome: 'deny', reasons: ['no-qualifying-purchase'] } as const;
  await decideAndTell(server, [other, approver], number, denial);
  const supplement = await computeSupplement(id);
  expect(releasedBy(supplement)).toBe('70.00');
  expect(await askFreeze(asker, supplement.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('may still dispute') },
  });
  await passDisputes();
  await freeze(server, asker, supervisor, supplement.id);
  expect(await statusOf(supervisor, number)).toBe('final');
  const view = await claimant.open(member);
  expect(view).toMatchObject({ state: 'denied', canDispute: false });
  expect((await claimant.disputeAmount(view.decision?.id ?? '')).status).toBe(409);
});

test('a claim that is reopened after a supplement took its money stops no other supplement', async () => {
  const { number } = await fileDisputed();
  const { id } = await computeScenario(server, asker);
  await freeze(server, asker, second, id);
  expect((await changeReview(supervisor, number, 'withdraw')).status).toBe(200);
  const supplement = await computeSupplement(id);
  expect(releasedBy(supplement)).toBe('70.00');
  await freeze(server, asker, second, supplement.id);
  expect((await changeReview(supervisor, number, 'reopen')).status).toBe(200);
  const later = await computeSupplement(id);
  expect([later.problem, releasedBy(later)]).toEqual([null, '0.00']);
});

test('a declined request ends its scenario with the reason, and a withdrawn one can be sent again', async () => {
  const { id } = await computeScenario(server, asker);
  for (const answer of ['withdraw', 'decline'] as const) {
    expect((await askFreeze(asker, id)).status).toBe(204);
    expect((await answerFreeze(answer === 'decline' ? second : asker, id, answer)).status).toBe(204);
    const { status, askedBy, declineReason } = await readAllocation(asker, id);
    expect([status, askedBy, declineReason]).toEqual(
      answer === 'decline' ? ['declined', asker.person.name, 'Look again.'] : ['computed', null, ''],
    );
  }
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
  const frozen = `status = 'frozen', approved_by = '${second.person.id}', frozen_at = now()`;
  await expect(server.query(`update allocations set ${frozen} where id = '${id}'`)).rejects.toThrow(
    'freezing an allocation needs the approval of a second person',
  );
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
    others.map((other) => `${one} ${other}`),
  );
  expect(new Set(rows.map(({ one, other }) => `${one} ${other}`))).toEqual(new Set(listed));
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
