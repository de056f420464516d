import type { Generated } from 'kysely';
import type { ReviewStatus } from '@redress/contract/console/review';
import type { Language } from '@redress/contract/language';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    claim_search: ClaimSearchTable;
    claim_counts: ClaimCountsTable;
    claim_search_progress: {
      id: number;
      version: number;
      last_entry: string;
      derived_to: string | null;
      members_to: string | null;
    };
    member_search: MemberSearchTable;
    member_search_due: { notice_id: string };
    name_words: { word: string; sound: string };
  }
}

/** The facts by which claims are listed and counted. */
export interface ClaimFacets {
  case_id: string;
  form_id: string;
  /** The court's day, `YYYY-MM-DD`. */
  filed_day: string;
  /** The state as answered; empty without one. */
  state: string;
  language: Language;
  status: ClaimSearchStatus;
  without_script: boolean;
  late: boolean;
  duplicate: boolean;
  machine: boolean;
  documents_missing: boolean;
  data_errors: boolean;
  high_value: Generated<boolean>;
  queued_by_rule: Generated<boolean>;
  reopened: Generated<boolean>;
}

export type ClaimSearchStatus = ReviewStatus | 'purged';

export interface ClaimSearchTable extends ClaimFacets {
  claim_id: string;
  number: string;
  filed_at: Date;
  /** Empty without a name, like `name_norm` and `zip`. */
  name: string;
  name_norm: string;
  zip: string;
  amount: string | null;
  recognized_amount: string | null;
  assignee: string | null;
  /** The reasons of the decision in force. */
  reasons: Generated<string[]>;
  /** `tsvector` */
  terms: string;
}

export interface ClaimCountsTable extends ClaimFacets {
  claims: string;
  amount: string;
}

export interface MemberSearchTable {
  notice_id: string;
  case_id: string;
  name_norm: string;
  zip: string;
  /** `tsvector` */
  terms: string;
}
