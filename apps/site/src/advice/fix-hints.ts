import type { TypedField } from '@redress/forms/definition';
import { normalizeTyped } from '@redress/forms/normalize';
import { allowsCharacter, isAccepted, readField } from '@redress/forms/read-field';
import type { AdviceMessages } from '../messages/advice-en.ts';

type Hints = AdviceMessages['hints'];
const maxListed = 5;
/**
 * Characters besides letters and digits that an email address may have before the @ (RFC 5322,
 * `atext`).
 */
const ofAddresses = "!#$%&'*+-/=?^_`{|}~";

/** A phone number of another country, as dialed from the United States or locally. */
const withCountryCode = /^(?:\+|00|011)(?!1)\d/;

/** Explains how to fix an answer when the rule's message does not. */
export function hintOf(field: TypedField, raw: string, { hints }: AdviceMessages): string | undefined {
  const answer = normalizeTyped(field.kind, raw);
  const broken = readField(field, answer).errors.map(({ rule }) => rule);
  if (answer === '') return broken.includes('required') ? missingHint(field, hints) : undefined;
  if (broken.length === 0) return undefined;
  if (answer.includes('•')) return hints.hidden;
  if (field.kind === 'phone' && withCountryCode.test(answer))
    return hints.foreignPhone(!field.rules.some(({ rule }) => rule === 'required'));
  const parts = [
    broken.includes('pattern') || broken.includes(field.kind) ? patternHint(field, answer, hints) : undefined,
    broken.includes('min') || broken.includes('max') ? lengthHint(field, answer, hints) : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}

/** Answers that each person has only one of: a name, an address, an ID. */
const ownTokens = /^(?:name|organization|street-address|address-|postal-code|tel|email)(?!-title)/;

/** `Enter your street address.` */
function missingHint({ kind, label, autocomplete = '' }: TypedField, hints: Hints): string | undefined {
  if (kind === 'money') return hints.amountInDigits;
  if (kind === 'count') return hints.wholeNumber;
  if (kind !== 'code' && !ownTokens.test(autocomplete)) return undefined;
  // Does not match `ZIP code` or `Notice ID`.
  const isName = kind === 'code' || /^\p{Lu}{2}/u.test(label);
  if (/^name\b/.test(autocomplete)) return hints.enterYour(hints.name);
  return hints.enterYour(isName ? label : label.charAt(0).toLowerCase() + label.slice(1));
}

function patternHint(field: TypedField, answer: string, hints: Hints): string | undefined {
  switch (field.kind) {
    case 'email':
      return emailHint(field, answer, hints);
    case 'money':
      return amountHint(answer, hints);
    case 'count':
      if (/^[\d\s.,$]*$/.test(answer)) return hints.wholeNumber;
      return /\p{L}/u.test(answer) ? hints.countInDigits : removeHint(answer.replace(/\d/g, ''), hints);
    case 'hours':
    case 'date':
      return undefined;
    case 'zip': {
      const others = answer.replace(/[\d\s-]/g, '');
      const { length } = answer.replace(/\D/g, '');
      if (/\p{L}/u.test(others)) return hints.foreignZip;
      if (others !== '') return removeHint(others, hints);
      return length === 5 || length === 9 ? undefined : hints.zipDigits(length);
    }
    default:
      return removeHint(
        charactersOf(answer, (character) => !allowsCharacter(field, character)),
        hints,
      );
  }
}

/**
 * Explains how many digits or characters an ID needs, or how many characters too long the answer
 * is.
 */
function lengthHint(field: TypedField, answer: string, hints: Hints): string | undefined {
  const limit = (name: 'min' | 'max') => field.rules.flatMap((one) => (one.rule === name ? one.than : []))[0];
  const [min, max] = [limit('min'), limit('max')];
  const allowed = charactersOf(answer, (character) => allowsCharacter(field, character));
  const { length } = [...allowed];
  if (min !== undefined && min === max) {
    if (length === min) return undefined;
    const isNumber = !allowsCharacter(field, 'A');
    return isNumber ? hints.digits(length, min) : hints.characters(length, min);
  }
  const typed = [...answer].length;
  return max !== undefined && typed > max ? hints.tooLong(typed, typed - max) : undefined;
}

function amountHint(answer: string, hints: Hints): string | undefined {
  if (/\p{L}/u.test(answer)) return hints.amountInDigits;
  const others = answer.replace(/[\d.,\s]/g, '');
  if (others !== '') return removeHint(others, hints);
  if (answer.includes(',')) return hints.commas;
  if (/\..*\./.test(answer)) return hints.onePeriod;
  if (answer.startsWith('.')) return hints.zeroFirst;
  if (answer.endsWith('.')) return hints.periodLast;
  return answer.includes(' ') ? hints.remove(' ', true) : undefined;
}

function emailHint(field: TypedField, answer: string, hints: Hints): string | undefined {
  const [before = '', after, ...more] = answer.split('@');
  if (after === undefined) return hints.addAt;
  if (more.length > 0) return hints.oneAt;
  if (before === '') return hints.beforeAt;
  if (after === '') return hints.afterAt;
  const wrong = charactersOf(before, (character) => !isAccepted(field, `a${character}a@example.com`));
  // Suggests no removal: the address without the character may belong to another person.
  const [own] = charactersOf(wrong, (character) => ofAddresses.includes(character));
  if (own !== undefined) return hints.otherAddress(own);
  const [never] = wrong + after.replace(/\S/g, '');
  if (never !== undefined) return isUnseen(never) ? hints.unseen : hints.notInAddress(never);
  if (/[^a-z\d.-]/i.test(after)) return hints.checkDomain;
  const ending = /\.([a-z]+)$/i.exec(after)?.[1];
  if (ending === undefined) return /[.-]$|^[.-]/.test(after) ? hints.checkDomain : hints.addEnding;
  return isAccepted(field, `a@a.${ending}`) ? hints.checkDomain : hints.longEnding;
}

const charactersOf = (answer: string, isWanted: (character: string) => boolean): string =>
  [...answer].filter(isWanted).join('');

const isUnseen = (character: string): boolean => /[\p{C}\p{M}]|(?! )\p{Z}/u.test(character);

/** Names the characters to remove: `Remove the semicolon (;).` */
function removeHint(characters: string, hints: Hints): string | undefined {
  const all = [...characters];
  const different = [...new Set(all)];
  const [first] = different;
  if (first === undefined) return undefined;
  if (different.some(isUnseen)) return hints.unseen;
  if (different.length > 1 && different.every((character) => /\p{L}/u.test(character))) return hints.removeLetters;
  if (different.length > 1)
    return hints.removeThese(
      different
        .filter((one) => one !== ' ')
        .slice(0, maxListed)
        .join(' '),
    );
  return hints.remove(first, all.length > 1);
}
