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
import { type ConsoleAnswer, ConsoleTab, createPerson } from '../../setup/console.ts';
import { log } from '../command.ts';
import { areMet, describeGoals, type Goal } from '../figures.ts';
import type { OpenedConsole } from '../app.ts';
import { inventReviews, inventScores } from './invent-reviews.ts';
import { formatTimes, type Times, timesOf } from './measure-console.ts';
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
  { mine: true },
  { mine: true, order: 'newest' },
  { mine: true, order: 'amount' },
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
  const signIn = async () => {
    const person = await createPerson(connectionString, ['supervisor', 'reviewer']);
    return { id: person.id, tab: new ConsoleTab(app, person.token) };
  };
  log('rules');
  const runs = await measureRules(console, (await signIn()).tab);
  log('reviews');
  const others = await Promise.all(Array.from({ length: reviewers - 1 }, signIn));
  const assignee = await withClient(connectionString, async (client) => inventReviews(client, (await signIn()).id));
  const session = { method: 'passkey', userAgent: 'bench' } as const;
  const { token } = await createStaffSession(console, assignee, session);
  log('queues');
  const [times, wholeReads] = await findWholeReads(database, () =>
    measureQueues(
      console,
      new ConsoleTab(app, token),
      others.map(({ tab }) => tab),
    ),
  );
  for (const line of formatTimes(times)) print(line);
  for (const table of wholeReads) print(`${table} was read as a whole`);

  const of = `${formatCount(console.claims)} claims`;
  const p95 = (what: string, atMost: number): Goal => ({
    name: `${what}, p95`,
    unit: 'ms',
    atMost,
    figures: [{ of, value: times.find((each) => each.what === what)?.p95 }],
  });
  const figures = runs.map(({ what, seconds }) => ({ of: what, value: seconds }));
  const goals: readonly Goal[] = [
    { name: 'dry run of a rule', unit: 's', atMost: 60, figures },
    p95('queues', 300),
    p95(nextClaim, 300),
    p95('review of a claim', 200),
    p95('a claim’s screen', 200),
    p95('decision', 300),
    { name: 'large tables that were read as a whole', atMost: 0, figures: [{ of, value: wholeReads.length }] },
  ];
  print('');
  for (const line of describeGoals(goals)) print(line);
  return areMet(goals);
}

/**
 * Times requests of reviewers, each in another queue at first: the queues, the next claim, its
 * screen, and its decision, while the server's jobs follow the decisions.
 * @param assignee a reviewer to whom many claims are assigned
 */
async function measureQueues(
  console: OpenedConsole,
  assignee: ConsoleTab,
  others: readonly ConsoleTab[],
): Promise<Times[]> {
  const tasks = {
    'claim-search': () => fillSearch(console),
    review: () => runReview({ ...console, isScanned: false }),
  };
  const jobs = startJobs(periodicJobs(console, tasks, 1), { ...console, leaseMilliseconds: 5_000 });
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

/** A dry run is timed from the request until its result can be read. */
interface MeasuredRun {
  readonly what: string;
  readonly seconds: number;
  readonly run: RuleRun;
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
 * Times three dry runs of a rule of the largest case: one that every claim meets, one with many
 * conditions and the difference from the first, and a repetition of the second.
 * @throws Error a run fails, or the repeated one has another result
 */
async function measureRules(console: OpenedConsole, tab: ConsoleTab): Promise<MeasuredRun[]> {
  const jobs = startJobs(ruleRunJobs(console), { ...console, pollMilliseconds: 1_000 });
  const ask = async (what: string, path: string): Promise<MeasuredRun> => {
    const begun = performance.now();
    const asked = await tab.post<RuleRun>(path);
    if (asked.status !== 202) throw new Error(`${path} was answered with ${asked.status}: ${asked.text}`);
    let run = asked.body;
    while (run.status === 'waiting') {
      await pause(pollMilliseconds);
      run = (await tab.get<RuleRun>(`/rules/runs/${run.id}`)).body;
    }
    if (run.status !== 'done') throw new Error(`A run has ${run.status}`);
    const seconds = (performance.now() - begun) / 1_000;
    print(describeRun({ what, seconds, run }));
    return { what, seconds, run };
  };
  try {
    const caseId = settlement.claimForms[0]?.caseId ?? '';
    const created = await tab.post<RuleDetails>('/rules', { caseId, name: `Bench ${randomUUID()}`, ...everyClaim });
    if (created.status !== 201) throw new Error(`The rule was not created: ${created.text}`);
    const { id } = created.body;
    const all = await ask('every claim of the case', `/rules/${id}/runs`);
    const changed = await tab.post(`/rules/${id}/versions`, harmlessClaims, { 'if-match': '"1"' });
    if (changed.status !== 201) throw new Error(`The rule was not changed: ${changed.text}`);
    const some = await ask('ten conditions, with the difference', `/rules/${id}/runs`);
    const repeated = await ask('the same, repeated', `/rules/runs/${some.run.id}/repeat`);
    if (repeated.run.isIdentical !== true) throw new Error('A repeated run has a different result');
    return [all, some, repeated];
  } finally {
    await jobs.stop();
  }
}

function describeRun({ what, seconds, run: { result, sha256 } }: MeasuredRun): string {
  const { approve = 0, queue = 0 } = result ?? {};
  return `${what}: ${seconds.toFixed(1)} s, ${formatCount(approve)} approved, ${formatCount(queue)} queued, SHA-256 ${sha256 ?? ''}`;
}
