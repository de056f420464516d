import { type Kysely, type Selectable, sql } from 'kysely';
import { hashEntry, type HistoryEntry, type RowHashes } from '../../platform/history/entries.ts';
import { entryDetails } from '../../platform/history/row-hashes.ts';
import type { ClaimHistoryTable } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** The details of each kind of event in a claim's history. They never contain personal data. */
interface EventDetails {
  'claim-filed': {
    formId: string;
    formVersion: number;
    late: boolean;
    documentsDue: boolean;
    suspectedMachine: boolean;
    withoutScript: boolean;
    answersHash: string;
    caseId: string;
    language: string;
    documentsExpected: number;
    duplicateNotice: boolean;
  };
  'document-stored': {
    documentId: string;
    /** The hash of the file as it was sent. */
    sha256: string;
    size: number;
    /** The hash of the stored file, if it differs. */
    storedSha256?: string;
    type: string;
    pictureMetadata?: string;
    /** The time at which its first byte arrived. */
    createdAt: string;
    /** For a document that staff added: the account, its origin, and the court's day. */
    by?: string;
    source?: string;
    receivedOn?: string;
  };
  /** `finding` is the virus scanner's name for a virus. */
  'document-scanned': { documentId: string; outcome: string; finding?: string };
  /** `rows`, `errors` and `amount` (a decimal string) are totals. */
  'data-checked': {
    documentId: string;
    outcome: string;
    rows?: number;
    errors?: number;
    amount?: string;
  };
  'receipt-sent': { messageId: string; attempts: number };
  'receipt-refused': { code: number };
  /**
   * A letter about the claim was queued. `letter` is its kind. Without `by`, it was queued by
   * itself: a reminder, or a repetition of the letter `replaces`.
   */
  'letter-queued': {
    letterId: string;
    letter: string;
    channel: string;
    language: string;
    decisionId?: string;
    replaces?: string;
    by?: string;
  };
  /** The letter is in a batch for the mail house. */
  'letter-batched': { letterId: string; batchId: string; by: string };
  /**
   * The mail server accepted the email, or the post the letter. Days are the court's; `dueOn` is
   * the last day to answer. Without `by`, the server sent it.
   */
  'letter-mailed': {
    letterId: string;
    letter: string;
    mailedOn: string;
    dueOn?: string;
    decisionId?: string;
    by?: string;
  };
  /** `cause` is why it came back; the decision then has no last day to answer. */
  'letter-returned': { letterId: string; letter: string; cause: string; decisionId?: string; by?: string };
  'letter-cancelled': { letterId: string; cause: string; by?: string };
  /** Rows of `claim_addresses` and `claim_emails`. Without `by`, the claimant added it. */
  'address-added': { addressId: string; source: string; letterId?: string; memberAddressId?: string; by?: string };
  'email-added': { emailId: string; source: string; by?: string };
  /** Nothing more can be done to reach the claimant with this letter. */
  'letter-undeliverable': { letterId: string; by?: string };
  /** `by` is the account of the staff member. */
  'note-added': { noteId: string; by: string };
  'call-logged': { callId: string; by: string; topic: string };
  /** Staff corrected an answer; with `withdraws`, they withdrew that correction. */
  'claim-corrected': {
    correctionId: string;
    position: number;
    by: string;
    field: string;
    source?: string;
    documentId?: string;
    withdraws?: string;
  };
  /** A score reached its threshold, or no longer does. Scores are in decibans. */
  'claim-scored': {
    duplicate: number;
    machine: number;
    duplicateReached: boolean;
    machineReached: boolean;
    catalog: number;
  };
  /** `second` is true for the verdict of a second reviewer. */
  verdict: {
    verdictId: string;
    by: string;
    verdict: string;
    cluster?: string;
    second: boolean;
  };
  /**
   * A reviewer, a rule or a bulk action decided. `reasons` are IDs, separated by spaces; so is
   * `waitsFor`, the reasons why a second person has to approve. `amount` is the recognized amount,
   * a decimal string. `sourceId` is the rule's run or the bulk action.
   */
  'claim-decided': {
    decisionId: string;
    by?: string;
    outcome: string;
    reasons: string;
    amount?: string;
    source: string;
    sourceId?: string;
    waitsFor?: string;
    /** The last day to cure a deficiency, in the court's time zone. */
    cureDue?: string;
    from: string;
    to: string;
  };
  /** With `approval`, that request was withdrawn before a second person decided. */
  'decision-undone': { decisionId: string; by: string; approval?: string; from: string; to: string };
  /** The decision took effect. `approval` is the second person's, where one was needed. */
  'decision-released': { decisionId: string; approval?: string; from: string; to: string };
  /** The second person declined. Older versions also added it when a request was withdrawn. */
  'decision-declined': { decisionId: string; approval: string; from: string; to: string };
  /** A rule queued the claim for reviewers. `approval` is the one that released the rule's run. */
  'queued-by-rule': { runId: string; by: string; approval: string };
  /** Without `to`, the claim was unassigned; without `by`, because its assignee lost the role. */
  'claim-assigned': { by?: string; to?: string };
  /**
   * A second reviewer decided a sampled claim without seeing the first decision. `reasons` and
   * `amount` are as above.
   */
  'quality-reviewed': {
    sampleId: string;
    by: string;
    takenAt: string;
    outcome: string;
    reasons: string;
    amount?: string;
    agrees: boolean;
  };
  /** A third person settled a disagreement. `verdict` is `upheld` or `overturned`. */
  'quality-settled': { sampleId: string; by: string; decisionId: string; verdict: string };
  /** The claimant said that the answer to a deficiency is complete. `late`: after the last day. */
  'answer-sent': { answerId: string; decisionId: string; channel: string; late: boolean };
  /** The claimant disputed a decision that took effect. `by`: staff received it on this day. */
  'dispute-filed': {
    disputeId: string;
    decisionId: string;
    channel: string;
    late: boolean;
    by?: string;
    receivedOn?: string;
  };
  /**
   * For example, `cause` is `documents`, `cured` or `reopened`. Without `by`, the change was
   * automatic.
   */
  'status-changed': { from: string; to: string; cause: string; by?: string };
  /** Answers, tax IDs and uploads were deleted because their retention period had ended. */
  'claim-purged': { documents: number; taxIds: number };
}
export type HistoryEvent = {
  [Kind in keyof EventDetails]: {
    readonly kind: Kind;
    readonly details: EventDetails[Kind];
    readonly rows?: RowHashes;
  };
}[keyof EventDetails];

