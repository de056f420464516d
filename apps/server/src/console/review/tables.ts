import type { ColumnType, Generated } from 'kysely';
import type { Outcome, ReviewStatus } from '@redress/contract/console/review';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    claim_review: ClaimReviewTable;
    claim_decisions: ClaimDecisionsTable;
    claim_presence: { claim_id: string; staff_id: string; seen_at: Date };
    review_progress: { last_entry: string; failed_claims: string[] };
  }
}

/** Where a claim stands, once somebody or a rule has touched it. */
export interface ClaimReviewTable {
  claim_id: string;
  case_id: string;
  status: ReviewStatus;
  /** The decision in force. */
  decision_id: string | null;
  reasons: Generated<string[]>;
  recognized_amount: string | null;
  pool: string | null;
  /** A proposed decision takes effect then. */
  release_at: Date | null;
  approval_id: string | null;
  assignee: string | null;
  leased_by: string | null;
  leased_until: Date | null;
  /** The court's day, as YYYY-MM-DD. */
  cure_due: string | null;
  reopened: Generated<boolean>;
  queued_by_rule: Generated<boolean>;
  version: Generated<number>;
}

/** Each decision, also those that were undone or declined. Only added to. */
export interface ClaimDecisionsTable {
  id: string;
  claim_id: string;
  at: Date;
  /** Null: a deficiency expired. */
  staff_id: string | null;
  outcome: Outcome;
  reasons: string[];
  recognized_amount: string | null;
  note: string;
  source: 'reviewer' | 'rule' | 'bulk' | 'expiry';
  source_id: string | null;
  /** Of a denial as a duplicate: the claim that counts. */
  surviving_claim_id: ColumnType<string | null, string | null | undefined, never>;
}
