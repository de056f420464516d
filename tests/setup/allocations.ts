import { settlement } from '@redress/content/settlement';
import type { Allocation } from '@redress/contract/console/allocations';
import { allocationJobs } from '@redress/server/console/allocations/allocation-jobs';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { randomUUID } from 'node:crypto';
import type { ConsoleTab } from './console.ts';
import { fund } from './funds.ts';
import { tellClaimant } from './letters.ts';
import { decide, fileReady, releaseDecisions } from './review.ts';
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

const contextOf = (server: TestServer) => ({
  database: server.database,
  keys,
  settlement,
  now: () => server.now,
  connectionString: server.connectionString,
});

/** Seals what happened so far. */
export const sealAll = (server: TestServer) => sealHistory(contextOf(server));

/** Runs the jobs of allocations until none is left. */
export async function runAllocations(server: TestServer): Promise<void> {
  const { leases, run } = allocationJobs(contextOf(server));
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
  readonly name?: string;
  readonly asOf?: string;
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
