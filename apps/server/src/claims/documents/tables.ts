import type { Generated } from 'kysely';
import type { CheckedFile, ChosenTable } from '@redress/datafiles/report';
import type { FileType } from '@redress/forms/definition';
import type { LaterJson, LeaseColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    claim_documents: ClaimDocumentsTable;
    data_checks: DataChecksTable;
  }
}

export interface UploadColumns {
  id: string;
  name: string;
  storage_key: string;
  type: FileType | null;
  /** The size and hash of the bytes as sent. */
  size: string | null;
  sha256: Buffer | null;
  created_at: Date;
  /** The hash of the stored bytes where they differ, after metadata of an image was stripped. */
  stored_sha256: Buffer | null;
  picture_metadata: PictureMetadata | null;
  /** The name as sent, where it did not fit the type. */
  given_name: string | null;
}

/** With `not-understood`, a picture's metadata stays, because its extent was unclear. */
export type PictureMetadata = 'none' | 'removed' | 'not-understood';

/** The origin of a document that staff added. All are null if the claimant uploaded it. */
export interface AddedByStaff {
  added_by: string | null;
  source: 'mail' | 'email' | 'in-person' | null;
  received_on: string | null;
  added_reason: string | null;
}

export interface ClaimDocumentsTable extends UploadColumns, AddedByStaff {
  claim_id: string;
  status: 'arriving' | 'stored';
  stored_at: Date | null;
  scan: Generated<ScanStatus>;
  scanned_at: Date | null;
  scan_finding: string | null;
  scan_leased_by: string | null;
  scan_leased_until: Date | null;
  scan_attempts: Generated<number>;
  scan_last_error: string | null;
}

/** Without a virus scanner it is always `waiting`, which then does not prevent downloads. */
export type ScanStatus = 'waiting' | 'clean' | 'infected' | 'unscanned-too-large';

export interface JobColumns extends LeaseColumns {
  claim_id: string;
  chosen: LaterJson<readonly ChosenTable[]>;
  created_at: Date;
  leased_until: Date | null;
  finished_at: Date | null;
}

export interface DataChecksTable extends JobColumns {
  document_id: string;
  outcome: CheckedFile['outcome'] | 'failed' | null;
  report: LaterJson<CheckedFile>;
}
