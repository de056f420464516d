import type { Generated } from 'kysely';
import type { Outcome } from '@redress/contract/console/review';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    quality_samples: QualitySamplesTable;
    quality_reviews: QualityReviewsTable;
  }
}

/** Random samples of decisions. Rows are only added. */
export interface QualitySamplesTable {
  id: string;
  case_id: string;
  form_id: string | null;
  from_day: string;
  to_day: string;
  decided_by: string | null;
  source_id: string | null;
  size: number;
  seed: string;
  up_to_entry: string;
  population: number;
  made_by: string;
  made_at: Date;
}

/** The claims of a sample, each decided a second time by a person who does not see the decision. */
export interface QualityReviewsTable {
  sample_id: string;
  position: number;
  claim_id: string;
  decision_id: string;
  first_decider: string | null;
  first_approver: string | null;
  reviewer: string | null;
  taken_at: Date | null;
  given_back_by: Generated<string[]>;
  outcome: Outcome | null;
  reasons: Generated<string[]>;
  recognized_amount: string | null;
  note: Generated<string>;
  reviewed_at: Date | null;
  agrees: boolean | null;
  settled_by: string | null;
  verdict: 'upheld' | 'overturned' | null;
  verdict_note: Generated<string>;
  settled_at: Date | null;
}
