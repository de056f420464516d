import { maxSearchLength } from '@redress/contract/console/search';
import { readReference, restoreClaimNumber } from '@redress/contract/receipt-request';
import { withoutLabel } from '@redress/forms/without-label';
import { nameSpellingsOf } from '../../claims/filing/name-words.ts';
import { phoneDigits, type TermKind } from './search-terms.ts';

/** Maximum words that are compared: no name, company or address has more. */
const maxParts = 12;

/** One word of a search, with all its possible meanings. */
export interface SearchPart {
  readonly terms: readonly { readonly kind: TermKind; readonly text: string }[];
}

/** The possible meanings of a search. A claim must match all `parts`, or one of the others. */
export interface ParsedSearch {
  readonly parts: readonly SearchPart[];
  /** Ten digits; those in reference numbers are included. */
  readonly claimNumbers: readonly string[];
  /** Nine digits. */
  readonly noticeIds: readonly string[];
  /** Nine digits. */
  readonly taxIds: readonly string[];
}

/**
 * Recognizes the text typed into the search box: names in any order, phone numbers in any notation,
 * email addresses, claim and reference numbers, Notice IDs, tax IDs, ZIP codes.
 * @param referencePrefixes the prefixes of claim numbers in reference numbers
 */
export function parseSearch(typed: string, referencePrefixes: readonly string[]): ParsedSearch {
  const line = typed
    .toWellFormed()
    // NFKC would turn an acute accent into a space with a mark.
    .replaceAll('\u00B4', "'")
    .normalize('NFKC')
    // Removes control and invisible characters, for example marks of the writing direction.
    .replace(/[\p{Cc}\p{Cf}\uFFFD]/gu, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
  const text = withoutSearchLabel(line, referencePrefixes).slice(0, maxSearchLength);
  const claimNumbers = new Set<string>();
  const nineDigits = new Set<string>();
  const parts: SearchPart[] = [];
  const add = (...terms: SearchPart['terms']) => {
    if (parts.length < maxParts) parts.push({ terms });
  };
  const addNumber = (digits: string) => {
    const claimNumber = restoreClaimNumber(digits);
    if (claimNumber !== undefined) claimNumbers.add(claimNumber);
    if (digits.length === 9) nineDigits.add(digits);
  };
  const addDigits = (digits: string) => {
    addNumber(digits);
    const phone = phoneDigits(digits);
    const name = { kind: 'name', text: digits } as const;
    if (phone.length === 10) add({ kind: 'phone', text: phone }, name);
    else if (digits.length === 5) add({ kind: 'zip', text: digits }, name);
    else if (digits.length === 4) add({ kind: 'taxId', text: digits }, name);
    else add(name);
  };
  const words: string[] = [];
  /** Adds the words since the last number together, because they may be one name. */
  const addNames = () => {
    for (const spellings of nameSpellingsOf(words.splice(0).join(' '))) {
      // An initial would match too much.
      if ((spellings[0] ?? '').length > 1) add(...spellings.map((name) => ({ kind: 'name', text: name }) as const));
    }
  };

  const prefixes = referencePrefixes.map((prefix) => prefix.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|');
  const patterns = new RegExp(
    [
      String.raw`(?<email>${character}+@${character}*[^\s@${wrappers}.])`,
      ...(prefixes === '' ? [] : [String.raw`(?:${prefixes})[\s-]*(?<reference>\d(?:[\s-]*\d){6,9})(?!\d)`]),
      String.raw`(?<phone>(?<![\d-])(?:\+?1[\s./-]*)?(?:\(\d{3}\)[\s./-]*|\d{3}[\s./-]+)\d{3}[\s./-]*\d{4}(?![\d-]))`,
      String.raw`(?<zip>(?<![\d-])\d{5}-\d{4}(?![\d-]))`,
      String.raw`(?<taxId>(?<![\d-])(?:\d{3}-\d{2}-\d{4}|\d{2}-\d{7})(?![\d-]))`,
      String.raw`(?<word>[^\s${wrappers}]+)`,
    ].join('|'),
    'giu',
  );
  for (const { groups = {} } of text.matchAll(patterns)) {
    const { email, reference, phone, zip, taxId, word } = groups;
    const digits = word === undefined ? undefined : /^[+#]?(\d+)\.?$/.exec(word)?.[1];
    if (word !== undefined && digits === undefined) {
      words.push(word);
      continue;
    }
    addNames();
    if (email !== undefined) add({ kind: 'email', text: email.toLowerCase().replace(/^'+|'+$/g, '') });
    else if (reference !== undefined) addDigits(restoreClaimNumber(reference.replace(/\D/g, '')) ?? '');
    else if (phone !== undefined) {
      add({ kind: 'phone', text: phoneDigits(phone) });
      if (/^\d/.test(phone)) claimNumbers.add(phone.replace(/\D/g, '').slice(-10));
    } else if (zip !== undefined) add({ kind: 'zip', text: zip.slice(0, 5) });
    else if (taxId !== undefined) addDigits(taxId.replaceAll('-', ''));
    else if (digits !== undefined) addDigits(digits);
  }
  addNames();
  // Matches digits in groups, for example `8001 583 106`.
  if (/^[\d\s.()/-]+$/.test(text.trim())) addNumber(text.replace(/\D/g, ''));
  return { parts, claimNumbers: [...claimNumbers], noticeIds: [...nineDigits], taxIds: [...nineDigits] };
}

/** Removes the label of a number or an email address, but not from `Acme #1 Pharmacy`. */
export function withoutSearchLabel(line: string, referencePrefixes: readonly string[] = []): string {
  const unlabeled = withoutLabel(line).trim();
  const isNumber =
    /^[\d\s.()/+-]{4,}$/.test(unlabeled) ||
    /^[^\s@]+@\S+$/.test(unlabeled) ||
    readReference(unlabeled, referencePrefixes) !== undefined;
  return isNumber ? unlabeled : line.trim();
}

/**
 * Characters that enclose or separate words, as in `<jane@example.com>`. Used in a character class.
 */
const wrappers = String.raw`,;:<>()"“”„«»\[\]{}|`;
/** A character of an email address. */
const character = String.raw`[^\s@${wrappers}]`;

type WithParts = Pick<ParsedSearch, 'parts'>;

/** Class members are found only by name and ZIP code, so another part leaves none. */
export function memberPartsOf({ parts }: WithParts): readonly SearchPart[] {
  const ofMembers = parts.map(({ terms }) => ({
    terms: terms.filter(({ kind }) => kind === 'name' || kind === 'zip'),
  }));
  return ofMembers.every(({ terms }) => terms.length > 0) ? ofMembers : [];
}

/** The words of names, which may be spelled differently. */
export function nameWordsIn({ parts }: WithParts): string[] {
  const words = parts.flatMap(({ terms }) => terms.flatMap(({ kind, text }) => (kind === 'name' ? [text] : [])));
  return [...new Set(words)].filter((word) => /\p{L}/u.test(word));
}

/** Whether a search has anything to look for. */
export const isSearchable = ({ parts, claimNumbers, noticeIds }: ParsedSearch): boolean =>
  parts.length + claimNumbers.length + noticeIds.length > 0;
