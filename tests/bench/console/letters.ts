import type { Approvals } from '@redress/contract/console/approvals';
import type { BulkJob } from '@redress/contract/console/bulk';
import type { LetterBatch } from '@redress/contract/console/letter-batches';
import { statusFields } from '@redress/contract/status-page';
import { createPdfRenderer } from '@redress/server/claims/pdf-renderer';
import { bulkJobs } from '@redress/server/console/bulk/bulk-jobs';
import { letterBatchJobs } from '@redress/server/console/letters/letter-batch-jobs';
import { openStorage } from '@redress/server/platform/storage/open-storage';
import { withClient } from '@redress/server/platform/database/pool';
import { formatCount } from '@redress/server/operations/commands/command';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { skipChecks } from '../../generate/generate-claims.ts';
import { idsOfClaim } from '../../generate/invent-filers.ts';
import { signInTab } from '../../setup/console.ts';
import type { OpenedConsole } from '../app.ts';
import { readChildMemory } from '../process-usage.ts';
import { log } from '../command.ts';
import { goalOf, printGoals } from '../figures.ts';
import { timesOf } from './measure-console.ts';

const publicUrl = new URL('http://localhost:3000');
const kind = 'denied';
/** The goals are for this many letters. */
const wanted = 100_000;
/** The server has as many processes that print. */
const cores = 2;

/** Denies the claims of a case. Returns the case with the most claims, and how many it has. */
async function denyClaims(client: pg.Client, staffId: string) {
  const { rows } = await client.query<{ caseId: string; claims: number }>(
    `select case_id as "caseId", count(*)::int as claims from claims group by case_id order by 2 desc limit 1`,
  );
  const [largest] = rows;
  if (!largest) throw new Error('There are no claims');
  await skipChecks(client);
  await client.query(
    `with chosen as (
       select id, case_id, gen_random_uuid() as decision from claims where case_id = $2 order by id limit $3
     ), decided as (
       insert into claim_decisions (id, claim_id, at, staff_id, outcome, reasons, note, source)
       select decision, id, now(), $1, 'deny', '{not-a-class-member}', '', 'reviewer' from chosen
     )
     insert into claim_review (claim_id, case_id, status, decision_id, reasons, letter_due, version)
     select id, case_id, 'denied', decision, '{not-a-class-member}', 'denied', 1 from chosen
     on conflict (claim_id) do update set status = excluded.status, decision_id = excluded.decision_id,
       reasons = excluded.reasons, letter_due = excluded.letter_due`,
    [staffId, largest.caseId, wanted],
  );
  await client.query('vacuum (analyze) claim_review, claim_decisions');
  return { caseId: largest.caseId, letters: Math.min(largest.claims, wanted) };
}

/**
 * Measures how fast letters are queued and printed, and the status page. Returns whether the goals
 * are met.
 */
export async function measureLetters(console: OpenedConsole): Promise<boolean> {
  const { connectionString, app, database } = console;
  const signIn = () => signInTab({ app, database }, 'supervisor');
  const [tab, second] = [await signIn(), await signIn()];
  log('decisions');
  const { caseId, letters } = await withClient(connectionString, (client) => denyClaims(client, tab.person.id));
  log('queue');
  const begun = performance.now();
  const asked = { id: randomUUID(), caseId, kind, expected: letters, reason: 'A measurement' };
  const { status, text } = await tab.post<BulkJob>('/letters/queue', asked);
  if (status !== 201) throw new Error(text);
  const { approvals } = (await second.get<Approvals>('/approvals')).body;
  for (const { id, decision } of approvals) if (decision === null) await second.post(`/approvals/${id}/approve`);
  const context = { ...console, publicUrl };
  const jobs = startJobs(bulkJobs(context), context);
  // Each answer counts all claims of the action, so a frequent question would measure itself.
  for (let job: BulkJob | undefined; job?.status !== 'done'; await pause(500))
    job = (await tab.get<BulkJob>(`/bulk/${asked.id}`)).body;
  await jobs.stop();
  const queued = (performance.now() - begun) / 1_000;

  log('print');
  await withClient(connectionString, sendByPost);
  const renderers = Array.from({ length: cores }, createPdfRenderer);
  const { store } = await openStorage({ documents: undefined }, console.dataFolder);
  const { id } = (await tab.post<{ id: string }>('/letter-batches', { caseId })).body;
  const printing = performance.now();
  const printer = startJobs(letterBatchJobs({ ...console, store, renderers }), console);
  let printed = 0;
  let megabytes = 0;
  for (let status = ''; status !== 'ready'; await pause(250)) {
    ({ status, letters: printed } = (await tab.get<{ batch: LetterBatch }>(`/letter-batches/${id}`)).body.batch);
    const sum = readChildMemory('pdf-process').reduce((all, each) => all + each, 0);
    megabytes = Math.max(megabytes, sum);
  }
  const seconds = (performance.now() - printing) / 1_000;
  await printer.stop();
  for (const { close } of renderers) await close();
  log('status pages');
  const pages = timesOf('status pages', await openStatusPages(console, caseId));
  const goal = goalOf(`${formatCount(letters)} letters`);
  const [share, rate] = [letters / wanted, `printed, at the rate of ${formatCount(printed)}`];
  return printGoals([
    goal('queued', 's', 60 * share, queued),
    goal(rate, 's', 20 * 60 * share, (seconds * letters) / printed),
    goal('peak of the processes that print', 'MB', 300, megabytes),
    goalOf(`${pages.count} claims`)('status page, 95%', 'ms', 200, pages.p95),
  ]);
}

/** Opens status pages of claimants who signed in. Returns the milliseconds that each took. */
async function openStatusPages({ app, connectionString }: OpenedConsole, caseId: string): Promise<number[]> {
  const { rows } = await withClient(connectionString, (client) =>
    client.query<{ id: number }>(
      'select id::int from claims where case_id = $1 and notice_id is not null order by id limit 200',
      [caseId],
    ),
  );
  const headers = { host: publicUrl.host, origin: publicUrl.origin, 'accept-encoding': 'br' };
  const times: number[] = [];
  for (const { id } of rows) {
    const form = new FormData();
    const fields = { ...idsOfClaim(id), [statusFields.form]: 'ids' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const { cookies } = await app.inject({ method: 'POST', url: '/status', headers, payload: form });
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const begun = performance.now();
    const { statusCode } = await app.inject({ url: '/status/claim', headers: { ...headers, cookie } });
    times.push(performance.now() - begun);
    if (statusCode !== 200) throw new Error(`The status page answered ${statusCode}`);
  }
  return times;
}

/** Makes all queued letters letters by post, also of claimants whose address is unknown. */
async function sendByPost(client: pg.Client): Promise<void> {
  await skipChecks(client);
  await client.query(
    `update letters set channel = 'post', email = null,
       address = coalesce(address, array['Jane Roe', '12 Elm Street', 'Springfield, OH 45501'])
     where status = 'queued'`,
  );
  await client.query('vacuum (analyze) letters');
}
