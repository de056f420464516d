import type { AnyAnswers } from '@redress/forms/answers';
import { type ClaimForm, isField, isTyped, type TypedField } from '@redress/forms/definition';
import { memoizeByForm } from '@redress/forms/memoize-by-form';
import { joinTaxIds, type TaxId } from '@redress/forms/tax-ids';
import { nameSpellingsOf, nameWordsOf } from '../../claims/filing/name-words.ts';
import type { AddedContacts } from '../../claims/letters/claim-addresses.ts';

/**
 * The prefixes of search terms by kind. `address`: number, street and ZIP code of one address, to
 * find other claims from there. `taxId`: the last four digits. `notice`: a corrected Notice ID; the
 * filed one has a column.
 */
const prefixes = { name: 'n', phone: 'p', email: 'e', zip: 'z', taxId: 't', address: 'd', notice: 'i' } as const;
export type TermKind = keyof typeof prefixes;

/** Longer terms and names are cut: PostgreSQL takes 2 kB, and one character can stand for 18. */
const maxLength = 200;

/** PostgreSQL refuses JSON with half of a surrogate pair, and with it the rows of all other claims. */
export const cutText = (text: string): string => text.slice(0, maxLength).toWellFormed();

/** A payor's claim names 2,000 companies. PostgreSQL takes 1 MB, with the corrected answers. */
const maxBytes = 500_000;

export const termOf = (kind: TermKind, text: string): string => cutText(`${prefixes[kind]}:${text}`);

/** Quotes a term for a `tsquery`. */
export const quoteTerm = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The answers by which a claim is found. */
export interface SearchableAnswers {
  readonly form: ClaimForm;
  /** The answers without tax IDs. */
  readonly answers: AnyAnswers;
  readonly taxIds: readonly TaxId[];
}

/**
 * The search terms of a claim's answers. The kind of a field and its `autocomplete` say whether its
 * answer is a name, a phone number or an address, so every settlement's forms work.
 */
export function answerTermsOf({ form, answers, taxIds }: SearchableAnswers): string[] {
  const terms = new Set<string>();
  let bytes = 0;
  const add = (kind: TermKind, texts: readonly string[]) => {
    for (const term of texts.flatMap((text) => (text === '' ? [] : termOf(kind, text)))) {
      if (terms.has(term)) continue;
      bytes += Buffer.byteLength(term);
      if (bytes <= maxBytes) terms.add(term);
    }
  };
  const all = joinTaxIds(answers, taxIds);
  for (const [field, value] of readCells(form, all)) {
    if (field.kind === 'taxId') add('taxId', [value.slice(-4)]);
    else if (field.kind === 'phone') add('phone', [phoneDigits(value)]);
    else if (field.kind === 'email') add('email', [value.toLowerCase()]);
    else if (field.kind === 'zip') add('zip', [value.slice(0, 5)]);
    else if (holdsNames(field)) add('name', namesIn(field, value));
    if ('mayHoldTaxIds' in field)
      add(
        'taxId',
        (value.match(nineDigits) ?? []).map((digits) => digits.slice(-4)),
      );
  }
  add('address', addressesOf(form, answers));
  return [...terms];
}

/** The search terms of addresses and email addresses that came after the filing. */
export function contactTermsOf({ addresses, emails }: AddedContacts): string[] {
  const ofAddresses = addresses.flatMap((lines) => {
    const [name = '', street = ''] = lines;
    const zip = /\b(\d{5})(?:-\d{4})?$/.exec(lines.at(-1) ?? '')?.[1];
    const names = nameSpellingsOf(name).flat();
    return [
      ...names.map((word) => termOf('name', word)),
      ...(zip === undefined ? [] : [termOf('zip', zip), termOf('address', placeOf(street, zip))]),
    ];
  });
  return [...ofAddresses, ...emails.map((email) => termOf('email', email.toLowerCase()))];
}

const nineDigits = /\d{9}|\d{2}-\d{7}|\d{3}-\d{2}-\d{4}/g;

/** Digits of a tax ID are never included. */
function namesIn(field: TypedField, value: string): readonly string[] {
  return nameSpellingsOf('mayHoldTaxIds' in field ? value.replace(/[\d-]{4,}/g, ' ') : value).flat();
}

/** `+1 (617) 555-0100` becomes `6175550100`. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** The typed answers with their fields, including the cells of all rows. */
function readCells(form: ClaimForm, answers: AnyAnswers): (readonly [TypedField, string])[] {
  return typedFieldsOf(form).flatMap(({ field, rows }) => {
    if (rows === undefined) {
      const answer = answers[field.name];
      return typeof answer === 'string' ? [[field, answer] as const] : [];
    }
    const answer = answers[rows];
    if (typeof answer !== 'object') return [];
    return answer.map((row) => [field, row[field.name] ?? ''] as const);
  });
}

interface TypedCell {
  readonly field: TypedField;
  /** The name of the rows to which the field belongs as a cell. */
  readonly rows?: string;
}
const typedFieldsOf = memoizeByForm((form: ClaimForm): readonly TypedCell[] =>
  form.sections
    .flatMap(({ items }) => items.filter(isField))
    .flatMap((field): TypedCell[] => {
      // Rows with a total list losses, not names.
      if (field.kind === 'rows' && field.total) return [];
      if (field.kind === 'rows') return field.of.map((cell) => ({ field: cell, rows: field.name }));
      return isTyped(field) ? [{ field }] : [];
    }),
);
/** Whether a field has names of persons, of companies or of their representatives. */
function holdsNames({ kind, autocomplete = '' }: TypedField): boolean {
  const isOther = /^(address-|street-address|country|organization-title)/.test(autocomplete);
  return (kind === 'text' && !isOther) || kind === 'signature';
}

/** For example `12 main street 85001`. */
const placeOf = (street: string, zip: string): string => [...nameWordsOf(street), zip].join(' ');

/** Each street with the form's ZIP code. */
function addressesOf(form: ClaimForm, answers: AnyAnswers): string[] {
  const cells = readCells(form, answers);
  const zip = cells.find(([{ kind }]) => kind === 'zip')?.[1].slice(0, 5);
  if (zip === undefined) return [];
  return cells
    .filter(([{ autocomplete = '' }]) => ['address-line1', 'street-address'].includes(autocomplete))
    .map(([, street]) => placeOf(street, zip));
}
