import type { ClaimReview, LeasedClaim, Queue } from '@redress/contract/console/review';
import type { RuleContent, RuleDetails, RuleRun } from '@redress/contract/console/rules';
import { settlement } from '@redress/content/settlement';
import { fillSearch } from '@redress/server/console/search/fill-search';
import { withClient } from '@redress/server/platform/database/pool';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { periodicJobs } from '@redress/server/platform/jobs/periodic-jobs';
import { formatCount, print } from '@redress/server/operations/commands/command';
import { runReview } from '@redress/server/console/review/review-job';
import { ruleRunJobs } from '@redress/server/console/rules/rule-run-jobs';
import { createStaffSession } from '@redress/server/console/sign-in/staff-sessions';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConsoleAnswer, ConsoleTab, signInTab } from '../../setup/console.ts';
import { log } from '../command.ts';
import { type Goal, goalOf, printGoals } from '../figures.ts';
import type { OpenedConsole } from '../app.ts';
import { inventReviews, inventScores } from './invent-reviews.ts';
import { bodyOf, formatTimes, timesOf } from './measure-console.ts';
import { findWholeReads } from './find-whole-reads.ts';

/** The number of people who decide claims at the same time. */
const reviewers = 4;
const claimsPerQueue = 10;
const pollMilliseconds = 200;

const [firstForm] = settlement.claimForms.map(({ caseId, id }) => ({ case: caseId, form: id }));

/** Reviewers take claims from these queues in turn. */
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
/** The times of all queues have this name. */
const nextClaim = 'next claim of a queue';
const nameOf = ({ form, reason, mine, order = 'oldest' }: Queue) =>
  `next: ${[mine === true && 'mine', form, reason, order].filter(Boolean).join(', ')}`;

const assignedQueues: readonly Queue[] = [
  ...(['oldest', 'newest', 'amount'] as const).map((order) => ({ mine: true, order })),
  {},
];

/**
 * Measures dry runs of a rule over all claims, and the requests of four reviewers who decide claims
 * of a dozen queues. Returns whether the goals are met.
 */
export async function measureReview(console: OpenedConsole): Promise<boolean> {
  const { connectionString, database, app } = console;
  log('scores');
  await withClient(connectionString, inventScores);
  const signIn = () => signInTab({ app, database }, 'supervisor', 'reviewer');
  log('rules');
  const figures = await measureRules(console, await signIn());
  log('reviews');
  const others = await Promise.all(Array.from({ length: reviewers - 1 }, signIn));
  const { id } = (await signIn()).person;
  const assignee = await withClient(connectionString, (client) => inventReviews(client, id));
  const session = { method: 'passkey', userAgent: 'bench' } as const;
  const { token } = await createStaffSession(console, assignee, session);
  log('queues');
  const tab = new ConsoleTab(app, token);
  const [times, wholeReads] = await findWholeReads(database, () => measureQueues(console, tab, others));
  for (const line of formatTimes(times)) print(line);
  for (const table of wholeReads) print(`${table} was read as a whole`);

  const goal = goalOf(`${formatCount(console.claims)} claims`);
  const p95 = (what: string, atMost: number) =>
    goal(`${what}, p95`, 'ms', atMost, times.find((each) => each.what === what)?.p95);
  return printGoals([
    { name: 'dry run of a rule', unit: 's', atMost: 60, figures },
    p95('queues', 300),
    p95(nextClaim, 300),
    p95('review of a claim', 200),
    p95('a claim’s screen', 200),
    p95('decision', 300),
    goal('large tables that were read as a whole', '', 0, wholeReads.length),
  ]);
}

/**
 * Times requests of reviewers, each in another queue at first: the queues, the next claim, its
 * screen, and its decision, while the server's jobs follow the decisions.
 * @param assignee a reviewer to whom many claims are assigned
 */
