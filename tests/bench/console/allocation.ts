import type { Allocation } from '@redress/contract/console/allocations';
import type { Approvals } from '@redress/contract/console/approvals';
import type { Export, ExportOffer } from '@redress/contract/console/exports';
import { settlement } from '@redress/content/settlement';
import { allocationJobs } from '@redress/server/console/allocations/allocation-jobs';
import { formsOf } from '@redress/server/console/allocations/read-eligible-claims';
import { exportJobs } from '@redress/server/console/exports/export-jobs';
import { findFund } from '@redress/server/console/funds/find-fund';
import { alignColumns, formatCount, print } from '@redress/server/operations/commands/command';
import { withClient } from '@redress/server/platform/database/pool';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { openStorage } from '@redress/server/platform/storage/open-storage';
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { skipChecks } from '../../generate/generate-claims.ts';
import { type ConsoleTab, signInTab } from '../../setup/console.ts';
import { enter, fund } from '../../setup/funds.ts';
import type { OpenedConsole } from '../app.ts';
import { readChildMemory } from '../process-usage.ts';
import { log } from '../command.ts';
import { goalsOf, printGoals } from '../figures.ts';

const pollMilliseconds = 10;

/**
 * Approves every claim of the fund, each with a sent letter whose last day to dispute is over.
 * Returns their number. What an earlier measurement left is deleted.
 */
async function approveClaims(client: pg.Client): Promise<number> {
  const { caseId } = fund;
  const forms = formsOf(findFund(settlement, fund.id, [caseId]), settlement);
  await skipChecks(client);
  await client.query('truncate allocations, allocation_lines, approvals, letters cascade');
  const { rowCount } = await client.query(
    `insert into claim_review (claim_id, case_id, status, decision_id, recognized_amount, version)
     select id, case_id, 'approved', gen_random_uuid(), coalesce(amount, 1 + id % 5000), 1
     from claims where case_id = $1 and form_id = any($2::text[]) order by id`,
    [caseId, forms],
  );
  await client.query(
    `insert into letters (code, claim_id, kind, decision_id, template_version, language, channel, status, queued_at, mailed_on, due_on, due_at)
     select lpad(upper(to_hex(claim_id)), 10, '0'), claim_id, 'approved', decision_id, 1, 'en', 'email', 'sent', now(), '2025-01-02', '2025-02-03', now()
     from claim_review order by claim_id`,
  );
  await client.query('vacuum (analyze) claims, claim_review, letters');
  await client.query('checkpoint');
  return rowCount ?? 0;
}

interface Measured {
  readonly what: string;
  readonly milliseconds: number;
  /** The longest time in which the server's process gave no answer. */
  readonly loop: number;
  /** The longest transaction with a write, which may hold locks from its beginning to its end. */
  readonly locked: number;
  readonly megabytes?: number;
}

