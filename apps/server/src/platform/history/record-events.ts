import type { SignInMethod } from '@redress/contract/console/staff';
import type { HistoryEntry, RowHashes } from './entries.ts';

/**
 * The events of every record that is not a claim, by the kind of record, with the details of each.
 * Add a line to record a new one. Details never contain personal data of claimants; `by` and other
 * IDs of staff are fine, and so are IDs of other records.
 */
export interface RecordEventDetails {
  /** The record's ID is that of the account. */
  staff: {
    /** An operator's command leaves `by` out. `roles` is, for example, `reviewer *`. */
    'staff-invited': { by?: string; roles: string };
    /** The maker of a setup link could use it. An operator's command leaves `by` out. */
    'staff-link-made': { by?: string };
    'invitation-withdrawn': { by: string };
    /**
     * `link` is the kind of link: for the first account, for an invitation, or for an existing
     * account.
     */
    'staff-joined': { method: SignInMethod; link: string; sessionId: string };
    'staff-signed-in': { method: SignInMethod; sessionId: string; recoveryCode?: true };
    /** Written at most once an hour for an account. */
    'sign-in-failed': { method: SignInMethod };
    /** The password was right and the codes were wrong. Another way to sign in unlocks it. */
    'password-locked': { wrongCodes: number };
    'staff-signed-out': { sessionId: string };
    'session-revoked': { by: string; sessionId: string };
    'credential-added': { method: SignInMethod };
    'credential-removed': { method: SignInMethod };
    'recovery-codes-made': { count: number };
    /**
     * `caseId` is `*` for all cases. An operator's command leaves `by` out. Without `approval`,
     * there never was another admin who could approve it.
     */
    'role-granted': { by?: string; role: string; caseId: string; approval?: string };
    'role-revoked': { by: string; role: string; caseId: string };
    'staff-deactivated': { by: string };
    'staff-reactivated': { by: string };
  };
  approval: {
    'approval-asked': { by: string; what: string; contentHash: string };
    /** `proof` is a passkey's signature of the content, or a sign-in within the last minutes. */
    'approval-granted': { by: string; proof: 'passkey' | 'sign-in' };
    'approval-refused': { by: string };
    'approval-withdrawn': { by: string };
  };
  export: {
    'export-asked': { by: string; format: string; withTaxIds: boolean; approval?: string };
    'export-made': { rows: number; sha256: string };
    'export-failed': { code: string };
    'export-downloaded': { by: string };
    /** The requester canceled the export, the second person declined it, or it expired. */
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
    /** The report was run again. `outcome` says whether its figures and files were the same. */
    'report-compared': { by: string; outcome: 'identical' | 'different' };
  };
  /** The record's ID is that of the address, not the Notice ID. */
  'member-address': {
    /** The address waits for a staff member who may correct addresses. */
    'address-asked': { by: string; caseId: string; source: string };
    'address-corrected': { by: string; caseId: string; source: string };
    'address-confirmed': { by: string; caseId: string };
    'address-declined': { by: string; caseId: string };
  };
  /** The record's ID is that of the note or call, not the Notice ID. */
  'member-note': {
    'member-note-added': { by: string; caseId: string };
    'member-call-logged': { by: string; caseId: string; topic: string };
  };
  /**
   * The record's ID is that of the case. Addresses, and answers to requests for lost IDs, are
   * deleted, too.
   */
  'class-members': {
    'class-members-purged': { count: number };
    'id-requests-purged': { count: number };
  };
  'member-import': {
    /**
     * An operator leaves `by` out. `cases` are those the importer has access to. `sha256` is that
     * of the file.
     */
    'members-imported': { by?: string; cases: string; rows: number; bad: number; added: number; sha256: string };
    /**
     * The import was undone. `kept` counts class members who had to stay, for example because they
     * have a claim.
     */
    'members-removed': { by: string; removed: number; kept: number };
  };
  'id-request': {
    'id-request-answered': { by: string; caseId: string; outcome: string };
  };
  'neutral-mark': {
    'neutral-mark-added': { by: string; caseId: string; what: string };
    'neutral-mark-withdrawn': { by: string; caseId: string };
  };
  /** `outcome` says how many claims of the sample have each verdict. */
  'cluster-verdict': {
    'cluster-sample-drawn': {
      by: string;
      caseId: string;
      cluster: string;
      size: number;
      seed: string;
      population: number;
    };
    /** The reviewer left the sample unfinished, and sees its scores from then on. */
    'cluster-sample-returned': { by: string };
    'cluster-verdict-asked': { by: string; verdict: string; claims: number; outcome: string; approval: string };
    'cluster-verdict-approved': { by: string };
    'cluster-verdict-declined': { by: string };
    'cluster-verdict-recorded': { claims: number };
  };
  'quality-sample': {
    /** `claimsHash` is the SHA-256 of the claims that were drawn, in their order. */
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
    /** `reviewer` saw the claim at this position, without its decision, since `takenAt`. */
    'review-given-back': { by: string; position: number; reviewer: string; takenAt: string };
  };
  /** `sha256` covers outcome and conditions. */
  rule: {
    'rule-created': { by: string; caseId: string; sha256: string };
    'rule-changed': { by: string; version: number; sha256: string };
  };
  'rule-run': {
    /** `evaluation` is the SHA-256 of everything else that decides the result. */
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
    /** `sha256` covers the list of claims. `amount` is the sum, a decimal string. */
    'rule-run-made': {
      sha256: string;
      scoresSha256: string;
      approve: number;
      queue: number;
      amount: string;
    };
    'rule-run-cancelled': { by: string };
    /** `code` is that of the last error. */
    'rule-run-failed': { code: string };
    'rule-run-compared': {
      sha256: string;
      scoresSha256: string;
      outcome: 'identical' | 'different';
    };
  };
  /** The release of a run, or an action on many claims. `sha256` covers the list of claims. */
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
    /** The second person declined the action, or the requester withdrew it. */
    'bulk-refused': { by: string };
    'bulk-cancelled': { by: string; done: number };
    'bulk-done': { done: number; skipped: number; failed: number };
    'bulk-failed': { code: string };
  };
  /** Letters to claimants that a mail house prints. Days are the court's. */
  'letter-batch': {
    'letter-batch-made': { by: string; caseId: string; number: number; letters: number };
    'letter-batch-written': { pages: number; sha256: string };
    'letter-batch-downloaded': { by: string; file: string };
    /** The first and last day of mailing, which the first entries lack. */
    'letter-batch-confirmed': { by: string; letters: number; from?: string; to?: string };
    /** `cause` is `expired`, or `purge` when the data of claims was purged. */
    'letter-batch-file-deleted': { cause: string };
  };
  /** The record's ID is that of the case. */
  'letter-addresses': {
    'letter-addresses-exported': { by: string; letters: number };
    'letter-addresses-imported': { by: string; source: string; addresses: number };
  };
  /** A mail server's report that named no letter. With `letterId`, a person found out which one. */
  'bounce-report': {
    'bounce-report-handled': { by: string; letterId?: string };
  };
  'court-order': {
    'court-order-uploaded': { by: string; fund: string; sha256: string };
  };
  'ledger-transaction': {
    /** No person entered what the server posts by itself. */
    'ledger-transaction-posted': { by?: string; fund: string; what: string; approval?: string; reverses?: string };
  };
  /** Cents are decimal strings. `sha256` covers parameters and lines. */
  allocation: {
    'allocation-asked': { by: string; fund: string; seal: number; asOf: string };
    'allocation-computed': { sha256: string; claims: number; netFund: string };
    /** `code` is that of the problem. */
    'allocation-failed': { code: string };
    'freeze-asked': { by: string; approval: string; sha256: string };
    'freeze-withdrawn': { by: string };
    'allocation-declined': { by: string };
    'allocation-frozen': { by: string; approval: string; sha256: string };
    /** Another scenario of the fund was frozen. */
    'allocation-superseded': { by: string };
    'allocation-finalized': { claims: number };
    'allocation-reported': { pdfSha256: string; workbookSha256: string };
  };
  'id-letter-list': {
    'letter-list-made': { by: string; caseId: string; letters: number };
  };
}

export type RecordKind = keyof RecordEventDetails;

/** An event of a kind of record. */
export type RecordEvent<Kind extends RecordKind> = {
  [Name in keyof RecordEventDetails[Kind]]: {
    readonly kind: Name;
    readonly details: Extract<RecordEventDetails[Kind][Name], HistoryEntry['details']>;
    readonly rows?: RowHashes;
  };
}[keyof RecordEventDetails[Kind]];
