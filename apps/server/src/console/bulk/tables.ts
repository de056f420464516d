import type { ColumnType, Generated, Selectable } from 'kysely';
import type { BulkKind, BulkOutcome, BulkStatus } from '@redress/contract/console/bulk';
import type { LetterDue } from '@redress/contract/letters';
import type { StoredShares } from './share-claims.ts';
import type { DueColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    bulk_jobs: BulkJobsTable;
    bulk_job_claims: BulkJobClaimsTable;
  }
}

export interface BulkJobsTable extends DueColumns {
  id: Generated<string>;
  kind: BulkKind | 'release';
  case_ids: string[];
  run_id: string | null;
  query: string | null;
  claims_of: ColumnType<string | null, string | null | undefined, never>;
  assign_to: string | null;
  shares: ColumnType<StoredShares | null, StoredShares | null | undefined, never>;
  reasons: Generated<string[]>;
  /** The claim that counts when others are denied as its duplicates. */
  surviving_claim_id: ColumnType<string | null, string | null | undefined, never>;
  /** The kind of letter that it queues. */
  letter: ColumnType<LetterDue | null, LetterDue | null | undefined, never>;
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
  /** Null: the job has not reached the claim yet. */
  outcome: BulkOutcome | null;
  /** A code from `outcome-reasons.ts`, or the code of an error. */
  reason: string | null;
  at: Date | null;
  /** The amount that a second person approved, for example `1250.5000`. Null: there is none. */
  amount: string | null;
  /** The new assignee, when claims are assigned by share. */
  assign_to: string | null;
}
