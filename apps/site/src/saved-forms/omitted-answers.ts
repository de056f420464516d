import { type ClaimForm, type Field, isField } from '@redress/forms/definition';
import { holdsTaxIds } from '@redress/forms/tax-ids';
import { findItem, listItems } from '../fields/form-controls.ts';
import type { SavedFormMessages } from '../messages/saved-form-messages.ts';

/** The parts of a form that are never saved, by their names. */
export function listOmittedAnswers(form: ClaimForm, { parts }: SavedFormMessages): string[] {
  const fields: readonly Field[] = listItems(form)
    .filter(isField)
    .flatMap((field) => (field.kind === 'rows' ? field.of : field));
  return [
    ...(fields.some(({ kind }) => kind === 'taxId') ? [parts.taxIds] : []),
    // Text fields that may hold tax IDs, such as other names of a company.
    ...fields.flatMap((field) => (field.kind !== 'taxId' && holdsTaxIds(field) ? parts.answer(field.label) : [])),
    ...(fields.some(({ kind }) => kind === 'code') ? [parts.codes] : []),
    ...(fields.some(({ kind }) => kind === 'signature') ? [parts.signature] : []),
    ...(findItem(form, 'documents') ? [parts.files] : []),
  ];
}

/** `a, b or c`. */
export function joinWords(words: readonly string[], last: string): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.slice(-1).join('')}`;
}
