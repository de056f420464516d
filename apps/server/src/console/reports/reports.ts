import type { Report, ReportRequest, ReportRun } from '@redress/contract/console/reports';
import { type Selectable, sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { ReportRunsTable } from './tables.ts';
import { queryVersion } from './figure-definitions.ts';
import { findReportSeal } from './report-parameters.ts';

/** Maximum waiting and running runs: each reads every claim. */
const maxOpenRuns = 20;
const keepRunsMilliseconds = 24 * 60 * 60 * 1_000;
const maxListed = 200;

/** Starts a run. The job reads up to the newest claim, and ignores claims after the seal. */
export async function startRun(
  { database, now }: Pick<ConsoleContext, 'database' | 'now'>,
  { cases, from, to, seal: position }: ReportRequest,
  askedBy: string,
): Promise<{ readonly id: string } | 'no-seal' | 'too-many'> {
  const seal = await findReportSeal(database, position);
  if (!seal) return 'no-seal';
  const { open } = await database
    .selectFrom('report_runs')
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(open) >= maxOpenRuns) return 'too-many';
  return database.transaction().execute((transaction) =>
    transaction
      .insertInto('report_runs')
      .values({
        kind: 'claims',
        case_ids: cases.toSorted(),
        first_day: from,
        last_day: to,
        seal: String(seal.position),
        query_version: queryVersion,
        asked_by: askedBy,
        asked_at: now(),
        last_claim: sql<string>`(select coalesce(max(id), 0) from claims)`,
        due_at: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
}

/** SQL condition: all cases of the row are among these. */
const isWithin = (cases: readonly string[]) => sql<boolean>`case_ids <@ ${cases}::text[]`;

/** Unfinished runs, and the runs of the last day. */
export async function listRuns(
  { database, now }: Pick<ConsoleContext, 'database' | 'now'>,
  cases: readonly string[],
): Promise<ReportRun[]> {
  const since = new Date(now().getTime() - keepRunsMilliseconds);
  const rows = await selectRuns(database, cases)
    .where((where) => where.or([where('finished_at', 'is', null), where('report_runs.asked_at', '>', since)]))
    .orderBy('report_runs.id', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(describeRun);
}

export async function findRun(
  database: Database,
  cases: readonly string[],
  id: string,
): Promise<ReportRun | undefined> {
  const run = await selectRuns(database, cases).where('report_runs.id', '=', id).executeTakeFirst();
  return run && describeRun(run);
}

function selectRuns(database: Database, cases: readonly string[]) {
  return database
    .selectFrom('report_runs')
    .innerJoin('staff', 'staff.id', 'asked_by')
    .selectAll('report_runs')
    .select('staff.name')
    .where(isWithin(cases));
}

function describeRun(run: Selectable<ReportRunsTable> & { readonly name: string }): ReportRun {
  const last = Number(run.last_claim);
  return {
    id: run.id,
    cases: run.case_ids,
    from: run.first_day,
    to: run.last_day,
    seal: Number(run.seal),
    askedAt: run.asked_at.toISOString(),
    askedBy: run.name,
    progress: last === 0 ? 1 : Math.min(1, Number(run.counted_to) / last),
    outcome: run.outcome,
    report: run.report_id,
    differences: run.differences,
  };
}

/** Ends a run without a report. False when it has finished, or does not exist. */
export async function cancelRun(
  { database, now }: Pick<ConsoleContext, 'database' | 'now'>,
  cases: readonly string[],
  id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .transaction()
    .execute((transaction) =>
      transaction
        .updateTable('report_runs')
        .set({ outcome: 'cancelled', finished_at: now(), leased_by: null })
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .where(isWithin(cases))
        .executeTakeFirst(),
    );
  return numUpdatedRows > 0n;
}

export async function listReports(database: Database, cases: readonly string[]): Promise<Report[]> {
  const rows = await selectReports(database, cases).orderBy('asked_at', 'desc').limit(maxListed).execute();
  return rows.map(describeReportRow);
}

export async function findReport(database: Database, cases: readonly string[], id: string) {
  const row = await selectReports(database, cases).select('content').where('reports.id', '=', id).executeTakeFirst();
  return row && { ...describeReportRow(row), content: row.content };
}

/** A report's file, exactly as it was made. */
export async function readReportFile(
  database: Database,
  cases: readonly string[],
  id: string,
  file: 'pdf' | 'workbook',
) {
  return database
    .selectFrom('reports')
    .select([`reports.${file} as bytes`, 'seal', 'case_ids as cases'])
    .where('reports.id', '=', id)
    .where(isWithin(cases))
    .executeTakeFirst();
}

function selectReports(database: Database, cases: readonly string[]) {
  return database
    .selectFrom('reports')
    .innerJoin('staff', 'staff.id', 'asked_by')
    .innerJoin('history_seals', 'history_seals.position', 'seal')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('report_runs')
          .select(['finished_at as checked_at', 'outcome as checked'])
          .whereRef('report_id', '=', 'reports.id')
          .where('outcome', 'in', ['identical', 'different'])
          .orderBy('finished_at', 'desc')
          .limit(1)
          .as('check'),
      (join) => join.onTrue(),
    )
    .select(['reports.id', 'case_ids', 'first_day', 'last_day', 'seal', 'claims', 'asked_at', 'staff.name as asked_by'])
    .select(['pdf_sha256', 'workbook_sha256', 'sealed_at', 'root', 'checked_at', 'checked'])
    .where(isWithin(cases));
}

type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>;

function describeReportRow(row: ReportRow): Report {
  const { checked, checked_at: checkedAt } = row;
  const isChecked = checkedAt !== null && (checked === 'identical' || checked === 'different');
  return {
    id: row.id,
    cases: row.case_ids,
    from: row.first_day,
    to: row.last_day,
    seal: { position: Number(row.seal), sealedAt: row.sealed_at.toISOString(), root: row.root.toString('hex') },
    askedAt: row.asked_at.toISOString(),
    askedBy: row.asked_by,
    claims: Number(row.claims),
    pdfSha256: row.pdf_sha256.toString('hex'),
    workbookSha256: row.workbook_sha256.toString('hex'),
    checked: isChecked ? { at: checkedAt.toISOString(), outcome: checked } : null,
  };
}
