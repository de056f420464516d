import type { Generated } from 'kysely';
import type { Language } from '@redress/contract/language';
import type { LetterContent, LetterKind, LetterStatus } from '@redress/contract/letters';
import type { DueColumns, Json } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    letters: LettersTable;
    letter_batches: LetterBatchesTable;
  }
}

export interface LettersTable extends DueColumns {
  id: Generated<string>;
  /** Printed on the letter; see `letter-id.ts`. */
  code: string;
  claim_id: string;
  kind: LetterKind;
  decision_id: string | null;
  template_version: number;
  language: Language;
  /** Null after a purge, like the recipient. */
  content: Json<LetterContent> | null;
  channel: 'email' | 'post';
  email: string | null;
  /** The name and the lines of the postal address. */
  address: string[] | null;
  status: LetterStatus;
  queued_at: Date;
  queued_by: string | null;
  batch_id: string | null;
  /** Days of the court, `YYYY-MM-DD`. */
  mailed_on: string | null;
  due_on: string | null;
  returned_reason: string | null;
  replaces: string | null;
  access_hash: Buffer | null;
  access_until: Date | null;
}

export interface LetterBatchesTable extends DueColumns {
  id: string;
  case_id: string;
  number: number;
  made_at: Date;
  made_by: string;
  letters: number;
  /** Null until the ZIP file is made. */
  sha256: Buffer | null;
  size: string | null;
}