async function measureQueues(console: OpenedConsole, assignee: ConsoleTab, others: readonly ConsoleTab[]) {
  const tasks = {
    'claim-search': () => fillSearch(console),
    review: () => runReview({ ...console, isScanned: false }),
  };
  const jobs = startJobs(periodicJobs(console, tasks, 1), { ...console, leaseMilliseconds: 5_000 });
  const times = new Map<string, number[]>();
  const time = async <Answer>(what: string, ask: () => Promise<ConsoleAnswer<Answer>>) => {
    const begun = performance.now();
    const answer = await ask();
    times.set(what, [...(times.get(what) ?? []), performance.now() - begun]);
    return bodyOf(answer);
  };
  const review = async (tab: ConsoleTab, queue: Queue) => {
    for (let claim = 0; claim < claimsPerQueue; claim += 1) {
      if (claim % 2 === 0) await time('queues', () => tab.get('/review/queues'));
      const { number } = await time(nameOf(queue), () => tab.post<LeasedClaim>('/review/next', { queue, skip: [] }));
      // A small database may have run out of claims in the queue.
      if (number === null) return;
      const [{ version, options }] = await Promise.all([
        time('review of a claim', () => tab.get<ClaimReview>(`/claims/${number}/review`)),
        time('a claim’s screen', () => tab.get(`/claims/${number}`)),
      ]);
      const reason = options.reasons.find(({ outcome, causes }) => outcome === 'deny' && causes.length === 0);
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
    const ofOthers = others.map((tab, index) => inTurn(tab, queues, index * 3));
    await Promise.all([inTurn(assignee, assignedQueues), ...ofOthers]);
  } finally {
    await jobs.stop();
  }
  const ofQueues = [...queues, ...assignedQueues].flatMap((queue) => times.get(nameOf(queue)) ?? []);
  return [...times, [nextClaim, ofQueues] as const].map(([what, of]) => timesOf(what, of));
}

const everyClaim: RuleContent = { outcome: 'approve', conditions: [{ fact: 'corrected', is: false }] };
/** Conditions of each kind test a claim, its history and its scores. */
const harmlessClaims: RuleContent = {
  outcome: 'approve',
  conditions: [
    ...everyClaim.conditions,
    { fact: 'amount', atLeast: '1', atMost: '5000' },
    { fact: 'language', oneOf: ['en', 'es'] },
    { fact: 'flag', flag: 'late', is: false },
    { fact: 'flag', flag: 'duplicate', is: false },
    { fact: 'flag', flag: 'machine', is: false },
    { fact: 'flag', flag: 'data-errors', is: false },
    { fact: 'score', score: 'duplicate', atMost: -10 },
    { fact: 'score', score: 'machine', atMost: -10 },
    { fact: 'signal', signal: 'same-notice', is: false },
  ],
};

/**
 * Times two dry runs of a rule of the largest case, from the request until the result can be read:
 * one that every claim meets, and one with many conditions and the difference from the first.
 */
async function measureRules(console: OpenedConsole, tab: ConsoleTab): Promise<Goal['figures']> {
  const jobs = startJobs(ruleRunJobs(console), { ...console, pollMilliseconds: 1_000 });
  try {
    const caseId = settlement.claimForms[0]?.caseId ?? '';
    const created = await tab.post<RuleDetails>('/rules', { caseId, name: `Bench ${randomUUID()}`, ...everyClaim });
    const rule = `/rules/${bodyOf(created, 201).id}`;
    const runDry = async (of: string) => {
      const begun = performance.now();
      let run = bodyOf(await tab.post<RuleRun>(`${rule}/runs`), 202);
      while (run.status === 'waiting') {
        await pause(pollMilliseconds);
        run = (await tab.get<RuleRun>(`/rules/runs/${run.id}`)).body;
      }
      if (run.status !== 'done') throw new Error(`A run has ${run.status}`);
      const value = (performance.now() - begun) / 1_000;
      print(`${of}: ${value.toFixed(1)} s, ${formatCount(run.result?.approve ?? 0)} approved`);
      return { of, value };
    };
    const all = await runDry('every claim of the case');
    bodyOf(await tab.post(`${rule}/versions`, harmlessClaims, { 'if-match': '"1"' }), 201);
    return [all, await runDry('ten conditions, with the difference')];
  } finally {
    await jobs.stop();
  }
}
