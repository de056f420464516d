import type { CorrectAnswer } from '@redress/contract/console/corrections';
import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import { type Kysely, sql } from 'kysely';
import { addHistoryEntry, lockClaim } from '../../claims/history/claim-history.ts';
import { applyCorrections, readCorrections } from '../../claims/corrections/corrections.ts';
import { addressFields } from '../../claims/letters/claim-addresses.ts';
import { followNewAddresses } from '../../claims/letters/mail-again.ts';
import type { ConsoleContext } from '../context.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem, invalidField, notFound, ProblemError } from '../../platform/http/problem.ts';
import { correctableFieldsOf, evaluateCorrected } from './correctable-fields.ts';
import { formOf } from './describe-answers.ts';
import type { FoundClaim } from './find-claim.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

type CorrectContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement' | 'publicUrl'>;

/** The corrector, and the position of the newest history entry that they have seen. */
interface Corrector {
  readonly staffId: string;
  readonly seen: number;
}

/**
 * Stores a correction beside the answers. A repeated request changes nothing.
 * @throws ProblemError `invalid-answers` with the form's messages, `changed-meanwhile` if the claim
 *   was corrected since
 */
export function correctAnswer(
  context: CorrectContext,
  claim: FoundClaim,
  asked: CorrectAnswer,
  corrector: Corrector,
): Promise<void> {
  const note = stripNulAndSurrogates(asked.note).trim();
  const { id, field, source, documentId } = asked;
  return context.database.transaction().execute(async (transaction) => {
    if (await isStored(transaction, claim, { id, note, staffId: corrector.staffId })) return;
    await requireUnchanged(transaction, claim, corrector);
    const corrections = await readCorrections(transaction, claim.id);
    const form = formOf(context.settlement, claim);
    const value = readValue(form, claim, applyCorrections(claim.answers, corrections), asked);
    await requireEvidence(transaction, claim, { documentId, note });
    const row = { id, field, value, source, document_id: documentId, note, withdraws: null };
    await store(transaction, context, claim, corrector, row);
  });
}

/**
 * Withdraws a correction that is in force, so that the filed answer counts again.
 * @throws ProblemError like `correctAnswer`, and `conflict` if the correction is not in force
 */
export function withdrawCorrection(
  context: CorrectContext,
  claim: Pick<FoundClaim, 'id' | 'number'>,
  asked: { readonly id: string; readonly correctionId: string; readonly reason: string },
  corrector: Corrector,
): Promise<void> {
  const note = stripNulAndSurrogates(asked.reason).trim();
  if (note === '') throw invalidField('reason', 'required', 'Say why you are withdrawing it.');
  return context.database.transaction().execute(async (transaction) => {
    if (await isStored(transaction, claim, { id: asked.id, note, staffId: corrector.staffId })) return;
    const correction = await transaction
      .selectFrom('claim_corrections')
      .select(['field', 'position'])
      .where('id', '=', asked.correctionId)
      .where('claim_id', '=', claim.id)
      .where('withdraws', 'is', null)
      .executeTakeFirstOrThrow(notFound);
    await requireUnchanged(transaction, claim, corrector);
    const { field } = correction;
    const later = await transaction
      .selectFrom('claim_corrections')
      .select('id')
      .where('claim_id', '=', claim.id)
      .where('field', '=', field)
      .where('position', '>', correction.position)
      .limit(1)
      .executeTakeFirst();
    if (later) throw consoleProblem('conflict', 'This correction was already replaced or withdrawn.');
    const withdrawal = { value: null, source: null, document_id: null, withdraws: asked.correctionId };
    await store(transaction, context, claim, corrector, { id: asked.id, field, note, ...withdrawal });
  });
}

type NewRow = Pick<
  Tables['claim_corrections'],
  'id' | 'field' | 'value' | 'source' | 'document_id' | 'note' | 'withdraws'
>;

