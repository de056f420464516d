import { type ClaimForm, type Field, isField, type RowsField } from '@redress/forms/definition';
import { memoizeByForm } from '@redress/forms/memoize-by-form';

/** The fields of a form by what integrity signals need of them. */
export interface ClaimFields {
  readonly name: readonly string[];
  /** The name is of an organization, if one is answered. */
  readonly organization: readonly string[];
  /** Somebody who files for the claimant. */
  readonly helper: readonly string[];
  /** Lines of the street address, in order. */
  readonly street: readonly string[];
  readonly city: readonly string[];
  readonly state: readonly string[];
  readonly zip: readonly string[];
  readonly phone: readonly string[];
  readonly email: readonly string[];
  readonly count: readonly string[];
  readonly notice: readonly string[];
  /** Choices among ranges of dollars, with the highest one. */
  readonly ranges: readonly { readonly name: string; readonly highest: string }[];
  readonly rows: readonly RowsField[];
}

/**
 * Finds the fields by their kind and `autocomplete`, and by the names that all forms use
 * (`noticeId`, `state`, `name2` for a representative, `agentSignature`).
 */
export const claimFieldsOf = memoizeByForm((form: ClaimForm): ClaimFields => {
  const fields = form.sections.flatMap((section) => section.items.filter(isField));
  const namesOf = (matches: (field: Field) => boolean) => fields.filter(matches).map(({ name }) => name);
  const completedBy = (...tokens: readonly string[]) =>
    namesOf((field) => 'autocomplete' in field && tokens.includes(field.autocomplete ?? ''));
  const named = (...names: readonly string[]) => namesOf(({ name }) => names.includes(name));
  const organization = completedBy('organization');
  return {
    name: completedBy('name'),
    organization,
    helper: named('name2', 'agentSignature'),
    street: completedBy('address-line1', 'address-line2', 'street-address'),
    city: completedBy('address-level2'),
    state: [...new Set([...completedBy('address-level1'), ...named('state')])],
    zip: namesOf(({ kind }) => kind === 'zip'),
    phone: namesOf(({ kind }) => kind === 'phone'),
    email: namesOf(({ kind }) => kind === 'email'),
    count: namesOf(({ kind }) => kind === 'count'),
    notice: named('noticeId'),
    ranges: fields.flatMap((field) => {
      if (field.kind !== 'choice' && field.kind !== 'select') return [];
      const amounts = field.options.filter((option) => option.includes('$'));
      const highest = amounts.at(-1);
      return amounts.length >= 3 && highest !== undefined ? [{ name: field.name, highest }] : [];
    }),
    rows: fields.filter((field) => field.kind === 'rows'),
  };
});
