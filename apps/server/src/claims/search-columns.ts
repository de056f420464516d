import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm, Context, Field, FieldKind } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';

/** What staff find claims by. `notice_id` is that of the login, or on a form without one what the claimant says. `amount` and `quantity` stay decimal strings: neither fits a float. */
export interface SearchColumns {
  readonly notice_id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly zip: string | null;
  readonly state: string | null;
  readonly amount: string | null;
  readonly quantity: string | null;
}

/**
 * Copies them out of the answers: by the kind of a field, by what a browser fills in there, or by what it is called. The first answered
 * one counts. A company goes by its own name, not by that of the person who writes for it.
 */
export function searchColumnsOf(form: ClaimForm, answers: AnyAnswers, context: Context): SearchColumns {
  const fields = form.sections.flatMap((section) => section.items.filter(isField));
  const first = (matches: (field: Field) => boolean) => {
    for (const field of fields) {
      const answer = answers[field.name];
      if (matches(field) && typeof answer === 'string') return answer;
    }
    return null;
  };
  const ofKind = (kind: FieldKind) => first((field) => field.kind === kind);
  const filledInAs = (token: string) => first((field) => 'autocomplete' in field && field.autocomplete === token);
  return {
    notice_id: context.noticeId ?? first((field) => field.name === 'noticeId'),
    name: filledInAs('organization') ?? filledInAs('name') ?? ofKind('text'),
    email: ofKind('email'),
    zip: ofKind('zip'),
    state: first((field) => field.name === 'state'),
    amount: ofKind('money'),
    quantity: ofKind('count'),
  };
}
