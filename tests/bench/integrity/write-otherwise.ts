import { plainLetters } from '@redress/content/demo/invent-people';
import type { Random } from '@redress/content/demo/random';
import { shortFormOfName } from '@redress/content/demo/frequent-names';

// People write the same answers differently when they file again.

export const freeProviders = ['gmail.com', 'yahoo.com', 'outlook.com', 'hotmail.com'] as const;

/** Loses a letter, doubles it, or swaps it with the next. */
export function mistype(random: Random, text: string): string {
  if (text.length < 4) return text;
  const at = random.integer(1, text.length - 3);
  const [before, one = '', other = '', after] = [text.slice(0, at), text[at], text[at + 1], text.slice(at + 2)];
  return random.pick([
    `${before}${other}${after}`,
    `${before}${one}${one}${other}${after}`,
    `${before}${other}${one}${after}`,
  ]);
}

/** Writes a first name as its owner may write it another time. */
export const otherFirstName = (random: Random, firstName: string): string =>
  shortFormOfName(firstName) ?? (random.chance(0.5) ? mistype(random, firstName) : firstName);

type Named = Readonly<Record<'firstName' | 'lastName', string>>;
/** The forms allow 50 characters. */
export const fullName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.slice(0, 50);
/** The part of a mail address before its host. */
export const dottedName = (person: Named): string =>
  `${plainLetters(person.firstName)}.${plainLetters(person.lastName)}`;

export const withoutUnit = (street: string): string => street.replace(/ (Apt\.|Unit|#).*/, '');

const abbreviations = { Street: 'St', Avenue: 'Ave', Drive: 'Dr', Road: 'Rd', Lane: 'Ln', Court: 'Ct' };

/** Abbreviates a street or not, up to the 50 characters that the forms allow. */
export function rewriteStreet(random: Random, street: string): string {
  const period = random.chance(0.25) ? '.' : '';
  const pair = Object.entries(abbreviations).find(([long]) => street.includes(` ${long}`));
  const short = pair && random.chance(0.65) ? street.replace(` ${pair[0]}`, ` ${pair[1]}${period}`) : street;
  return short.slice(0, 50);
}

export const pickShare = <Name extends string>(random: Random, shares: Readonly<Record<Name, number>>): Name => {
  const list: [Name, number][] = [];
  for (const name in shares) list.push([name, shares[name]]);
  return random.pickWeighted(list);
};