/** Measures an action, and what other requests would notice of it meanwhile. */
async function measure(client: pg.Client, what: string, action: () => Promise<unknown>): Promise<Measured> {
  log(what);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let [locked, megabytes, isOver] = [0, 0, false];
  const watch = async () => {
    for (; !isOver; await pause(pollMilliseconds)) {
      const { rows } = await client.query<{ milliseconds: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - xact_start) * 1000), 0)::float8 as milliseconds
         from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid() and application_name = 'redress'`,
      );
      locked = Math.max(locked, rows[0]?.milliseconds ?? 0);
      megabytes = Math.max(megabytes, ...readChildMemory('compute-process'));
    }
  };
  const watching = watch();
  delay.enable();
  const begun = performance.now();
  await action();
  const milliseconds = performance.now() - begun;
  delay.disable();
  isOver = true;
  await watching;
  const loop = delay.max / 1e6;
  print(`${what}: ${milliseconds.toFixed(0)} ms, event loop ${loop.toFixed(0)} ms, locks ${locked.toFixed(0)} ms`);
  return { what, milliseconds, loop, locked, megabytes };
}

/**
 * Measures a fund with many claims, from computing scenarios to the files of a frozen allocation.
 * Returns whether the goals are met.
 */
export const measureAllocation = (console: OpenedConsole): Promise<boolean> =>
  withClient(console.connectionString, async (client) => {
    log('decisions and letters');
    const claims = await approveClaims(client);
    return measureSteps(console, client, `${formatCount(claims)} claims`);
  });

async function measureSteps(console: OpenedConsole, client: pg.Client, of: string): Promise<boolean> {
  const { app, database } = console;
  const signIn = () => signInTab({ app, database }, 'finance');
  const [asker, second] = [await signIn(), await signIn()];
  await enter(asker, second, { kind: 'contribution', amount: '25500000' });
  const requests: Measured[] = [];
  const work: Measured[] = [];
  const ask = async <Body>(what: string, tab: ConsoleTab, method: 'GET' | 'POST', path: string, body?: unknown) => {
    let answer: Awaited<ReturnType<typeof tab.send<Body>>> | undefined;
    const asked = async () => (answer = await tab.send<Body>(method, path, { body }));
    requests.push(await measure(client, what, asked));
    if (!answer || answer.status >= 300)
      throw new Error(`${path} was answered with ${answer?.status}: ${answer?.text}`);
    return answer.body;
  };

  const compute = async (what: string, limits: object) => {
    const id = randomUUID();
    const scenario = { id, fund: fund.id, name: what, asOf: '2025-06-30', limits };
    await ask('request a scenario', asker, 'POST', '/allocations', scenario);
    work.push(await measure(client, what, () => runUntil(console, asker, id, 'computedAt')));
    return id;
  };
  const id = await compute('compute the plan', {});
  const other = await compute('compute other limits', { consumers: { minimum: null, cap: '500' } });

  const paths = ['', '/open-claims', `/changes?from=${other}`].map((path) => `/allocations/${id}${path}`);
  for (const path of ['/allocations', ...paths])
    await ask(`GET ${path.replaceAll(/[\da-f-]{36}/g, '…')}`, asker, 'GET', path);
  requests.push(
    await measure(client, 'the screen of a scenario', () =>
      Promise.all(['/allocations', ...paths].map((path) => asker.get(path))),
    ),
  );
  for (const file of ['report.pdf', 'report.xlsx'])
    work.push(await measure(client, `make the ${file}`, () => asker.get(`/allocations/${id}/${file}`)));
  const download = async () => {
    const cookie = [...asker.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = `/api/console/allocations/${id}/allocation.csv`;
    const response = await app.inject({ url, headers: { cookie }, payloadAsStream: true });
    for await (const _ of response.stream());
  };
  work.push(await measure(client, 'download the allocation (CSV)', download));
  await ask('ask to freeze', asker, 'POST', `/allocations/${id}/freeze`, { reason: 'A measurement' });
  const { approvals } = await ask<Approvals>('GET /approvals', second, 'GET', '/approvals?kind=allocation');
  await ask('approve', second, 'POST', `/approvals/${approvals[0]?.id}/approve`, {});
  work.push(await measure(client, 'make the claims final', () => runUntil(console, asker, id, 'finalizedAt')));
  work.push(await measure(client, 'write the distribution list', () => exportList(console, asker, id)));

  const table = (measured: readonly Measured[]) =>
    alignColumns(
      [
        [of, 'ms', 'event loop', 'locks', 'process'],
        ...measured.map(({ what, milliseconds, loop, locked, megabytes = 0 }) => [
          what,
          ...[milliseconds, loop, locked].map((value) => value.toFixed(0)),
          megabytes === 0 ? '' : `${megabytes.toFixed(0)} MB`,
        ]),
      ],
      [1, 2, 3, 4],
    );
  for (const line of ['', ...table(requests), '', ...table(work)]) print(line);
  const goal = goalsOf(requests, ({ what }) => what);
  return printGoals([
    goal('request', { unit: 's', atMost: 2 }, ({ milliseconds }) => milliseconds / 1_000),
    goal('event loop of the server', { unit: 'ms', atMost: 200 }, ({ loop }) => loop),
    goal('locks', { unit: 'ms', atMost: 200 }, ({ locked }) => locked),
  ]);
}

/** Runs the jobs of allocations until one has a time. */
async function runUntil(console: OpenedConsole, tab: ConsoleTab, id: string, end: 'computedAt' | 'finalizedAt') {
  const jobs = startJobs(allocationJobs(console), console);
  for (let time: string | null = null; time === null; await pause(100)) {
    const { body } = await tab.get<Allocation>(`/allocations/${id}`);
    if (body.problem) throw new Error(body.problem.remedy);
    time = body[end];
  }
  await jobs.stop();
}

/** Makes the distribution list of a frozen allocation, as people do. */
async function exportList(console: OpenedConsole, tab: ConsoleTab, id: string): Promise<void> {
  const query = `allocation=${id}`;
  const offer = await tab.get<ExportOffer>(`/exports/offer?list=distribution&query=${encodeURIComponent(query)}`);
  const columns = offer.body.columns.map(({ key }) => key);
  const { body } = await tab.post<Export>('/exports', { list: 'distribution', query, format: 'csv', columns });
  const { store } = await openStorage({ documents: undefined }, console.dataFolder);
  const jobs = startJobs(exportJobs({ ...console, store }), console);
  for (let { status } = body; status !== 'done'; await pause(100))
    ({ status } = (await tab.get<Export>(`/exports/${body.id}`)).body);
  await jobs.stop();
}
