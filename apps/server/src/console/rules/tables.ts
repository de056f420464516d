import type { DueColumns } from '../../platform/database/tables.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { RuleCondition, RuleOutcome, RuleRun, RunResult } from '@redress/contract/console/rules';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    rules: RulesTable;
    rule_versions: RuleVersionsTable;
    rule_runs: RuleRunsTable;
    rule_run_claims: { run_id: string; claim_id: string; outcome: RuleOutcome; amount: string | null };
    rule_run_scores: { run_id: string; claim_id: string; duplicate: number; machine: number; signals: string[] };
  }
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

export interface RuleRunsTable extends DueColumns {
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
