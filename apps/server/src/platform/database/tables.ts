import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ReadKind } from '@redress/contract/console/access-log';
import type { ReportContent, ReportRun } from '@redress/contract/console/reports';
import type { FileResult } from '@redress/contract/uploads';
import type { IdRequestAnswer, IdRequestState } from '@redress/contract/console/id-requests';
import type { MemberImportStatus } from '@redress/contract/console/member-imports';
import type { AddressDecision, AddressSource } from '@redress/contract/console/members';
import type { CallTopic } from '@redress/contract/console/claim';
import type { CorrectionSource } from '@redress/contract/console/corrections';
import type { Outcome, ReviewStatus } from '@redress/contract/console/review';
import type { Role, SignInMethod } from '@redress/contract/console/staff';
import type { ExportFormat, ExportStatus } from '@redress/contract/console/exports';
import type { Language } from '@redress/contract/language';
import type { CheckedFile, ChosenTable } from '@redress/datafiles/report';
import type { AnyAnswers } from '@redress/forms/answers';
import type { FileType } from '@redress/forms/definition';
import type { SummarySection } from '@redress/forms/summarize';
import type { IntegrityTables } from '../../console/integrity/tables.ts';
import type { RuleTables } from '../../console/rules/tables.ts';

/** The tables that `migrations/` creates and Kysely's queries use. */
export interface Tables extends IntegrityTables, RuleTables {
  class_members: ClassMembersTable;
  claims: ClaimsTable;
  claim_tax_ids: ClaimTaxIdsTable;
  claim_documents: ClaimDocumentsTable;
  claim_history: ClaimHistoryTable;
  history_seals: HistorySealsTable;
  record_history: RecordHistoryTable;
  staff_reads: StaffReadsTable;
  staged_documents: StagedDocumentsTable;
  outbox: OutboxTable;
  notes: NotesTable;
  calls: CallsTable;
  claim_corrections: ClaimCorrectionsTable;
  quality_samples: QualitySamplesTable;
  quality_reviews: QualityReviewsTable;
  uploads: UploadsTable;
  data_checks: DataChecksTable;
  periodic_jobs: LeaseColumns & { name: string; due_at: Date };
  id_requests: IdRequestsTable;
  id_request_answers: IdRequestAnswersTable;
  id_letter_lists: IdLetterListsTable;
  id_letters: { list_id: string; request_id: string; position: number; address_id: string | null };
  member_imports: MemberImportsTable;
  member_import_bad_rows: { import_id: string; line: string; reason: string; notice_id: string | null };
  member_addresses: MemberAddressesTable;
  member_mailing_addresses: MemberMailingAddressesView;
  captcha_used: { challenge: Buffer; expires_at: Date };
  saved_forms: { id: Buffer; encrypted: Buffer; expires_at: Date };
  login_failures: { key: Buffer; failures: number; at: Date; half_life_seconds: number; full_at: number };
  claim_review: ClaimReviewTable;
  claim_decisions: ClaimDecisionsTable;
  claim_presence: { claim_id: string; staff_id: string; seen_at: Date };
  review_progress: { last_entry: string };
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
  reports: ReportsTable;
  report_runs: ReportRunsTable;
  report_counts: ReportCountsTable;
  report_review_counts: ReportReviewCountsTable;
  operation_runs: OperationRunsTable;
  limit_counters: { key: Buffer; window_start: Date; hits: number; expires_at: Date };
  saved_views: SavedViewsTable;
  exports: ExportsTable;
  staff: StaffTable;
  staff_roles: StaffRolesTable;
  staff_sessions: StaffSessionsTable;
  staff_links: StaffLinksTable;
  staff_passkeys: StaffPasskeysTable;
  staff_passwords: StaffPasswordsTable;
  staff_recovery_codes: { code_hash: Buffer; staff_id: string; created_at: Date; used_at: Date | null };
  staff_identities: StaffIdentitiesTable;
  approvals: ApprovalsTable;
}

// `bigint` and `numeric` are strings, because neither fits a JavaScript number.

