import type { ReportContent } from '@redress/contract/console/reports';
import { hash } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { ReportRunsTable } from './tables.ts';
import { readHeldJob, updateHeldJob } from '../../platform/jobs/held-jobs.ts';
import { jobLeases } from '../../platform/jobs/job-leases.ts';
import { type JobRunner, type JobRunnerOptions, type JobSource, startJobs } from '../../platform/jobs/job-runner.ts';
import { createTaskProcess } from '../../platform/jobs/task-process.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { type ClaimRange, type Counting, countSealedClaims, courtDay, isInRange } from './count-sealed-claims.ts';
import { countSealedDecisions } from './count-sealed-decisions.ts';
import { countSealedLetters } from './count-sealed-letters.ts';
import { describeReport } from './report-content.ts';
import { type ReportFiles, reportProcess } from './report-files.ts';
import { findKeptReport, findReportSeal, isSealedBy, parametersOf, type ReportSeal } from './report-parameters.ts';
import { rangeAnswer } from '../../claims/filing/claimed-range.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Tables } from '../../platform/database/tables.ts';

export interface ReportJobOptions extends Pick<ConsoleContext, 'database' | 'keys' | 'settlement'>, JobRunnerOptions {
  /** Claims per transaction, so that statements stay far below their time limit. */
  readonly claimsPerChunk?: number;
}

type Run = Selectable<ReportRunsTable>;

/** Runs reports, one at a time in each process. `stop` also ends the process that renders them. */
export function startReports(options: ReportJobOptions): JobRunner {
  const renderer = createTaskProcess<ReportContent, ReportFiles>(reportProcess);
  const runner = startJobs(reportJobs(options, renderer.run), options);
  return {
    wake: runner.wake,
    async stop() {
      await runner.stop();
      await renderer.close();
    },
  };
}

/** Any process can continue an interrupted run: each chunk and its progress are one transaction. */
export function reportJobs(
  { database, keys, settlement, now, claimsPerChunk = 5_000 }: ReportJobOptions,
  render: (content: ReportContent) => Promise<ReportFiles>,
): JobSource {
  const finish = (
    transaction: Database,
    run: Run,
    result: Pick<Run, 'outcome' | 'report_id'> & { differences?: string[] },
  ) => updateHeldJob(transaction, 'report', run, { ...result, finished_at: now(), leased_by: null });

  async function countChunk(run: Run, seal: ReportSeal): Promise<Run> {
    return database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ upTo: string }>`
        select coalesce(max(id), ${run.last_claim}::bigint) as "upTo" from (
          select id from claims where id > ${run.counted_to} and id <= ${run.last_claim} order by id limit ${claimsPerChunk}
        ) as chunk`.execute(transaction);
      const upTo = rows[0]?.upTo ?? run.last_claim;
      await updateHeldJob(transaction, 'report', run, { counted_to: upTo });
      const range = { above: run.counted_to, upTo };
      await countSealedClaims(transaction, { run, seal, settlement }, range);
      await countSealedDecisions(transaction, { run, seal, settlement }, range);
      await countSealedRanges(transaction, { run, seal, settlement }, range);
      await countSealedLetters(transaction, { run, seal, settlement }, range);
      return { ...run, counted_to: upTo };
    });
  }

  /**
   * Keeps the report permanently, or compares it with the report that was kept before.
   * @throws LeaseLostError the run was canceled meanwhile, and leaves neither
   */
  async function complete(run: Run, content: ReportContent): Promise<void> {
    const { pdf, workbook } = await render(content);
    const pdfSha256 = hash('sha256', pdf, 'buffer');
    const workbookSha256 = hash('sha256', workbook, 'buffer');
    await database.transaction().execute(async (transaction) => {
      const report = await transaction
        .insertInto('reports')
        .values({
          ...parametersOf(run),
          claims: countedClaims(content),
          asked_by: run.asked_by,
          asked_at: run.asked_at,
          content: JSON.stringify(content),
          pdf,
          pdf_sha256: pdfSha256,
          workbook,
          workbook_sha256: workbookSha256,
        })
        .onConflict((conflict) => conflict.constraint('reports_once').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (report) {
        await addRecordEntry(transaction, { kind: 'report', id: report.id }, now(), {
          kind: 'report-made',
          details: {
            by: run.asked_by,
            kind: run.kind,
            seal: Number(run.seal),
            version: run.query_version,
            pdfSha256: pdfSha256.toString('hex'),
            workbookSha256: workbookSha256.toString('hex'),
          },
          rows: hashRow('reports', report, keys),
        });
        return finish(transaction, run, { outcome: 'created', report_id: report.id });
      }
      const kept = await findKeptReport(transaction, run);
      const differences = [
        ...differingParts(kept.content, content),
        ...(pdfSha256.equals(kept.pdf_sha256) ? [] : ['PDF']),
        ...(workbookSha256.equals(kept.workbook_sha256) ? [] : ['Spreadsheet']),
      ];
      const outcome = differences.length === 0 ? 'identical' : 'different';
      await addRecordEntry(transaction, { kind: 'report', id: kept.id }, now(), {
        kind: 'report-compared',
        details: { by: run.asked_by, outcome },
      });
      return finish(transaction, run, { outcome, report_id: kept.id, differences });
    });
  }

  return {
    name: 'report',
    leases: jobLeases(database, 'report'),
    concurrency: 1,
    pauseSeconds: [5, 60],
    maxAttempts: 5,
    async run(id, holder, signal) {
      let run = await readHeldJob(database, 'report', id, holder);
      const seal = await findReportSeal(database, Number(run.seal));
      if (!seal) throw new Error(`The seal ${run.seal} of a report is missing`);
      while (BigInt(run.counted_to) < BigInt(run.last_claim)) {
        signal.throwIfAborted();
        run = await countChunk(run, seal);
      }
      await complete(run, await describeReport(database, settlement, run, seal));
      return 'done';
    },
    async giveUp(id, holder) {
      const run = await readHeldJob(database, 'report', id, holder);
      await finish(database, run, { outcome: 'failed', report_id: null });
    },
  };
}

