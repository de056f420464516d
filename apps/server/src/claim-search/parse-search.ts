import { maxSearchLength } from '@redress/contract/console/search';
import { nameWordsOf } from '../claims/name-words.ts';
import { phoneDigits, type TermKind } from './search-terms.ts';

/** More words than a name, a company or an address has are not compared. */
const maxParts = 12;

/** One word of a search, with everything that it can be. */
export interface SearchPart {
  readonly terms: readonly { readonly kind: TermKind; readonly text: string }[];
}

/** What the words of a search can be. A claim must match all `parts`, or one of the others. */
export interface ParsedSearch {
  readonly parts: readonly SearchPart[];
  /** Ten digits, also out of reference numbers. */
  readonly claimNumbers: readonly string[];
  /** Nine digits. */
  readonly noticeIds: readonly string[];
  /** Nine digits. */
  readonly taxIds: readonly string[];
}

/**
 * Recognizes what somebody typed into the search box: names in any order, phone numbers in any
 * notation, email addresses, claim and reference numbers, Notice IDs, tax IDs, ZIP codes.
 * @param referencePrefixes what precedes the claim number in reference numbers
 */
export function parseSearch(typed: string, referencePrefixes: readonly string[]): ParsedSearch {
  const text = typed
    .toWellFormed()
    .normalize('NFKC')
    // Control and invisible characters, such as marks of the writing direction.
    .replace(/[\p{Cc}\p{Cf}\uFFFD]/gu, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .slice(0, maxSearchLength);
  const claimNumbers = new Set<string>();
  const nineDigits = new Set<string>();
  const parts: SearchPart[] = [];
  const add = (...terms: SearchPart['terms']) => {
    if (parts.length < maxParts) parts.push({ terms });
  };
  const addDigits = (digits: string) => {
    if (digits.length === 10) claimNumbers.add(digits);
    if (digits.length === 9) nineDigits.add(digits);
    const phone = phoneDigits(digits);
    const name = { kind: 'name', text: digits } as const;
    if (phone.length === 10) add({ kind: 'phone', text: phone }, name);
    else if (digits.length === 5) add({ kind: 'zip', text: digits }, name);
    else if (digits.length === 4) add({ kind: 'taxId', text: digits }, name);
    else add(name);
  };

  const prefixes = referencePrefixes.map((prefix) => prefix.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|');
  const patterns = new RegExp(
    [
      String.raw`(?<email>[^\s@,;<>()]+@[^\s@,;<>()]+)`,
      ...(prefixes === '' ? [] : [String.raw`(?<reference>(?:${prefixes})[\s-]*(?:\d[\s-]*){10}(?!\d))`]),
      String.raw`(?<phone>(?<![\d-])(?:\+?1[\s.-]*)?(?:\(\d{3}\)[\s.-]*|\d{3}[\s.-]+)\d{3}[\s.-]*\d{4}(?![\d-]))`,
      String.raw`(?<zip>(?<![\d-])\d{5}-\d{4}(?![\d-]))`,
      String.raw`(?<taxId>(?<![\d-])(?:\d{3}-\d{2}-\d{4}|\d{2}-\d{7})(?![\d-]))`,
      String.raw`(?<word>[^\s,;]+)`,
    ].join('|'),
    'giu',
  );
  for (const { groups = {} } of text.matchAll(patterns)) {
    const { email, reference, phone, zip, taxId, word } = groups;
    if (email !== undefined) add({ kind: 'email', text: email.toLowerCase() });
    else if (reference !== undefined) addDigits(reference.replace(/\D/g, '').slice(-10));
    else if (phone !== undefined) {
      add({ kind: 'phone', text: phoneDigits(phone) });
      if (/^\d/.test(phone)) claimNumbers.add(phone.replace(/\D/g, '').slice(-10));
    } else if (zip !== undefined) add({ kind: 'zip', text: zip.slice(0, 5) });
    else if (taxId !== undefined) addDigits(taxId.replaceAll('-', ''));
    else if (word !== undefined) {
      if (/^[+#]?\d+[.)]?$/.test(word)) addDigits(word.replace(/\D/g, ''));
      // An initial says little, and would match too much.
      else for (const name of nameWordsOf(word)) if (name.length > 1) add({ kind: 'name', text: name });
    }
  }
  // Digits in groups, such as `8001 583 106`.
  const joined = /^[\d\s.()-]+$/.test(text.trim()) ? text.replace(/\D/g, '') : '';
  if (joined.length === 10) claimNumbers.add(joined);
  if (joined.length === 9) nineDigits.add(joined);
  return { parts, claimNumbers: [...claimNumbers], noticeIds: [...nineDigits], taxIds: [...nineDigits] };
}

type WithParts = Pick<ParsedSearch, 'parts'>;

/**
 * The parts for class members, of whom only names and ZIP codes are known. None if one part is
 * neither.
 */
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

/** Whether there is something to look for. */
export const isSearchable = ({ parts, claimNumbers, noticeIds }: ParsedSearch): boolean =>
  parts.length + claimNumbers.length + noticeIds.length > 0;
