import type { ColumnType, Generated } from 'kysely';
import type { ClaimAddressSource } from '@redress/contract/console/letter-batches';
import type { Language } from '@redress/contract/language';
import type { LetterContent, LetterKind, LetterStatus } from '@redress/contract/letters';
import type { DueColumns, Json } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    letters: LettersTable;
    letter_batches: LetterBatchesTable;
    claim_addresses: ClaimAddressesTable;
    claim_emails: ClaimEmailsTable;
    bounce_reports: BounceReportsTable;
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
  /** The files that the letter is about, if it is about files with a virus. */
  documents: ColumnType<string[] | null, string[] | null | undefined, never>;
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
  size: ColumnType<string | null, number | null | undefined, number | null>;
  pages: number | null;
  finished_at: Date | null;
  /** Null before there is a file, and once it is deleted. */
  key_version: number | null;
  nonce: Buffer | null;
  tag: Buffer | null;
}

/** Addresses that came after the filing. Rows are only added; a purge empties the lines. */
export interface ClaimAddressesTable {
  id: Generated<string>;
  claim_id: string;
  at: Date;
  /** The newest row whose time has come is used. */
  used_from: Date;
  source: ClaimAddressSource;
  /** Null: the claimant entered it. */
  staff_id: string | null;
  letter_id: string | null;
  /** The name, and the lines below it. */
  lines: string[] | null;
}

export interface ClaimEmailsTable {
  id: Generated<string>;
  claim_id: string;
  at: Date;
  used_from: Date;
  source: 'filed' | 'claimant' | 'call' | 'letter';
  staff_id: string | null;
  /** Null after a purge. */
  email: string | null;
}

/** Reports of mail servers that staff have to read. */
export interface BounceReportsTable {
  id: Generated<string>;
  received_at: Date;
  sha256: Buffer;
  letter_id: string | null;
  sender: string;
  subject: string;
  excerpt: string;
}