/** Creates the entry that follows `last`, or a claim's first entry. */
export function createEntry(
  claimNumber: string,
  at: Date,
  event: HistoryEvent,
  last?: Pick<HistoryEntry, 'position' | 'hash'>,
): HistoryEntry {
  const { kind } = event;
  const position = (last?.position ?? 0) + 1;
  const entry = { position, at, kind, details: entryDetails(event), previous_hash: last?.hash ?? null };
  return { ...entry, hash: hashEntry(claimNumber, entry) };
}

/** Locks a claim until the transaction ends, so that entries stay in order. Returns its status. */
export async function lockClaim(transaction: Kysely<Tables>, claim: { readonly id: string }) {
  const { status } = await transaction
    .selectFrom('claims')
    .select('status')
    .where('id', '=', claim.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return status;
}

/**
 * Locks claims until the transaction ends, in one order, so that two transactions never wait for
 * each other.
 */
export async function lockClaims(transaction: Kysely<Tables>, claimIds: readonly string[]): Promise<void> {
  await sql`select id from claims where id = any(${claimIds}::bigint[]) order by id for no key update`.execute(
    transaction,
  );
}

/** Appends an entry. The transaction must have locked the claim, so that entries stay in order. */
export async function addHistoryEntry(
  transaction: Kysely<Tables>,
  claim: { readonly id: string; readonly number: string },
  at: Date,
  event: HistoryEvent,
): Promise<void> {
  const last = await transaction
    .selectFrom('claim_history')
    .select(['position', 'hash'])
    .where('claim_id', '=', claim.id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = createEntry(claim.number, at, event, last);
  await transaction
    .insertInto('claim_history')
    .values({ claim_id: claim.id, ...entry, details: JSON.stringify(entry.details) })
    .execute();
}

/**
 * Appends entries to many claims in two statements. The transaction must have locked the claims.
 * @param claims each has its events in order
 */
export async function addHistoryEntries(
  transaction: Kysely<Tables>,
  at: Date,
  claims: readonly { readonly id: string; readonly number: string; readonly events: readonly HistoryEvent[] }[],
): Promise<void> {
  const { rows: last } = await sql<Pick<Selectable<ClaimHistoryTable>, 'claim_id' | 'position' | 'hash'>>`
    select claim_id, position, hash
    from unnest(${claims.map(({ id }) => id)}::bigint[]) as claim (id)
    cross join lateral (
      select claim_id, position, hash from claim_history where claim_id = claim.id order by position desc limit 1
    ) as last`.execute(transaction);
  const lastOf = new Map(last.map((entry) => [entry.claim_id, entry]));
  const rows = claims.flatMap(({ id, number, events }) => {
    let previous: Pick<HistoryEntry, 'position' | 'hash'> | undefined = lastOf.get(id);
    return events.map((event) => {
      const entry = createEntry(number, at, event, previous);
      previous = entry;
      const { hash, previous_hash: before, ...others } = entry;
      return { claim_id: id, ...others, hash: hash.toString('hex'), previous_hash: before?.toString('hex') ?? null };
    });
  });
  if (rows.length === 0) return;
  await sql`
    insert into claim_history (claim_id, position, at, kind, details, previous_hash, hash)
    select claim_id, position, at, kind, details, decode(previous_hash, 'hex'), decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (claim_id bigint, position integer, at timestamptz, kind text,
      details jsonb, previous_hash text, hash text)
    order by claim_id, position`.execute(transaction);
}
