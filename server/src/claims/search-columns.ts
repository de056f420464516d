import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm, Field, FieldKind } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';

/** What staff find claims by. `amount` and `quantity` stay decimal strings: neither fits a float. */
export interface SearchColumns {
  readonly name: string | null;
  readonly email: string | null;
  readonly zip: string | null;
  readonly state: string | null;
  readonly amount: string | null;
  readonly quantity: string | null;
}

/** Copies them out of the answers: by the kind of a field, and the name and state by what they are called. The first answered one counts. */
export function searchColumnsOf(form: ClaimForm, answers: AnyAnswers): SearchColumns {
  const fields = form.sections.flatMap((section) => section.items.filter(isField));
  const first = (matches: (field: Field) => boolean) => {
    for (const field of fields) {
      const answer = answers[field.name];
      if (matches(field) && typeof answer === 'string') return answer;
    }
    return null;
  };
  const ofKind = (kind: FieldKind) => first((field) => field.kind === kind);
  return {
    name: ofKind('text'),
    email: ofKind('email'),
    zip: ofKind('zip'),
    state: first((field) => field.name === 'state'),
    amount: ofKind('money'),
    quantity: ofKind('count'),
  };
}
