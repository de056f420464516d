import type { Generated, GeneratedAlways } from 'kysely';
import type { ReportContent, ReportRun } from '@redress/contract/console/reports';
import type { Json, LeaseColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    reports: ReportsTable;
    report_runs: ReportRunsTable;
    report_counts: ReportCountsTable;
    report_review_counts: ReportReviewCountsTable;
  }
}

export interface ReportParameterColumns {
  kind: 'claims';
  case_ids: string[];
  /** `YYYY-MM-DD`. */
  first_day: string | null;
  last_day: string | null;
  seal: string;
  query_version: number;
  asked_by: string;
  asked_at: Date;
}

export interface ReportsTable extends ReportParameterColumns {
  id: Generated<string>;
  content: Json<ReportContent>;
  claims: string;
  pdf: Buffer;
  pdf_sha256: Buffer;
  workbook: Buffer;
  workbook_sha256: Buffer;
}

export interface ReportRunsTable extends ReportParameterColumns, LeaseColumns {
  id: GeneratedAlways<string>;
  counted_to: Generated<string>;
  last_claim: string;
  due_at: Date;
  finished_at: Date | null;
  outcome: ReportRun['outcome'];
  report_id: string | null;
  differences: Generated<string[]>;
}

/** A run's counts of ranges, decisions, verdicts, letters and disputes, like `ReportCountsTable`. */
export interface ReportReviewCountsTable {
  run_id: string;
  event: 'range' | 'decision' | 'verdict' | 'letter' | 'deficiency' | 'dispute';
  decided_by: string;
}

/** A run's counts, which figures read by SQL. */
export interface ReportCountsTable {
  run_id: string;
  claims: string;
}
