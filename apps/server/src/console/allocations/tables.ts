import type {
  AllocationStatus,
  AllocationSummary,
  lineOutcomes,
  NewAllocation,
} from '@redress/contract/console/allocations';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { DueColumns, Json, LaterJson } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    allocations: AllocationsTable;
    allocation_lines: AllocationLinesTable;
    allocation_reports: AllocationReportsTable;
  }
}

export interface AllocationProblemRow {
  readonly code: string;
  readonly field: string;
  readonly remedy: string;
}

/** Written when the allocation is computed. */
type Later<T> = ColumnType<T | null, null | undefined, T | null>;

export interface AllocationsTable extends DueColumns {
  id: string;
  fund_id: string;
  case_id: string;
  plan_version: number;
  name: string;
  seal: string;
  /** The court's day, `YYYY-MM-DD`. */
  as_of: string;
  limits: Json<NewAllocation['limits']>;
  supplements: string | null;
  pool: string | null;
  status: AllocationStatus;
  created_by: string;
  created_at: Date;
  problem: LaterJson<AllocationProblemRow>;
  engine: Later<number>;
  parameters: Later<string>;
  net_cents: Later<string>;
  /** Cents that a supplement takes out of the reserve. */
  released_cents: Later<string>;
  sha256: Later<Buffer>;
  outcomes_sha256: Later<Buffer>;
  summary: LaterJson<AllocationSummary>;
  computed_at: Later<Date>;
  approval_id: Later<string>;
  asked_by: Later<string>;
  asked_at: Later<Date>;
  approved_by: Later<string>;
  frozen_at: Later<Date>;
  finalized_at: Later<Date>;
  finalized_to: Generated<string>;
}

export type AllocationRow = Selectable<AllocationsTable>;

export interface AllocationLinesTable {
  allocation_id: string;
  /** The claim number. */
  claim: string;
  pool: string;
  /** Ten-thousandths of a dollar. */
  weight: string;
  floor: string;
  cap: string | null;
  cents: string;
  outcome: (typeof lineOutcomes)[number];
}

export interface AllocationReportsTable {
  allocation_id: string;
  made_at: Date;
  pdf: Buffer;
  pdf_sha256: Buffer;
  workbook: Buffer;
  workbook_sha256: Buffer;
}
