import type { ColumnType, Generated } from 'kysely';
import type { Outcome, ReviewStatus } from '@redress/contract/console/review';
import type { LetterDue } from '@redress/contract/letters';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    claim_review: ClaimReviewTable;
    claim_decisions: ClaimDecisionsTable;
    claim_presence: { claim_id: string; staff_id: string; seen_at: Date };
    review_progress: { last_entry: string; failed_claims: string[] };
  }
}

/** A claim's review, from the first change by a person or a rule. */
export interface ClaimReviewTable {
  claim_id: string;
  case_id: string;
  status: ReviewStatus;
  /** The decision in force. */
  decision_id: string | null;
  reasons: Generated<string[]>;
  recognized_amount: string | null;
  pool: string | null;
  /** The time when a proposed decision takes effect. */
  release_at: Date | null;
  approval_id: string | null;
  assignee: string | null;
  leased_by: string | null;
  leased_until: Date | null;
  /** The court's day, `YYYY-MM-DD`. */
  cure_due: string | null;
  /** The kind of letter that the decision in force still needs. */
  letter_due: Generated<LetterDue | null>;
  reopened: Generated<boolean>;
  queued_by_rule: Generated<boolean>;
  version: Generated<number>;
}

/** Every decision, including undone and declined ones. Rows are only added. */
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
  /** The claim that counts, in a denial as a duplicate. */
  surviving_claim_id: ColumnType<string | null, string | null | undefined, never>;
}
