import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { MemberImportStatus, MemberMapping } from '@redress/contract/console/member-imports';
import type { CallTopic } from '@redress/contract/console/claim-details';
import type { AddressSource } from '@redress/contract/console/mailing-address';
import type { AddressDecision } from '@redress/contract/console/members';
import type { LeaseColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    class_members: ClassMembersTable;
    member_imports: MemberImportsTable;
    member_import_bad_rows: {
      import_id: string;
      line: string;
      reason: string;
      notice_id: string | null;
      cells_encrypted: Buffer | null;
    };
    member_addresses: MemberAddressesTable;
    member_mailing_addresses: MemberMailingAddressesView;
    member_notes: MemberNotesTable;
  }
}

export interface ClassMembersTable {
  notice_id: string;
  case_id: string;
  lookup_hash: Buffer;
  unique_id_encrypted: Buffer;
  first_name: string;
  last_name: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  imported_at: GeneratedAlways<Date>;
  import_id: string | null;
}

export interface MemberAddressesTable {
  id: GeneratedAlways<string>;
  notice_id: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  source: AddressSource;
  reason: string;
  entered_at: Date;
  asked_by: string | null;
  decision: AddressDecision | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
}

export interface MemberNotesTable {
  id: string;
  notice_id: string;
  at: Date;
  staff_id: string;
  /** The topic of a call. Null: a note. */
  topic: CallTopic | null;
  text: string;
}

type MailedColumns = 'notice_id' | 'case_id' | 'first_name' | 'last_name' | 'street' | 'city' | 'state' | 'zip';

export interface MemberMailingAddressesView extends Pick<ClassMembersTable, MailedColumns> {
  address_id: string | null;
}

export interface MemberImportsTable extends LeaseColumns {
  id: string;
  file_name: string;
  size: string;
  skip_bad: boolean;
  case_ids: string[];
  started_by: string;
  created_at: Date;
  status: Generated<MemberImportStatus>;
  bytes_read: Generated<string>;
  rows_read: Generated<string>;
  bad_rows: Generated<string>;
  zips_repaired: Generated<string>;
  states_repaired: Generated<string>;
  cells_repaired: Generated<string>;
  imported: Generated<string>;
  sha256: Buffer | null;
  few_unique_ids: number | null;
  problem: string | null;
  finished_at: Date | null;
  cancelled_by: string | null;
  mapping: ColumnType<MemberMapping | null, string | null, never>;
  removal_asked_by: string | null;
  removed_at: Date | null;
  removed: string | null;
  bad_row_columns: string[] | null;
  due_at: Date;
}