/** Titles of figures that differ, and `Summary and details`. Empty if the reports are equal. */
function differingParts(kept: ReportContent, computed: ReportContent): string[] {
  const figureOf = ({ figures }: ReportContent, wanted: string) => figures.find(({ name }) => name === wanted) ?? null;
  const figures = [...kept.figures, ...computed.figures].filter(
    ({ name }) => canonicalJson(figureOf(kept, name)) !== canonicalJson(figureOf(computed, name)),
  );
  const withoutFigures = ({ figures: _figures, ...others }: ReportContent) => canonicalJson(others);
  return [
    ...(withoutFigures(kept) === withoutFigures(computed) ? [] : ['Summary and details']),
    ...new Set(figures.map(({ title }) => title)),
  ];
}

/** The number of claims in a report: the total of its first figure. */
function countedClaims({ figures }: ReportContent): string {
  const [first] = figures;
  const column = first?.columns.findIndex(({ name }) => name === 'claims') ?? -1;
  return String(first?.total?.[column] ?? 0);
}

/** Adds to `report_review_counts` the number of claims as of a seal that name each range. */
async function countSealedRanges(
  transaction: Kysely<Tables>,
  { run, seal, settlement }: Counting,
  range: ClaimRange,
): Promise<void> {
  const answer = rangeAnswer(settlement);
  if (!answer) return;
  await sql`
    insert into report_review_counts
    select ${run.id}::bigint, form_id, 'range', answer, '', '', '', 'in-force', true, count(*), 0
    from (
      select form_id, ${answer} as answer, ${courtDay(settlement)} as filed_day from claims
      where case_id = any(${run.case_ids}::text[]) and ${isInRange(sql`id`, range)}
        and exists (select from claim_history entry where entry.claim_id = claims.id and ${isSealedBy(seal)})
    ) as counted
    where answer is not null
      and filed_day >= coalesce(${run.first_day}::text, filed_day) and filed_day <= coalesce(${run.last_day}::text, filed_day)
    group by form_id, answer
    on conflict (run_id, form_id, event, outcome, reasons, decided_by, source, fate, released)
    do update set entries = report_review_counts.entries + excluded.entries`.execute(transaction);
}
