import { randomUUID } from 'node:crypto';
import { amountGround, disputeItem, type StatusClaimView, statusFields } from '@redress/contract/status-page';
import { findForm } from '@redress/contract/settlement';
import type { Language } from '@redress/contract/language';
import { dayIn } from '@redress/forms/court-day';
import { sql, type Transaction } from 'kysely';
import { planLetters, queueLetters } from '../../claims/letters/queue-letters.ts';
import { addHistoryEntry } from '../../claims/history/claim-history.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { SiteContext } from '../context.ts';
import { findClaimDocumentsItem } from '../uploads/authorize-upload.ts';
import { addStagedUploads } from '../uploads/staged-uploads.ts';
import { refusalMessage } from '../uploads/upload-results.ts';
import { isTooLong, statementsIn } from './read-answer.ts';
import {
  canDispute,
  type Claim,
  findOpenDeficiency,
  lastDayOf,
  readStatusRecords,
  type StatusRecords,
} from './status-records.ts';
import { stagingKeys } from './unsent-files.ts';

/** The context of a claimant's changes. */
export type ChangeContext = Pick<
  SiteContext,
  'database' | 'keys' | 'now' | 'limits' | 'settlement' | 'publicUrl' | 'store' | 'lockReviewForClaimant'
>;
export type Errors = StatusClaimView['errors'];
export type ChangeOutcome =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'already' }
  /** The claim is no longer where the page showed it. */
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'invalid'; readonly errors: Errors };

/** A claimant sends the fields of a form, which is about a decision. */
export interface Sent {
  readonly decision: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly language: Language;
}

/** Ends a transaction that has already added files. */
class InvalidAnswer extends Error {
  readonly errors: Errors;
  constructor(errors: Errors) {
    super('An answer is not complete');
    this.errors = errors;
  }
}

/** Changes a claim in a transaction, and returns why nothing was changed. */
export async function changeClaim(
  { database }: ChangeContext,
  change: (transaction: Transaction<Tables>) => Promise<ChangeOutcome>,
): Promise<ChangeOutcome> {
  try {
    return await database.transaction().execute(change);
  } catch (error) {
    if (error instanceof InvalidAnswer) return { outcome: 'invalid', errors: error.errors };
    // The claim was purged, or a second person decides about it at this moment.
    if (error instanceof ProblemError && (error.code === 'changed-meanwhile' || error.code === 'conflict'))
      return { outcome: 'changed' };
    throw error;
  }
}

/**
 * Stores the answer to a deficiency with its files, and has the claim reviewed again. If the
 * deficiency expires at the same time, one of both comes first: an answer that comes second is kept
 * as late.
 */