/** Stores a row. Letters that wait in a queue, or came back, follow a corrected address. */
async function store(
  transaction: Kysely<Tables>,
  context: CorrectContext,
  claim: Pick<FoundClaim, 'id' | 'number'>,
  { staffId: by }: Corrector,
  row: NewRow,
): Promise<void> {
  const at = context.now();
  const stored = await transaction
    .insertInto('claim_corrections')
    .values(({ selectFrom }) => ({
      ...row,
      claim_id: claim.id,
      position: selectFrom('claim_corrections')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('position'))
        .where('claim_id', '=', claim.id),
      at,
      staff_id: by,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
  await addHistoryEntry(transaction, claim, at, {
    kind: 'claim-corrected',
    details: {
      correctionId: row.id,
      position: stored.position,
      by,
      field: row.field,
      ...(row.source !== null && { source: row.source }),
      ...(row.document_id !== null && { documentId: row.document_id }),
      ...(row.withdraws !== null && { withdraws: row.withdraws }),
    },
    rows: hashRow('claim_corrections', stored, context.keys),
  });
  if (addressFields.some((field) => field === row.field))
    // A letter that came back waits for the whole address, which may take several corrections.
    await followNewAddresses(transaction, context, [claim.id], { at, by, onlyQueued: true });
}

/**
 * Locks the claim, and finds whether an earlier request stored the row.
 * @throws ProblemError `conflict` when another row has the ID, `changed-meanwhile` after a purge
 */
async function isStored(
  transaction: Kysely<Tables>,
  claim: Pick<FoundClaim, 'id'>,
  { id, note, staffId }: { readonly id: string; readonly note: string; readonly staffId: string },
): Promise<boolean> {
  const status = await lockClaim(transaction, claim);
  const found = await transaction
    .selectFrom('claim_corrections')
    .select(['claim_id', 'note', 'staff_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (found && found.claim_id === claim.id && found.note === note && found.staff_id === staffId) return true;
  if (found) throw new ProblemError('conflict');
  if (status !== 'purged') return false;
  const detail = 'The personal data of this claim has been deleted, so nothing can be corrected.';
  throw consoleProblem('changed-meanwhile', detail);
}

/** Only a newer correction requires another look; a new note or scan does not. */
async function requireUnchanged(
  transaction: Kysely<Tables>,
  claim: Pick<FoundClaim, 'id'>,
  { seen }: Corrector,
): Promise<void> {
  const newer = await transaction
    .selectFrom('claim_history')
    .select('position')
    .where('claim_id', '=', claim.id)
    .where('position', '>', seen)
    .where('kind', '=', 'claim-corrected')
    .limit(1)
    .executeTakeFirst();
  if (newer)
    throw consoleProblem(
      'changed-meanwhile',
      'This claim was corrected after you opened it. Check that correction. If yours is still right, send it again.',
    );
}

/** Returns the value as the form accepts it. */
function readValue(
  form: ClaimForm | undefined,
  claim: FoundClaim,
  answers: AnyAnswers,
  { field: name, value }: Pick<CorrectAnswer, 'field' | 'value'>,
): string {
  const field = form && correctableFieldsOf(form).get(name);
  if (!field) throw invalidField('field', 'required', 'This answer can’t be corrected.');
  const evaluation = evaluateCorrected(form, claim, { ...answers, [name]: value });
  const isShown = evaluation.sections.some(({ items }) => items.some((item) => 'name' in item && item.name === name));
  if (!isShown)
    throw invalidField('field', 'required', 'With the claim’s other answers, the form doesn’t ask for this.');
  const [error] = evaluation.errors.filter((each) => each.field === name);
  if (error) throw invalidField('value', 'required', error.message);
  const answer = evaluation.answers[name];
  const read = typeof answer === 'string' ? answer : '';
  if (read === (answers[name] ?? '')) throw invalidField('value', 'required', 'The answer is already the same.');
  return read;
}

async function requireEvidence(
  transaction: Kysely<Tables>,
  claim: Pick<FoundClaim, 'id'>,
  { documentId, note }: { readonly documentId: string | null; readonly note: string },
): Promise<void> {
  if (documentId === null) {
    if (note === '')
      throw invalidField('note', 'required', 'Choose a document that shows it, or describe the evidence.');
    return;
  }
  const document = await transaction
    .selectFrom('claim_documents')
    .select('id')
    .where('id', '=', documentId)
    .where('claim_id', '=', claim.id)
    .where('status', '=', 'stored')
    .executeTakeFirst();
  if (!document) throw invalidField('documentId', 'required', 'This document doesn’t belong to the claim.');
}
