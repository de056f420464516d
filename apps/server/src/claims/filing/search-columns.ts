import type { Selectable } from 'kysely';
import type { AnyAnswers } from '@redress/forms/answers';
import { type ClaimForm, type Context, type Field, type FieldKind, isField } from '@redress/forms/definition';
import { memoizeByForm } from '@redress/forms/memoize-by-form';
import { totalOf } from '@redress/forms/numbers-and-days';
import type { ClaimsTable } from './tables.ts';

/** Columns of `claims` with copies of answers, for staff to search by. A purge clears them. */
export const searchColumns = ['notice_id', 'name', 'email', 'zip', 'state', 'amount', 'quantity'] as const;

export type SearchColumns = Pick<Selectable<ClaimsTable>, (typeof searchColumns)[number]>;

/**
 * Picks the values that staff search for: the first answer by field kind, `autocomplete` or name.
 * Numbers stay decimal strings, because a float would round them.
 */
export function searchColumnsOf(form: ClaimForm, answers: AnyAnswers, context: Context): SearchColumns {
  const first = (names: readonly string[]): string | null => {
    for (const name of names) {
      const answer = answers[name];
      if (typeof answer === 'string') return answer;
    }
    return null;
  };
  const { notice, name, email, zip, state, count } = searchFieldsOf(form);
  return {
    // A form without a login asks for the Notice ID.
    notice_id: context.noticeId ?? first(notice),
    name: first(name),
    email: first(email),
    zip: first(zip),
    state: first(state),
    amount: claimedAmountOf(form, answers),
    quantity: first(count),
  };
}

/** The first answered amount or, in a form without one, the first total of answered rows. */
export function claimedAmountOf(form: ClaimForm, answers: AnyAnswers): string | null {
  const { money, totals } = searchFieldsOf(form);
  for (const name of money) {
    const answer = answers[name];
    if (typeof answer === 'string') return answer;
  }
  for (const field of totals) {
    const rows = answers[field.name];
    if (typeof rows === 'object') return totalOf(field, rows);
  }
  return null;
}

const searchFieldsOf = memoizeByForm((form: ClaimForm) => {
  const fields = form.sections.flatMap((section) => section.items.filter(isField));
  const namesOf = (matches: (field: Field) => boolean) => fields.filter(matches).map(({ name }) => name);
  const ofKind = (kind: FieldKind) => namesOf((field) => field.kind === kind);
  const withAutocomplete = (token: string) =>
    namesOf((field) => 'autocomplete' in field && field.autocomplete === token);
  return {
    notice: namesOf(({ name }) => name === 'noticeId'),
    name: [...withAutocomplete('organization'), ...withAutocomplete('name'), ...ofKind('text')],
    email: ofKind('email'),
    zip: ofKind('zip'),
    state: namesOf(({ name }) => name === 'state'),
    money: ofKind('money'),
    totals: fields.filter((field) => field.kind === 'rows').filter(({ total }) => total),
    count: ofKind('count'),
  };
});
