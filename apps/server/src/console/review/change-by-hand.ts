import { isClosed, type ReviewStatus } from '@redress/contract/console/review';
import { addHistoryEntry } from '../../claims/history/claim-history.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { consoleProblem, fieldProblem } from '../../platform/http/problem.ts';
import {
  changeStatus,
  lockReviewAndApproval,
  requireVersion,
  type Review,
  type ReviewedClaim,
  withoutDecision,
  withoutLease,
} from './change-status.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

interface Change {
  readonly from: readonly ReviewStatus[];
  readonly to: ReviewStatus;
  /** The cause in the history. */
  readonly cause: string;
  /** Precedes the reason in the note. */
  readonly label: string;
  readonly refusal: string;
}

const decided = ['approved', 'reduced', 'denied'] as const;
const open = [
  ...(['received', 'waiting-documents', 'ready', 'in-review', 'deficient', 'proposed', 'disputed'] as const),
  ...decided,
] as const;

/** The changes, besides decisions, that people make with a reason. */
export const changesByHand = {
  cure: {
    from: ['deficient'],
    to: 'ready',
    cause: 'cured',
    label: 'Deficiency cured',
    refusal: 'The claim has no deficiency to cure.',
  },
  reopen: {
    from: [...decided, 'deficient', 'withdrawn', 'void'],
    to: 'in-review',
    cause: 'reopened',
    label: 'Reopened',
    refusal: 'Only approved, reduced, denied, deficient, withdrawn, or void claims can be reopened.',
  },
  withdraw: {
    from: open,
    to: 'withdrawn',
    cause: 'withdrawn',
    label: 'Withdrawn by the claimant',
    refusal: 'The claim is already withdrawn, void, or final.',
  },
  void: {
    from: open,
    to: 'void',
    cause: 'void',
    label: 'Void',
    refusal: 'The claim is already withdrawn, void, or final.',
  },
} as const satisfies Readonly<Record<string, Change>>;
export type ChangeByHand = keyof typeof changesByHand;

/**
 * Changes a claim's status for a reason, which becomes a note. A decision in force ends, and so
 * does a request to a second person.
 * @param version the version that the person saw
 * @throws ProblemError `changed-meanwhile`; `conflict` when the claim's status does not allow the
 *   change
 */
export async function changeByHand(
  context: Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>,
  staffId: string,
  claim: ReviewedClaim,
  version: number,
  { change, reason: givenReason }: { readonly change: ChangeByHand; readonly reason: string },
): Promise<void> {
  const { from, label, refusal }: Change = changesByHand[change];
  const reason = stripNulAndSurrogates(givenReason).trim();
  if (reason === '') throw fieldProblem('reason', 'Say why.', 'required');
  const { database, now } = context;
  await database.transaction().execute(async (transaction) => {
    const { review, withdraw } = await lockReviewAndApproval(transaction, context, claim);
    await requireVersion(transaction, review, version);
    if (!from.includes(review.status)) throw consoleProblem('conflict', refusal);
    await withdraw({ at: now(), by: staffId, reason: `${label}.` });
    await applyChange(transaction, context, { claim, review, by: staffId, reason }, changesByHand[change]);
  });
}

/** Changes a claim whose review the transaction has locked, in a status that allows the change. */
export async function applyChange(
  transaction: Database,
  { keys, now }: Pick<ConsoleContext, 'keys' | 'now'>,
  asked: { readonly claim: ReviewedClaim; readonly review: Review; readonly by: string; readonly reason: string },
  { to, cause, label }: Pick<Change, 'to' | 'cause' | 'label'>,
): Promise<void> {
  const { claim, review, by, reason } = asked;
  const at = now();
  const note = await transaction
    .insertInto('notes')
    .values({ id: crypto.randomUUID(), text: `${label}: ${reason}`, claim_id: claim.id, at, staff_id: by })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addHistoryEntry(transaction, claim, at, {
    kind: 'note-added',
    details: { noteId: note.id, by },
    rows: hashRow('notes', note, keys),
  });
  await changeStatus(transaction, claim, review, at, {
    to,
    set: { ...withoutDecision, ...withoutLease, reopened: !isClosed(to) },
    event: (moved) => ({ kind: 'status-changed', details: { ...moved, cause, by } }),
  });
}
