import type { Selectable } from 'kysely';
import type { AnyAnswers } from '@redress/forms/answers';
import { type ClaimForm, type Context, type Field, type FieldKind, isField } from '@redress/forms/definition';
import type { ClaimsTable } from '../database/tables.ts';

/** Columns of `claims` with copies of answers, for staff to search by. A purge clears them. */
export const searchColumns = ['notice_id', 'name', 'email', 'zip', 'state', 'amount', 'quantity'] as const;

export type SearchColumns = Pick<Selectable<ClaimsTable>, (typeof searchColumns)[number]>;

/**
 * Picks the values that staff search for: the first answer by field kind, `autocomplete` or name.
 * Numbers stay decimal strings, because a float would round them.
 */
export function searchColumnsOf(form: ClaimForm, answers: AnyAnswers, context: Context): SearchColumns {
  const fields = form.sections.flatMap((section) => section.items.filter(isField));
  const first = (matches: (field: Field) => boolean): string | null => {
    const values = fields.filter(matches).map(({ name }) => answers[name]);
    return values.find((value) => typeof value === 'string') ?? null;
  };
  const ofKind = (kind: FieldKind) => first((field) => field.kind === kind);
  const withAutocomplete = (token: string) => first((field) => 'autocomplete' in field && field.autocomplete === token);
  return {
    // A form without a login asks for the Notice ID.
    notice_id: context.noticeId ?? first((field) => field.name === 'noticeId'),
    name: withAutocomplete('organization') ?? withAutocomplete('name') ?? ofKind('text'),
    email: ofKind('email'),
    zip: ofKind('zip'),
    state: first((field) => field.name === 'state'),
    amount: ofKind('money'),
    quantity: ofKind('count'),
  };
}
