import type { SignInMethod } from '@redress/contract/console/staff';
import type { HistoryEntry, RowHashes } from './entries.ts';

/**
 * The events of every record that is not a claim, by the kind of record, with the details of each.
 * Add a line to record a new one. Details never contain personal data of claimants; `by` and other
 * IDs of staff are fine, and so are IDs of other records.
 */
export interface RecordEventDetails {
  /** The ID is the one of the account. */
  staff: {
    /** Without `by`: by a command of the operator. `roles` such as `reviewer *`. */
    'staff-invited': { by?: string; roles: string };
    /** A link to set the account up: whoever made it could use it. Without `by`: the operator. */
    'staff-link-made': { by?: string };
    'invitation-withdrawn': { by: string };
    /** `link`: whether of the first start, of an invitation, or for somebody who has an account. */
    'staff-joined': { method: SignInMethod; link: string; sessionId: string };
    'staff-signed-in': { method: SignInMethod; sessionId: string; recoveryCode?: true };
    /** Written once an hour. */
    'sign-in-failed': { method: SignInMethod };
    /** Somebody knows the password and guesses codes. Another way to sign in unlocks it. */
    'password-locked': { wrongCodes: number };
    'staff-signed-out': { sessionId: string };
    'session-revoked': { by: string; sessionId: string };
    'credential-added': { method: SignInMethod };
    'credential-removed': { method: SignInMethod };
    'recovery-codes-made': { count: number };
    /**
     * `caseId` is `*` for all cases. Without `by`: by the operator. Without `approval` there never
     * was another admin who could approve it.
     */
    'role-granted': { by?: string; role: string; caseId: string; approval?: string };
    'role-revoked': { by: string; role: string; caseId: string };
    'staff-deactivated': { by: string };
    'staff-reactivated': { by: string };
  };
  approval: {
    'approval-asked': { by: string; what: string; contentHash: string };
    /** `proof`: a signature of the content by a passkey, or a sign-in within the last minutes. */
    'approval-granted': { by: string; proof: 'passkey' | 'sign-in' };
    'approval-refused': { by: string };
    'approval-withdrawn': { by: string };
  };
  export: {
    'export-asked': { by: string; format: string; withTaxIds: boolean; approval?: string };
    'export-made': { rows: number; sha256: string };
    'export-failed': { code: string };
    'export-downloaded': { by: string };
    /** Cancelled by who asked, declined by the second person, or not decided in time. */
    'export-dropped': { by?: string; was: string };
    'export-deleted': { by?: string };
  };
  report: {
    'report-made': {
      by: string;
      kind: string;
      seal: number;
      version: number;
      pdfSha256: string;
      workbookSha256: string;
    };
    /** Somebody ran it again. `outcome`: whether the figures and files were the same. */
    'report-compared': { by: string; outcome: 'identical' | 'different' };
  };
  /** The ID is the one of the address, not the Notice ID. */
  'member-address': {
    /** It waits for somebody who may correct addresses. */
    'address-asked': { by: string; caseId: string; source: string };
    'address-corrected': { by: string; caseId: string; source: string };
    'address-confirmed': { by: string; caseId: string };
    'address-declined': { by: string; caseId: string };
  };
  /** The ID is the one of the note or call, not the Notice ID. */
  'member-note': {
    'member-note-added': { by: string; caseId: string };
    'member-call-logged': { by: string; caseId: string; topic: string };
  };
  /** The ID is the case. Their addresses, and the answers to requests for lost IDs, go with them. */
  'class-members': {
    'class-members-purged': { count: number };
    'id-requests-purged': { count: number };
  };
  'member-import': {
    /** Without `by`: by the operator. `cases`: for which they may import. `sha256`: of the file. */
    'members-imported': { by?: string; cases: string; rows: number; bad: number; added: number; sha256: string };
    /** The import was taken back. `kept`: class members who have a claim, for example. */
    'members-removed': { by: string; removed: number; kept: number };
  };
  'id-request': {
    'id-request-answered': { by: string; caseId: string; outcome: string };
  };
  'neutral-mark': {
    'neutral-mark-added': { by: string; caseId: string; what: string };
    'neutral-mark-withdrawn': { by: string; caseId: string };
  };
  /** `outcome`: how many claims of the sample have each verdict. */
  'cluster-verdict': {
    'cluster-sample-drawn': {
      by: string;
      caseId: string;
      cluster: string;
      size: number;
      seed: string;
      population: number;
    };
    'cluster-verdict-asked': { by: string; verdict: string; claims: number; outcome: string; approval: string };
    'cluster-verdict-approved': { by: string };
    'cluster-verdict-declined': { by: string };
    'cluster-verdict-recorded': { claims: number };
  };
  'quality-sample': {
    /** The parameters, and the SHA-256 of the claims that were drawn, in their order. */
    'sample-made': {
      by: string;
      caseId: string;
      formId?: string;
      fromDay: string;
      toDay: string;
      decidedBy?: string;
      sourceId?: string;
      size: number;
      seed: string;
      upToEntry: string;
      population: number;
      claimsHash: string;
    };
    /** `reviewer` had the claim at this position since `takenAt`, and has seen it without the first decision. */
    'review-given-back': { by: string; position: number; reviewer: string; takenAt: string };
  };
  /** `sha256`: of outcome and conditions. */
  rule: {
    'rule-created': { by: string; caseId: string; sha256: string };
    'rule-changed': { by: string; version: number; sha256: string };
  };
  'rule-run': {
    /** `evaluation`: SHA-256 of what else decides the result. `lastClaim`: the ID of the last claim. */
    'rule-run-asked': {
      by: string;
      rule: string;
      version: number;
      seal: number;
      seed: string;
      evaluation: string;
      lastClaim: string;
      repeats?: string;
    };
    /**
     * `sha256`: of the list of claims. `amount`: the sum, a decimal string.
     */
    'rule-run-made': {
      sha256: string;
      scoresSha256: string;
      approve: number;
      queue: number;
      amount: string;
    };
    'rule-run-cancelled': { by: string };
    /** `code`: of the last error. */
    'rule-run-failed': { code: string };
    'rule-run-compared': {
      sha256: string;
      scoresSha256: string;
      outcome: 'identical' | 'different';
    };
  };
  /** The release of a run, or an action on many claims. `sha256`: of the list of claims. */
  bulk: {
    'bulk-asked': {
      by: string;
      action: string;
      claims: number;
      sha256: string;
      approval?: string;
      run?: string;
      retries?: string;
    };
    'bulk-approved': { by: string; approval: string };
    /** Declined by the second person, or withdrawn. */
    'bulk-refused': { by: string };
    'bulk-cancelled': { by: string; done: number };
    'bulk-done': { done: number; skipped: number; failed: number };
    'bulk-failed': { code: string };
  };
  'id-letter-list': {
    'letter-list-made': { by: string; caseId: string; letters: number };
  };
}

export type RecordKind = keyof RecordEventDetails;

/** What can happen to a kind of record. */
export type RecordEvent<Kind extends RecordKind> = {
  [Name in keyof RecordEventDetails[Kind]]: {
    readonly kind: Name;
    readonly details: Extract<RecordEventDetails[Kind][Name], HistoryEntry['details']>;
    readonly rows?: RowHashes;
  };
}[keyof RecordEventDetails[Kind]];
