import { settlement } from '@redress/content/settlement';
import type { Approvals } from '@redress/contract/console/approvals';
import type { BulkClaims, BulkJob } from '@redress/contract/console/bulk';
import type { RuleContent, RuleDetails, RuleRun } from '@redress/contract/console/rules';
import { type BulkJobContext, bulkJobs } from '@redress/server/console/bulk/bulk-jobs';
import { createLog } from '@redress/server/platform/logging/log';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { ruleRunJobs } from '@redress/server/console/rules/rule-run-jobs';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { randomUUID } from 'node:crypto';
import type { StaffTab } from './console.ts';
import { fillSearchOf } from './fill-search.ts';
import { runJobsUntil } from './run-jobs.ts';
import { keys, type TestServer } from './test-server.ts';

const contextOf = (server: TestServer) => ({
  database: server.database,
  keys,
  settlement,
  log: createLog('warn', { write: (line: string) => console.warn(line) }),
  publicUrl: new URL('https://claims.example.com'),
  now: server.clock,
  pollMilliseconds: 20,
});

/** Makes claims searchable and seals them, like the server's jobs within a minute. */
export async function sealClaims(server: TestServer): Promise<void> {
  await fillSearchOf(server);
  await sealHistory({ database: server.database, keys, now: () => server.now });
}

export async function createRule(tab: StaffTab, caseId: string, content: RuleContent): Promise<RuleDetails> {
  const name = `Rule ${Math.random().toString(36).slice(2)}`;
  const created = await tab.post<RuleDetails>('/rules', { caseId, name, ...content });
  if (created.status !== 201) throw new Error(created.text);
  return created.body;
}

/** A failed job would be tried again, which would take too long to wait for. */
async function requireNoError(server: TestServer, table: string, id: string): Promise<void> {
  const text = `select last_error as error from ${table} where id = $1`;
  const rows = await server.query<{ error: string | null }>(text, [id]);
  if (rows[0]?.error) throw new Error(`The job failed: ${rows[0].error}`);
}

/** Waits until a requested run has ended. */
export async function finishRun(
  server: TestServer,
  tab: StaffTab,
  id: string,
  options: { readonly claimsPerChunk?: number } = {},
): Promise<RuleRun> {
  const context = contextOf(server);
  const jobs = startJobs(ruleRunJobs({ ...context, ...options }), context);
  return runJobsUntil(jobs, async () => {
    const { body } = await tab.get<RuleRun>(`/rules/runs/${id}`);
    await requireNoError(server, 'rule_runs', id);
    return body.status === 'waiting' ? undefined : body;
  });
}

/** Runs the newest version of a rule. */
export async function runRule(server: TestServer, tab: StaffTab, ruleId: string): Promise<RuleRun> {
  const asked = await tab.post<RuleRun>(`/rules/${ruleId}/runs`);
  if (asked.status !== 202) throw new Error(asked.text);
  return finishRun(server, tab, asked.body.id);
}

/** Approves the only waiting request as a second person who has just signed in. */
export async function approveWaiting(tab: StaffTab): Promise<number> {
  const { approvals } = (await tab.get<Approvals>('/approvals')).body;
  const waiting = approvals.filter(({ decision, isOwn }) => decision === null && !isOwn);
  if (waiting.length !== 1) throw new Error(`${waiting.length} requests wait`);
  return (await tab.post(`/approvals/${waiting[0]?.id}/approve`)).status;
}

/** Asks for an action on many claims. */
export const askBulk = (tab: StaffTab, selection: object, action: object, more: object = {}) =>
  tab.post<BulkJob & { readonly detail?: string }>('/bulk', { id: randomUUID(), selection, action, ...more });

/** Asks for an action that needs no second person, and waits until it has ended. */
export async function actOn(
  server: TestServer,
  tab: StaffTab,
  numbers: readonly string[],
  action: object,
  more: object = {},
): Promise<BulkJob> {
  const { status, text, body } = await askBulk(tab, { numbers }, action, more);
  if (status !== 201) throw new Error(text);
  return finishBulk(server, tab, body.id);
}

/** The open request to a second person for an action on many claims. */
export const requestForBulk = async (tab: StaffTab, job: string) =>
  (await tab.get<Approvals>('/approvals')).body.approvals.find(
    ({ bulkJob, decision }) => decision === null && bulkJob === job,
  );

/** Claims that an action skipped or failed on, each with the reason. */
export async function reasonsOf(tab: StaffTab, job: string, outcome: 'skipped' | 'failed') {
  const { claims } = (await tab.get<BulkClaims>(`/bulk/${job}/claims?outcome=${outcome}`)).body;
  return Object.fromEntries(claims.map(({ number, reason }) => [number, reason]));
}

/** Runs actions on many claims until one has ended. */
export async function finishBulk(
  server: TestServer,
  tab: StaffTab,
  id: string,
  options: Partial<BulkJobContext> = {},
): Promise<BulkJob> {
  const context = { ...contextOf(server), ...options };
  const jobs = startJobs(bulkJobs(context), context);
  return runJobsUntil(jobs, async () => {
    const { body } = await tab.get<BulkJob>(`/bulk/${id}`);
    await requireNoError(server, 'bulk_jobs', id);
    return body.status === 'waiting' ? undefined : body;
  });
}
