import { sql } from 'kysely';
import type { ClaimsContext } from './claims/context.ts';
import { cleanUpMemberImports } from './console/members/member-imports.ts';
import { deleteInBatches } from './platform/database/delete-in-batches.ts';
import type { Database } from './platform/database/pool.ts';
import { oldestReport } from './console/letters/bounce-reports.ts';
import { deleteBatchFiles } from './console/letters/letter-batch-jobs.ts';
import { expireExports } from './console/exports/end-export.ts';
import { clearFadedFailures } from './site/login/login-failures.ts';
import { deleteOldObservations } from './console/integrity/delete-observations.ts';
import {
  cleanUpReceivedUploads,
  cleanUpResumableUploads,
  cleanUpStagedUploads,
} from './site/uploads/cleanup-uploads.ts';

const dayMilliseconds = 24 * 60 * 60 * 1_000;

type CleanupContext = Pick<ClaimsContext, 'settlement' | 'database' | 'keys' | 'store' | 'uploadFolder' | 'now'>;

/**
 * Deletes expired captchas, counters, emailed codes, saved forms and observations, receipts sent long ago, staff
 * sessions and links that ended long ago, superseded lists of rule runs, bad rows of old imports,
 * expired exports and files of letters, old reports of mail servers, and uploads that were never finished or never filed. A failed step does not stop
 * the others; failures are thrown at the end.
 */
export async function cleanUp(context: CleanupContext): Promise<void> {
  const now = context.now();
  const steps: (() => Promise<unknown>)[] = [
    () => deleteInBatches(context.database, 'captcha_used', sql`expires_at < ${now} order by expires_at`),
    () => deleteInBatches(context.database, 'limit_counters', sql`expires_at < ${now} order by expires_at`),
    () => deleteInBatches(context.database, 'saved_forms', sql`expires_at < ${now} order by expires_at`),
    () => deleteOldCodes(context.database, now),
    () => deleteInBatches(context.database, 'report_counts', isOfFinishedRun),
    () => deleteInBatches(context.database, 'report_review_counts', isOfFinishedRun),
    () => deleteListsOfRuns(context.database),
    () => deleteEndedAccess(context.database, now),
    () => clearFadedFailures(context.database, now),
    () => deleteFinishedReceipts(context.database, now),
    () => deleteOldObservations(context),
    () => expireExports(context),
    () => deleteBatchFiles(context),
    () =>
      deleteInBatches(context.database, 'bounce_reports', sql`received_at < ${oldestReport(now)} order by received_at`),
    () => cleanUpStagedUploads(context),
    () => cleanUpReceivedUploads(context),
    // The next step removes the files of imports without a row.
    () => cleanUpMemberImports(context),
    () => cleanUpResumableUploads(context),
  ];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'several cleanup steps failed');
}

/** An emailed code works for minutes, and its request may have the number of another claim. */
const deleteOldCodes = (database: Database, now: Date): Promise<number> =>
  deleteInBatches(
    database,
    'status_codes',
    sql`requested_at < ${new Date(now.getTime() - dayMilliseconds)} order by requested_at`,
  );

/** Only a run's report needs the rows with the run's counts. */
const isOfFinishedRun = sql`run_id in (select id from report_runs where finished_at is not null)`;

/**
 * Deletes the claims and scores of rule runs that ended without a result, and of repeated runs
 * whose result the earlier run already has. These runs cannot release anything. All other lists
 * stay, because their hashes are in histories.
 */
export async function deleteListsOfRuns(database: Database): Promise<void> {
  const runs = await database
    .selectFrom('rule_runs')
    .select('id')
    .where((run) => run.or([run('status', 'in', ['cancelled', 'failed']), run('is_identical', '=', true)]))
    .execute();
  // Each run finds its rows by an index, and most have none.
  for (const { id } of runs)
    for (const table of ['rule_run_claims', 'rule_run_scores'] as const)
      await deleteInBatches(database, table, sql`run_id = ${id}`);
}

/** Sessions and links of staff remain for inquiries. The account's history keeps each use. */
const keepEndedMilliseconds = 90 * dayMilliseconds;

async function deleteEndedAccess(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keepEndedMilliseconds);
  // A session may have ended after its last use, and a link before it expired.
  await deleteInBatches(database, 'staff_sessions', sql`last_used_at < ${before}`);
  await deleteInBatches(database, 'staff_links', sql`expires_at < ${before}`);
}

/** Sent receipts remain for inquiries. The claim's history keeps the result permanently. */
const keepFinishedMilliseconds = 30 * dayMilliseconds;

export function deleteFinishedReceipts(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keepFinishedMilliseconds);
  return deleteInBatches(database, 'receipt_outbox', sql`done_at < ${before} order by done_at`);
}
