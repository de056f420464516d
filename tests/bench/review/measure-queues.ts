import type { ClaimReview, LeasedClaim, Queue } from '@redress/contract/console/review';
import { settlement } from '@redress/content/settlement';
import { fillSearch } from '@redress/server/claim-search/fill-search';
import type { Database } from '@redress/server/database/pool';
import { startJobs } from '@redress/server/jobs/job-runner';
import { periodicJobs } from '@redress/server/jobs/periodic-jobs';
import type { Keys } from '@redress/server/keys/keys';
import { createLog } from '@redress/server/logging/log';
import { runReview } from '@redress/server/review/review-job';
import { randomUUID } from 'node:crypto';
import type { ConsoleAnswer, ConsoleTab } from '../../setup/console.ts';
import { type Times, timesOf } from '../console/measure-console.ts';

const [firstForm] = settlement.claimForms.map(({ caseId, id }) => ({ case: caseId, form: id }));

/** Queues that reviewers take claims from, in turn. */
const queues: readonly Queue[] = [
  {},
  { order: 'newest' },
  { order: 'amount' },
  { ...firstForm, reason: 'none' },
  { form: 'individual' },
  { reason: 'duplicate' },
  { reason: 'machine', order: 'newest' },
  { reason: 'late' },
  { reason: 'documents-missing', order: 'amount' },
  { reason: 'high-value' },
];
const claimsPerQueue = 10;

/** All of them. */
export const nextClaim = 'next claim of a queue';
const nameOf = ({ form, reason, mine, order = 'oldest' }: Queue) =>
  `next: ${[mine === true && 'mine', form, reason, order].filter(Boolean).join(', ')}`;

const assignedQueues: readonly Queue[] = [
  { mine: true },
  { mine: true, order: 'newest' },
  { mine: true, order: 'amount' },
  {},
];

/**
 * Times what reviewers ask for, each in a queue of their own at first: the queues, the next claim,
 * its screen, and its decision, while the server's jobs follow the decisions.
 * @param assignee somebody to whom many claims are assigned
 */
export async function measureQueues(
  { database, keys }: { readonly database: Database; readonly keys: Keys },
  assignee: ConsoleTab,
  others: readonly ConsoleTab[],
): Promise<Times[]> {
  const context = { database, keys, settlement, now: () => new Date(), log: createLog('warn') };
  const tasks = { 'claim-search': () => fillSearch(context), review: () => runReview(context) };
  const jobs = startJobs(periodicJobs(context, tasks, 1), { ...context, leaseMilliseconds: 5_000 });
  const times = new Map<string, number[]>();
  const time = async <Answer>(what: string, ask: () => Promise<ConsoleAnswer<Answer>>) => {
    const begun = performance.now();
    const { status, text, body } = await ask();
    times.set(what, [...(times.get(what) ?? []), performance.now() - begun]);
    if (status !== 200) throw new Error(`${what} was answered with ${status}: ${text}`);
    return body;
  };
  const review = async (tab: ConsoleTab, queue: Queue) => {
    for (let claim = 0; claim < claimsPerQueue; claim += 1) {
      if (claim % 2 === 0) await time('queues', () => tab.get('/review/queues'));
      const { number } = await time(nameOf(queue), () => tab.post<LeasedClaim>('/review/next', { queue, skip: [] }));
      // So few claims have no more of them.
      if (number === null) return;
      const [{ version, options }] = await Promise.all([
        time('review of a claim', () => tab.get<ClaimReview>(`/claims/${number}/review`)),
        time('a claim’s screen', () => tab.get(`/claims/${number}`)),
      ]);
      const reason = options.reasons.find(({ outcome, needsSecondPerson }) => outcome === 'deny' && !needsSecondPerson);
      const decision = { id: randomUUID(), outcome: 'deny', reasons: [reason?.id ?? ''] };
      await time('decision', () =>
        tab.post<ClaimReview>(`/claims/${number}/decisions`, decision, { 'if-match': `"${version}"` }),
      );
    }
  };
  try {
    const inTurn = async (tab: ConsoleTab, of: readonly Queue[], first = 0) => {
      for (let step = 0; step < of.length; step += 1) await review(tab, of[(first + step) % of.length] ?? {});
    };
    await Promise.all([
      inTurn(assignee, assignedQueues),
      ...others.map((tab, index) => inTurn(tab, queues, index * 3)),
    ]);
  } finally {
    await jobs.stop();
  }
  const ofQueues = [...queues, ...assignedQueues].flatMap((queue) => times.get(nameOf(queue)) ?? []);
  return [...times, [nextClaim, ofQueues] as const].map(([what, of]) => timesOf(what, of));
}
