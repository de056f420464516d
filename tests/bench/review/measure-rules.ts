import type { RuleContent, RuleDetails, RuleRun } from '@redress/contract/console/rules';
import { settlement } from '@redress/content/settlement';
import type { Database } from '@redress/server/database/pool';
import { startJobs } from '@redress/server/jobs/job-runner';
import { createLog } from '@redress/server/logging/log';
import { ruleRunJobs } from '@redress/server/rules/rule-run-jobs';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConsoleTab } from '../../setup/console.ts';

/** A dry run, from the request until its result can be read. */
export interface MeasuredRun {
  readonly what: string;
  readonly seconds: number;
  readonly run: RuleRun;
}

const pollMilliseconds = 200;

const everyClaim: RuleContent = { outcome: 'approve', conditions: [{ fact: 'corrected', is: false }] };
/** A condition of each kind: what a claim says, what its history says, its scores. */
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
 * conditions, with the difference from the first, and that one computed again.
 * @throws Error a run fails, or the repeated one has another result
 */
export async function measureRules(database: Database, tab: ConsoleTab): Promise<MeasuredRun[]> {
  const context = { database, settlement, log: createLog('warn'), now: () => new Date() };
  const jobs = startJobs(ruleRunJobs(context), { ...context, pollMilliseconds: 1_000 });
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
    return { what, seconds: (performance.now() - begun) / 1_000, run };
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
    const repeated = await ask('the same, computed again', `/rules/runs/${some.run.id}/repeat`);
    if (repeated.run.isIdentical !== true) throw new Error('A run that was computed again has another result');
    return [all, some, repeated];
  } finally {
    await jobs.stop();
  }
}
