import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { BulkKind, BulkOutcome, BulkStatus } from '@redress/contract/console/bulk';
import type { RuleCondition, RuleOutcome, RuleRun, RunResult } from '@redress/contract/console/rules';

/** Tables of rules and of actions on many claims, which `0025-rules-and-bulk.sql` creates. */
export interface RuleTables {
  rules: RulesTable;
  rule_versions: RuleVersionsTable;
  rule_runs: RuleRunsTable;
  rule_run_claims: { run_id: string; claim_id: string; outcome: RuleOutcome; amount: string | null };
  rule_run_scores: { run_id: string; claim_id: string; duplicate: number; machine: number; signals: string[] };
  bulk_jobs: BulkJobsTable;
  bulk_job_claims: BulkJobClaimsTable;
}

interface RulesTable {
  id: Generated<string>;
  case_id: string;
  name: string;
  created_at: Date;
  created_by: string;
}

export interface RuleVersionsTable {
  rule_id: string;
  version: number;
  outcome: RuleOutcome;
  /** Written as text, read as a value. */
  conditions: ColumnType<RuleCondition[], string, never>;
  sha256: Buffer;
  at: Date;
  staff_id: string;
}

/** The columns of a lease, as in other tables of jobs. */
interface JobColumns {
  due_at: Date;
  leased_by: string | null;
  attempts: Generated<number>;
  last_error: string | null;
}

export interface RuleRunsTable extends JobColumns {
  id: Generated<string>;
  position: GeneratedAlways<string>;
  rule_id: string;
  version: number;
  seal: string;
  seed: string;
  evaluation: Buffer;
  asked_by: string;
  asked_at: Date;
  repeats: string | null;
  looked_to: Generated<string>;
  last_claim: string;
  status: Generated<RuleRun['status']>;
  finished_at: Date | null;
  sha256: Buffer | null;
  scores_sha256: Buffer | null;
  result: ColumnType<RunResult | null, string | null | undefined, string>;
  is_identical: boolean | null;
}

export interface BulkJobsTable extends JobColumns {
  id: Generated<string>;
  kind: BulkKind | 'release';
  case_ids: string[];
  run_id: string | null;
  query: string | null;
  claims_of: ColumnType<string | null, string | null | undefined, never>;
  assign_to: string | null;
  reasons: Generated<string[]>;
  claims: number;
  sha256: Buffer;
  as_of: string;
  reason: string;
  asked_by: string;
  asked_at: Date;
  approval_id: string | null;
  approved_by: string | null;
  retries: string | null;
  status: BulkStatus;
  finished_at: Date | null;
}
export type BulkJobRow = Selectable<BulkJobsTable>;

interface BulkJobClaimsTable {
  job_id: string;
  claim_id: string;
  /** Null: not reached yet. */
  outcome: BulkOutcome | null;
  /** A code. */
  reason: string | null;
  at: Date | null;
  /** Approved by a second person, as `1250.5000`. Null: there is none. */
  amount: string | null;
}