/** Written as text, read as a value. */
type Json<T> = ColumnType<T, string, never>;
/** Like `Json`, but written after the row, or never. */
type LaterJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

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
}

export interface IdRequestsTable {
  id: GeneratedAlways<string>;
  request_hash: Buffer;
  case_id: string;
  requested_at: Date;
  language: Language;
  suspected_machine: boolean;
  name: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  phone: string | null;
  email: string | null;
  answer_state: Generated<IdRequestState>;
  letter_waits: Generated<boolean>;
}

export interface IdRequestAnswersTable {
  request_id: string;
  position: number;
  answer: IdRequestAnswer;
  notice_id: string | null;
  note: string;
  answered_by: string;
  answered_at: Date;
}

export interface IdLetterListsTable {
  id: GeneratedAlways<string>;
  case_id: string;
  made_by: string;
  made_at: Date;
  letters: number;
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

export interface MemberMailingAddressesView {
  notice_id: string;
  case_id: string;
  first_name: string;
  last_name: string;
  address_id: string | null;
  street: string;
  city: string;
  state: string;
  zip: string;
}

export interface ClaimsTable {
  id: GeneratedAlways<string>;
  number: string;
  form_id: string;
  form_version: number;
  case_id: string;
  language: Language;
  notice_id: string | null;
  filed_at: Date;
  late: boolean;
  status: Generated<'filed' | 'purged'>;
  duplicate_notice: GeneratedAlways<boolean>;
  documents_expected: number;
  name: string | null;
  email: string | null;
  zip: string | null;
  state: string | null;
  amount: string | null;
  quantity: string | null;
  answers: Json<AnyAnswers>;
  summary: Json<SummarySection[]>;
  idempotency_key: string | null;
  answers_hash: Buffer;
  documents_due: boolean;
  suspected_machine: boolean;
  without_script: Generated<boolean>;
}

export interface ClaimTaxIdsTable {
  claim_id: string;
  path: string;
  encrypted: Buffer;
  key_version: number;
  lookup: Buffer;
}

interface UploadColumns {
  id: string;
  name: string;
  storage_key: string;
  type: FileType | null;
  /** Of the bytes as sent. */
  size: string | null;
  sha256: Buffer | null;
  created_at: Date;
  /** Of the stored bytes where they differ: an image whose metadata was stripped. */
  stored_sha256: Buffer | null;
  picture_metadata: PictureMetadata | null;
  /** The name as sent, where it did not fit the type. */
  given_name: string | null;
}
/** What happened to a picture's metadata. `not-understood`: it stays, as its extent was unclear. */
export type PictureMetadata = 'none' | 'removed' | 'not-understood';

export interface ClaimDocumentsTable extends UploadColumns {
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
/** Without a virus scanner, always `waiting`, which then does not prevent downloads. */
export type ScanStatus = 'waiting' | 'clean' | 'infected' | 'unscanned-too-large';

export interface StagedDocumentsTable extends UploadColumns {
  position: GeneratedAlways<string>;
  form_key: string | null;
}

/** The columns of an entry, whatever its history is about. */
interface EntryColumns {
  position: number;
  at: Date;
  kind: string;
  details: Json<Record<string, string | number | boolean>>;
  previous_hash: Buffer | null;
  hash: Buffer;
}

export interface ClaimHistoryTable extends EntryColumns {
  claim_id: string;
  /** In order of insertion, with gaps. Null in entries that an earlier release sealed. */
  id: Generated<string | null>;
  /** The seal, if an earlier release sealed the entry. */
  seal: Generated<string | null>;
}

export interface RecordHistoryTable extends EntryColumns {
  record_kind: string;
  record_id: string;
  /** From the sequence of `claim_history`. */
  id: Generated<string>;
}

/** One row for each view, search, reveal, download or export by staff. */
export interface StaffReadsTable {
  /** From the sequence of `claim_history`. */
  id: Generated<string>;
  at: Date;
  staff_id: string;
  session_id: string;
  what: ReadKind;
  subject: string;
  reason: string | null;
  result_ids: readonly string[];
  search_hash: Buffer | null;
  hash: Buffer;
}

export interface HistorySealsTable {
  position: string;
  sealed_at: Date;
  entries: number;
  tree_root: Buffer;
  previous_root: Buffer | null;
  root: Buffer;
  signature: Buffer;
  key_version: number;
  /** Null in seals of earlier releases. */
  last_entry: string | null;
}

interface LeaseColumns {
  leased_by: string | null;
  attempts: Generated<number>;
  last_error: string | null;
}

export interface OutboxTable extends LeaseColumns {
  id: GeneratedAlways<string>;
  claim_id: string;
  kind: 'receipt';
  created_at: Date;
  due_at: Date;
  /** Only of rows that earlier releases wrote. */
  queued_at: Date | null;
  done_at: Date | null;
  outcome: 'sent' | 'refused' | null;
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
  imported: Generated<string>;
  sha256: Buffer | null;
  few_unique_ids: number | null;
  problem: string | null;
  finished_at: Date | null;
  cancelled_by: string | null;
  due_at: Date;
}

export interface NotesTable {
  id: string;
  claim_id: string;
  at: Date;
  staff_id: string;
  text: string;
}

export interface CallsTable extends NotesTable {
  topic: CallTopic;
}

/** Corrections of answers and their withdrawals. Only added to; a purge empties value and note. */
export interface ClaimCorrectionsTable {
  id: string;
  claim_id: string;
  /** From 1, within the claim. */
  position: number;
  at: Date;
  staff_id: string;
  field: string;
  /** Null: a withdrawal, or purged. */
  value: string | null;
  /** Null: a withdrawal. */
  source: CorrectionSource | null;
  document_id: string | null;
  note: string | null;
  /** The correction that this row withdraws. */
  withdraws: string | null;
}

/** Random samples of decisions. Only added to. */
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

/** The claims of a sample, each decided a second time by somebody who does not see the decision. */
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

interface JobColumns extends LeaseColumns {
  claim_id: string;
  chosen: LaterJson<readonly ChosenTable[]>;
  created_at: Date;
  leased_until: Date | null;
  finished_at: Date | null;
}

export interface UploadsTable extends JobColumns {
  id: string;
  name: string;
  size: string;
  status: Generated<'arriving' | 'complete' | 'joined' | 'refused'>;
  result: LaterJson<FileResult>;
  locked_by: string | null;
  locked_until: Date | null;
  release_wanted: Generated<boolean>;
}

export interface DataChecksTable extends JobColumns {
  document_id: string;
  outcome: CheckedFile['outcome'] | 'failed' | null;
  report: LaterJson<CheckedFile>;
}

export interface StaffTable {
  id: Generated<string>;
  name: string;
  email: string;
  created_at: Date;
  /** Null: the person has not followed their link yet. */
  activated_at: Date | null;
  disabled_at: Date | null;
  version: Generated<number>;
}

export interface StaffRolesTable {
  staff_id: string;
  /** `*`: every case. */
  case_id: string;
  role: Role;
  granted_at: Date;
  /** Null: the operator. */
  granted_by: string | null;
  /** The second person, where one was needed. */
  approved_by: string | null;
}

export interface StaffSessionsTable {
  token_hash: Buffer;
  id: Generated<string>;
  staff_id: string;
  created_at: Date;
  last_used_at: Date;
  authenticated_at: Date;
  method: SignInMethod;
  user_agent: string;
  ended_at: Date | null;
}

export interface StaffLinksTable {
  token_hash: Buffer;
  id: Generated<string>;
  /** Null: the first person, whose account does not exist yet. */
  staff_id: string | null;
  created_at: Date;
  /** Null: the operator. */
  created_by: string | null;
  expires_at: Date;
  used_at: Date | null;
  withdrawn_at: Date | null;
}

export interface StaffPasskeysTable {
  id: Buffer;
  staff_id: string;
  name: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

export interface StaffPasswordsTable {
  staff_id: string;
  hash: string;
  totp_secret_encrypted: Buffer;
  key_version: number;
  totp_last_step: string;
  wrong_codes: Generated<number>;
  created_at: Date;
  last_used_at: Date | null;
}

export interface StaffIdentitiesTable {
  issuer: string;
  subject: string;
  staff_id: string;
  email: string | null;
  created_at: Date;
  last_used_at: Date | null;
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export interface ApprovalsTable {
  id: Generated<string>;
  kind: string;
  /** `*`: belongs to no case. */
  case_id: string;
  details: Json<JsonValue>;
  details_hash: Buffer;
  reason: string;
  asked_by: string;
  asked_at: Date;
  decision: 'approved' | 'declined' | 'withdrawn' | null;
  decided_at: Date | null;
  decided_by: string | null;
  decision_reason: Generated<string>;
  evidence: LaterJson<unknown>;
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
}

/** What claims are listed and counted by. */
interface ClaimFacets {
  case_id: string;
  form_id: string;
  /** The court's day, as YYYY-MM-DD. */
  filed_day: string;
  /** As answered; empty without one. */
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
  /** Empty without one, like `name_norm` and `zip`. */
  name: string;
  name_norm: string;
  zip: string;
  amount: string | null;
  recognized_amount: string | null;
  assignee: string | null;
  /** Of the decision in force. */
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

export interface SavedViewsTable {
  id: Generated<string>;
  /** Such as `claims`. */
  list: string;
  /** Null: of the team. */
  staff_id: string | null;
  /** Of a team, in order. Null: every case, or one person's view. */
  case_ids: string[] | null;
  name: string;
  query: string;
  version: Generated<number>;
  changed_at: Date;
  /** Null: comes with the product. */
  changed_by: string | null;
}

export interface ExportsTable {
  id: Generated<string>;
  list: string;
  format: ExportFormat;
  query: string;
  columns: string[];
  cases: string[];
  contact_cases: string[];
  with_tax_ids: boolean;
  reason: string | null;
  requested_by: string;
  requested_at: Date;
  up_to: string;
  expected_rows: string | null;
  status: ExportStatus;
  approval_id: string | null;
  decided_by: string | null;
  due_at: Date;
  leased_by: string | null;
  attempts: Generated<number>;
  last_error: string | null;
  row_count: ColumnType<string, string | number | undefined, string | number>;
  byte_count: ColumnType<string | null, number | undefined, number>;
  sha256: Buffer | null;
  key_version: number | null;
  nonce: Buffer | null;
  tag: Buffer | null;
  finished_at: Date | null;
  expires_at: Date | null;
}

interface ReportParameterColumns {
  kind: 'claims';
  case_ids: string[];
  /** `YYYY-MM-DD`. */
  first_day: string | null;
  last_day: string | null;
  seal: string;
  query_version: number;
  asked_by: string;
  asked_at: Date;
}

export interface ReportsTable extends ReportParameterColumns {
  id: Generated<string>;
  content: Json<ReportContent>;
  claims: string;
  pdf: Buffer;
  pdf_sha256: Buffer;
  workbook: Buffer;
  workbook_sha256: Buffer;
}

export interface ReportRunsTable extends ReportParameterColumns, LeaseColumns {
  id: GeneratedAlways<string>;
  counted_to: Generated<string>;
  last_claim: string;
  due_at: Date;
  finished_at: Date | null;
  outcome: ReportRun['outcome'];
  report_id: string | null;
  differences: Generated<string[]>;
}

/** What a run has counted of decisions and verdicts, like `ReportCountsTable`. */
export interface ReportReviewCountsTable {
  run_id: string;
  event: 'decision' | 'verdict';
  decided_by: string;
}

/** What a run has counted. Figures read it by SQL. */
export interface ReportCountsTable {
  run_id: string;
  claims: string;
}

/** How the commands of an operator's timers last ended. */
export interface OperationRunsTable {
  operation: 'backup' | 'verify' | 'purge';
  succeeded_at: Date | null;
  failed_at: Date | null;
}
