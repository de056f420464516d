import type { Correction } from '@redress/contract/console/corrections';
import type { ClaimForm } from '@redress/forms/definition';
import { formatAnswer } from '@redress/forms/format-answer';
import type { ConsoleContext } from '../context.ts';
import { correctableFieldsOf } from './correctable-fields.ts';
import { contactFieldsOf } from './describe-answers.ts';

/** Every correction of a claim in order, and its current state. */
export async function readClaimCorrections(
  { database }: Pick<ConsoleContext, 'database'>,
  claimId: string,
  form: ClaimForm | undefined,
): Promise<Correction[]> {
  const rows = await database
    .selectFrom('claim_corrections')
    .innerJoin('staff', 'staff.id', 'staff_id')
    .select(['claim_corrections.id', 'at', 'field', 'value', 'source', 'document_id', 'note', 'withdraws'])
    .select('staff.name as author')
    .where('claim_id', '=', claimId)
    .orderBy('position')
    .execute();
  const withdrawals = new Map(rows.flatMap((row) => (row.withdraws === null ? [] : [[row.withdraws, row] as const])));
  const corrections = rows.filter(({ withdraws }) => withdraws === null);
  const newest = new Map(corrections.map(({ field, id }) => [field, id]));
  const fields = form && correctableFieldsOf(form);
  return corrections.flatMap(({ id, at, field: name, value, source, document_id: documentId, note, author }) => {
    if (source === null) return [];
    const field = fields?.get(name);
    const withdrawal = withdrawals.get(id);
    return {
      id,
      field: name,
      label: field?.label ?? name,
      value: field ? formatAnswer(field, value ?? undefined) : (value ?? ''),
      at: at.toISOString(),
      author,
      source,
      documentId,
      note,
      state: withdrawal ? 'withdrawn' : newest.get(name) === id ? 'current' : 'replaced',
      withdrawal: withdrawal
        ? { at: withdrawal.at.toISOString(), author: withdrawal.author, reason: withdrawal.note }
        : null,
    };
  });
}

/** The corrections as shown to people who may see contact data only. */
export function contactCorrectionsOf(corrections: readonly Correction[], form: ClaimForm | undefined): Correction[] {
  const contact = form && contactFieldsOf(form);
  return corrections
    .filter(({ field }) => contact?.has(field) === true)
    .map(({ withdrawal, ...correction }) => ({
      ...correction,
      note: null,
      documentId: null,
      withdrawal: withdrawal && { ...withdrawal, reason: null },
    }));
}
