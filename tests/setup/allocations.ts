import { settlement } from '@redress/content/settlement';
import type { Allocation } from '@redress/contract/console/allocations';
import type { Approvals } from '@redress/contract/console/approvals';
import { allocationJobs } from '@redress/server/console/allocations/allocation-jobs';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { randomUUID } from 'node:crypto';
import { type ConsoleTab, signInTab } from './console.ts';
import { enter, fund } from './funds.ts';
import { tellClaimant } from './letters.ts';
import { answerRequest, decide, fileReady, releaseDecisions, requestOf } from './review.ts';
import { keys, pass, type TestServer } from './test-server.ts';

const daySeconds = 24 * 60 * 60;

/** Files claims of these amounts, which are approved, and whose claimants may no longer dispute it. */
export async function fileApproved(
  server: TestServer,
  reviewer: ConsoleTab,
  amounts: readonly string[],
): Promise<string[]> {
  const numbers: string[] = [];
  for (const amount of amounts)
    numbers.push((await fileReady(server, { repealerStateTotalAmountPaid: amount })).number);
  for (const number of numbers) await decide(reviewer, number, { outcome: 'approve' });
  await releaseDecisions(server);
  for (const number of numbers) await tellClaimant(server, number);
  pass(server, 45 * daySeconds);
  return numbers;
}

/**
 * Begins a test: deletes all allocations and the ledger, approves these claims again, and enters
 * $1,000. No fund pays the other claims.
 */
export async function startAgain(server: TestServer, numbers: readonly string[]) {
  const tables = [
    'allocation_reports',
    'allocation_lines',
    'allocations',
    'ledger_entries',
    'ledger_transactions',
    'court_orders',
    'approvals',
    'disputes',
  ];
  await tamper(
    server,
    ...tables.map((table) => `delete from ${table}`),
    `delete from claim_history where kind = 'status-changed'`,
    `insert into claim_review (claim_id, case_id, status) select id, case_id, 'void' from claims
     on conflict (claim_id) do update set status = 'void'`,
    `update claim_review review set status = 'approved', decision_id = decided.id, recognized_amount = decided.recognized_amount
     from claim_decisions decided join claims on claims.id = decided.claim_id
     where claims.id = review.claim_id and number in ('${numbers.join(`','`)}')`,
  );
  // The sessions of the tests before have ended.
  pass(server, daySeconds);
  const people = {
    asker: await signInTab(server, 'finance'),
    second: await signInTab(server, 'finance'),
    supervisor: await signInTab(server, 'supervisor'),
    reviewer: await signInTab(server, 'reviewer'),
  };
  await enter(people.asker, people.second, { kind: 'contribution', amount: '1000' });
  return people;
}

/** Changes rows that the database otherwise never changes. */
export const tamper = (server: TestServer, ...statements: readonly string[]) =>
  server.query(
    [`set session_replication_role = 'replica'`, ...statements, `set session_replication_role = 'origin'`].join('; '),
  );

export const contextOf = (server: TestServer) => ({
  database: server.database,
  keys,
  settlement,
  now: () => server.now,
  connectionString: server.connectionString,
});

/** Decides a claim, and tells its claimant. A late one needs a second person. */
export async function decideAndTell(
  server: TestServer,
  [reviewer, supervisor]: readonly [ConsoleTab, ConsoleTab],
  number: string,
  decision: Parameters<typeof decide>[2],
): Promise<void> {
  const { status, text } = await decide(reviewer, number, decision);
  if (status !== 200) throw new Error(text);
  if (await requestOf(supervisor, number)) await answerRequest(supervisor, number, 'approve');
  else await releaseDecisions(server);
  await tellClaimant(server, number);
}

/** Requests that a fund sets money aside for claims. */
export const askReserve = (tab: ConsoleTab, claims: readonly string[], more: object = {}) =>
  tab.post('/allocations/reserve', {
    fund: fund.id,
    docket: '402',
    claims,
    reason: 'The hearing is in June.',
    ...more,
  });

/** Sets money aside for claims by two people. */
export async function reserve(asker: ConsoleTab, second: ConsoleTab, claims: readonly string[]): Promise<void> {
  const asked = await askReserve(asker, claims);
  if (asked.status !== 204) throw new Error(asked.text);
  const { approvals } = (await second.get<Approvals>('/approvals?kind=reserve-claims')).body;
  const request = approvals.find(({ decision }) => decision === null);
  const approved = await second.post(`/approvals/${request?.id}/approve`);
  if (approved.status !== 204) throw new Error(approved.text);
}

/** Seals what happened so far. */
export const sealAll = (server: TestServer) => sealHistory(contextOf(server));

/** Runs the jobs of allocations until none is left. */
export async function runAllocations(server: TestServer, limits: { maxMilliseconds?: number } = {}): Promise<void> {
  const { leases, run } = allocationJobs({ ...contextOf(server), ...limits });
  // Some servers' clocks run ahead of this time.
  const now = new Date(server.now.getTime() + 60_000);
  const lease = { holder: randomUUID(), until: new Date(now.getTime() + 60_000) };
  for (;;) {
    const job = await leases.leaseNext(lease, now);
    if (!job) return;
    await run(job.id, lease.holder, new AbortController().signal);
  }
}

interface TestScenario {
  readonly id?: string;
  readonly fund?: string;
  readonly name?: string;
  readonly asOf?: string;
  readonly seal?: number;
  readonly limits?: object;
  readonly supplements?: { readonly id: string; readonly pool: string };
}

export const askScenario = (tab: ConsoleTab, scenario: TestScenario = {}) =>
  tab.post('/allocations', {
    id: randomUUID(),
    fund: fund.id,
    name: 'As the plan says',
    asOf: '2025-06-30',
    limits: {},
    ...scenario,
  });

export const readAllocation = async (tab: ConsoleTab, id: string) =>
  (await tab.get<Allocation>(`/allocations/${id}`)).body;

/** Seals everything, and computes a scenario. */
export async function computeScenario(
  server: TestServer,
  tab: ConsoleTab,
  scenario: TestScenario = {},
): Promise<Allocation> {
  const id = scenario.id ?? randomUUID();
  await sealAll(server);
  const { status, text } = await askScenario(tab, { ...scenario, id });
  if (status !== 204) throw new Error(text);
  await runAllocations(server);
  return readAllocation(tab, id);
}

export const askFreeze = (tab: ConsoleTab, id: string) =>
  tab.post(`/allocations/${id}/freeze`, { reason: 'The court approved the plan.' });

/** Answers the open request about an allocation. */
export async function answerFreeze(
  tab: ConsoleTab,
  id: string,
  answer: 'approve' | 'decline' | 'withdraw' = 'approve',
) {
  const { approval } = await readAllocation(tab, id);
  return tab.post(`/approvals/${approval}/${answer}`, answer === 'decline' ? { reason: 'Look again.' } : {});
}

/** Asks to freeze a scenario, approves it, and makes its claims final. */
export async function freeze(server: TestServer, asker: ConsoleTab, second: ConsoleTab, id: string): Promise<void> {
  const asked = await askFreeze(asker, id);
  if (asked.status !== 204) throw new Error(asked.text);
  const approved = await answerFreeze(second, id);
  if (approved.status !== 204) throw new Error(approved.text);
  await runAllocations(server);
}