export function answerDeficiency(context: ChangeContext, claim: Claim, sent: Sent): Promise<ChangeOutcome> {
  return changeClaim(context, async (transaction) => {
    const { review, change } = await context.lockReviewForClaimant(transaction, claim);
    const records = await readStatusRecords(transaction, claim.id);
    const open = findOpenDeficiency(records);
    if (open?.decisionId !== sent.decision)
      return { outcome: records.answers.some(({ decision_id: id }) => id === sent.decision) ? 'already' : 'changed' };
    const statements = statementsIn(sent.fields);
    const items = [];
    const errors: Record<string, readonly string[]> = {};
    for (const [index, { reason }] of open.items.entries()) {
      const statement = (statements[reason] ?? '').trim();
      const { documents: taken, refused } = await takeFiles(transaction, context, claim, sent, reason);
      const documents = [...new Set([...(index === 0 ? open.arrived.map(({ id }) => id) : []), ...taken])];
      items.push({ reason, statement: statement === '' ? null : statement, documents });
      if (refused.length > 0) errors[reason] = refused;
      else if (isTooLong(statement)) errors[reason] = ['too-long'];
      else if (statement === '' && documents.length === 0) errors[reason] = ['missing'];
    }
    if (Object.keys(errors).length > 0) throw new InvalidAnswer(errors);
    const at = context.now();
    const lastDay = lastDayOf(records, open.decisionId);
    const answer = await transaction
      .insertInto('deficiency_answers')
      .values({
        id: randomUUID(),
        claim_id: claim.id,
        decision_id: open.decisionId,
        position: open.position,
        at,
        channel: 'online',
        late: lastDay !== null && dayIn(timeZoneOf(context, claim), at) > lastDay,
        items: JSON.stringify(items),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { id: answerId, decision_id: decisionId, channel, late } = answer;
    await addHistoryEntry(transaction, claim, at, {
      kind: 'answer-sent',
      details: { answerId, decisionId, channel, late },
      rows: hashRow('deficiency_answers', answer, context.keys),
    });
    if (review.status === 'deficient') await change('ready', 'answered');
    await confirmByEmail(
      transaction,
      context,
      claim,
      items.flatMap(({ documents }) => documents),
      at,
    );
    return { outcome: 'done' };
  });
}

/** Queues an email that lists the files of an answer. Claims without an address get none. */
async function confirmByEmail(
  transaction: Transaction<Tables>,
  context: ChangeContext,
  claim: Claim,
  documents: readonly string[],
  at: Date,
): Promise<void> {
  const files = await transaction
    .selectFrom('claim_documents')
    .select('name')
    .where('id', '=', sql<string>`any(${documents}::uuid[])`)
    .orderBy('stored_at')
    .execute();
  const names = files.flatMap(({ name }) => name ?? []);
  const letters = await planLetters(transaction, context, [claim.id], at, 'answer-received', names);
  await queueLetters(
    transaction,
    context,
    letters.filter(({ channel }) => channel === 'email'),
    { at },
  );
}

/** Disputes a decision that took effect. */
export function fileDispute(context: ChangeContext, claim: Claim, sent: Sent): Promise<ChangeOutcome> {
  return changeClaim(context, async (transaction) => {
    const { review, change } = await context.lockReviewForClaimant(transaction, claim);
    const records = await readStatusRecords(transaction, claim.id);
    if (records.disputes.some(({ decision_id: id }) => id === sent.decision)) return { outcome: 'already' };
    const decision = records.decisions.find(({ id }) => id === sent.decision);
    // The locked review is final once an allocation with the claim is frozen.
    if (!decision || !canDispute({ ...records, review }, decision.id)) return { outcome: 'changed' };
    const grounds = groundsOf(decision).filter((id) => sent.fields.has(`${statusFields.ground}${id}`));
    const statement = (statementsIn(sent.fields)[disputeItem] ?? '').trim();
    const { documents, refused } = await takeFiles(transaction, context, claim, sent, disputeItem);
    const errors = [
      ...(grounds.length === 0 ? ['missing-ground'] : []),
      ...(statement === '' ? ['missing-dispute'] : []),
      ...(isTooLong(statement) ? ['too-long'] : []),
      ...refused,
    ];
    if (errors.length > 0) throw new InvalidAnswer({ [disputeItem]: errors });
    await storeDispute(transaction, context, claim, lastDayOf(records, decision.id), {
      decisionId: decision.id,
      grounds,
      statement,
      documents,
      channel: 'online',
    });
    await change('disputed', 'disputed');
    return { outcome: 'done' };
  });
}

/** Returns what of a decision can be disputed: its reasons and its amount. */
export const groundsOf = (decision: StatusRecords['decisions'][number]): string[] => [
  ...decision.reasons,
  ...(decision.recognized_amount === null ? [] : [amountGround]),
];

interface NewDispute {
  readonly decisionId: string;
  readonly grounds: readonly string[];
  readonly statement: string;
  readonly documents: readonly string[];
  readonly channel: Tables['disputes']['channel'];
  /** Staff received it on this day of the court. */
  readonly received?: { readonly by: string; readonly receivedOn: string };
}

/**
 * Stores a dispute of the decision in force, with its entry. One that staff received counts as filed
 * at the end of that day. The transaction has locked the claim's review.
 */
export async function storeDispute(
  transaction: Transaction<Tables>,
  context: Pick<ChangeContext, 'keys' | 'now' | 'settlement'>,
  claim: Claim,
  lastDay: string | null,
  { decisionId, grounds, statement, documents, channel, received }: NewDispute,
): Promise<void> {
  const at = context.now();
  const timeZone = timeZoneOf(context, claim);
  const day = received?.receivedOn ?? dayIn(timeZone, at);
  const endOfDay = sql`(${day}::date + 1)::timestamp at time zone ${timeZone} - interval '1 second'`;
  const dispute = await transaction
    .insertInto('disputes')
    .values({
      id: randomUUID(),
      claim_id: claim.id,
      decision_id: decisionId,
      filed_at: received ? sql<Date>`least(${at}::timestamptz, ${endOfDay})` : at,
      channel,
      grounds: [...grounds],
      statement,
      documents: [...documents],
      late: lastDay !== null && day > lastDay,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { id: disputeId, late } = dispute;
  await addHistoryEntry(transaction, claim, at, {
    kind: 'dispute-filed',
    details: { disputeId, decisionId, channel, late, ...received },
    rows: hashRow('disputes', dispute, context.keys),
  });
}

/** Withdraws a claim for its claimant. */
export function withdrawClaim(context: ChangeContext, claim: Claim): Promise<ChangeOutcome> {
  return changeClaim(context, async (transaction) => {
    const { review, change } = await context.lockReviewForClaimant(transaction, claim);
    if (review.status === 'withdrawn') return { outcome: 'already' };
    if (review.status === 'void' || review.status === 'final') return { outcome: 'changed' };
    await change('withdrawn', 'withdrawn');
    return { outcome: 'done' };
  });
}

/** Adds the files that wait for a part of the answer to the claim. */
async function takeFiles(
  transaction: Transaction<Tables>,
  context: ChangeContext,
  claim: Claim,
  { decision, language }: Sent,
  name: string,
): Promise<{ readonly documents: readonly string[]; readonly refused: readonly string[] }> {
  const item = findClaimDocumentsItem(context.settlement.claimForms, claim);
  if (!item) return { documents: [], refused: [] };
  const formKeys = stagingKeys(context.keys, decision, name);
  const { documents, refused } = await addStagedUploads(transaction, context, claim, item, formKeys);
  return {
    documents,
    refused: refused.map((file) => `${file.name}: ${refusalMessage(file.reason, item, language)}`),
  };
}

const timeZoneOf = ({ settlement }: Pick<ChangeContext, 'settlement'>, claim: Claim): string =>
  findForm(settlement, claim.form_id, claim.form_version)?.timeZone ?? settlement.site.timeZone;
