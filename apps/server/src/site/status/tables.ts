import type { Generated } from 'kysely';
import type { documentSources } from '@redress/contract/console/schema-parts';
import type { Language } from '@redress/contract/language';
import type { DueColumns, Json } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    status_codes: StatusCodesTable;
    deficiency_answers: DeficiencyAnswersTable;
    disputes: DisputesTable;
  }
}

export interface StatusCodesTable extends DueColumns {
  id: string;
  /** The claim number as it was typed. There may be no such claim. */
  typed_number: string;
  language: Language;
  requested_at: Date;
  tries: Generated<number>;
  used_at: Date | null;
  done_at: Date | null;
}

/** The answer to one reason of a deficiency. */
export interface AnsweredItem {
  readonly reason: string;
  readonly statement: string | null;
  /** IDs of the claim's documents. */
  readonly documents: readonly string[];
}

/** Rows are only added. */
export interface DeficiencyAnswersTable {
  id: string;
  claim_id: string;
  decision_id: string;
  position: number;
  at: Date;
  channel: 'online';
  late: boolean;
  /** Null after a purge. */
  items: Json<readonly AnsweredItem[]> | null;
}

/** Rows are only added. */
export interface DisputesTable {
  id: string;
  claim_id: string;
  decision_id: string;
  filed_at: Date;
  /** Staff recorded one that did not come through the status page. */
  channel: 'online' | (typeof documentSources)[number];
  grounds: string[];
  /** Null after a purge. */
  statement: string | null;
  documents: string[];
  late: boolean;
}
