import type { ClaimFeatures } from './claim-features.ts';
import { hasGivenName } from './parse-email-and-phone.ts';
import { jaroWinkler } from './jaro-winkler.ts';
import { fullNameOf } from './nicknames.ts';
import { type Address, isSameBuilding, isUnknown } from './parse-address.ts';
import { type Name, soundOf } from './parse-name.ts';
import { compareRows, type SharedRows } from '../../claims/documents/row-sketches.ts';

/** The shares of claimants who have a name, 0 to 1. */
export interface NameShares {
  readonly surname: (word: string) => number;
  readonly given: (word: string) => number;
}

export type NameLevel = 'same' | 'nickname' | 'similar' | 'initial' | 'different' | 'missing';
/** `slip`: house number and street differ by one typing error. */
export type AddressLevel = 'same' | 'building' | 'slip' | 'other-unit' | 'zip' | 'state' | 'different' | 'missing';

/** The levels of agreement between two claims (Fellegi and Sunter), and their result. */
export interface Comparison {
  readonly given: NameLevel;
  readonly surname: NameLevel;
  readonly address: AddressLevel;
  readonly samePhone: boolean;
  readonly sameMailbox: boolean;
  /** One claim abbreviates or misspells the other's first name, and its mailbox has it in full. */
  readonly givenInMailbox: boolean;
  /** 10 · log10 of the odds that both claims are from one person. */
  readonly decibans: number;
  /** The rows of data files that the first claim shares with the second. */
  readonly rows?: SharedRows;
  /** One of the two has more of the other's rows than chance would explain. */
  readonly isLinkedByRows?: boolean;
}

const decibansOf = (ratio: number): number => 10 * Math.log10(ratio);

/** Prior odds, in decibans, that two claims are one person's: anywhere, and at one address. */
const priors = { anywhere: -60, atOneAddress: -8 };
/** Even a very rare name is no stronger evidence than this. */
const maxDecibans = { surname: 36, given: 24 };
/** The share of one person's claims in which the name is spelled the same way. */
const sameSpelling = { surname: 0.9, given: 0.85 };

/**
 * Compares two claims. Claims from one address are compared as claims of people who live together:
 * the last name is then weak evidence, and the first name provides almost all of it.
 * @param crowd the number of claims that share the first one's data: in a nursing home, some people
 *   have the same first name, and all have its phone number
 */
export function compareClaims(a: ClaimFeatures, b: ClaimFeatures, shares: NameShares, crowd: Crowd = pair): Comparison {
  const address = compareAddresses(a, b);
  const samePhone = a.phone !== '' && a.phone === b.phone;
  const sameMailbox = a.mailbox !== undefined && a.mailbox.mailbox === b.mailbox?.mailbox;
  const givenInMailbox = spellsOther(a, b) || spellsOther(b, a);
  const levels = {
    given: compareGiven(a.name, b.name, givenInMailbox),
    surname: compareSurnames(a.name, b.name),
    address,
    samePhone,
    sameMailbox,
    givenInMailbox,
  };
  const sum = isOneHouse(address)
    ? householdDecibans(a, b, levels, shares, crowd)
    : strangerDecibans(a, b, levels, shares, crowd);
  const decibans = a.isOrganization === b.isOrganization ? sum : priors.anywhere;
  return { ...levels, decibans: Math.round(decibans * 10) / 10, ...compareFiles(a, b) };
}

function compareFiles({ rows: own }: ClaimFeatures, { rows: other }: ClaimFeatures) {
  if (!own || !other) return {};
  const rows = compareRows(own, other);
  return { rows, isLinkedByRows: rows.isTelling || compareRows(other, own).isTelling };
}

/** Whether mail to both addresses probably reaches one home. */
export const isOneHouse = (address: AddressLevel): boolean =>
  address === 'same' || address === 'building' || address === 'slip';

/** The first claim's mailbox has the other claim's first name instead of its own. */
const spellsOther = ({ mailbox, name }: ClaimFeatures, other: ClaimFeatures): boolean =>
  mailbox !== undefined &&
  other.name.given !== name.given &&
  other.name.given.length > 1 &&
  (name.given.length <= 1 || !hasGivenName(mailbox, name)) &&
  hasGivenName(mailbox, other.name);

type Levels = Omit<Comparison, 'decibans' | 'rows' | 'isLinkedByRows'>;

/** Claims with the same house, phone number and mailbox. */
export interface Crowd {
  readonly house: number;
  readonly phone: number;
  readonly mailbox: number;
}
const pair: Crowd = { house: 2, phone: 2, mailbox: 2 };
/** More claims than this are not from one family. */
const maxFamily = 6;

function householdDecibans(
  a: ClaimFeatures,
  b: ClaimFeatures,
  levels: Levels,
  shares: NameShares,
  crowd: Crowd,
): number {
  const { given, surname, address, samePhone, sameMailbox, givenInMailbox } = levels;
  const place = { same: 0, building: -2, slip: -5 }[address === 'same' || address === 'slip' ? address : 'building'];
  const contacts = (samePhone ? 4 : 0) + (sameMailbox ? 5 : 0) + place;
  if (a.isOrganization) return priors.atOneAddress + organizationDecibans[surname] + contacts;
  // In a family, a different last name may result from a marriage.
  const different = crowd.house > maxFamily ? -25 : -8;
  const surnames = { same: 1, nickname: 1, similar: 0, initial: 0, different, missing: 0 };
  return (
    priors.atOneAddress +
    givenDecibans(given, fuller(a, b).name.given, shares, givenInMailbox) +
    surnames[surname] +
    contacts
  );
}

const organizationDecibans = { same: 24, nickname: 24, similar: 14, initial: 0, different: -22, missing: 0 };

function strangerDecibans(
  a: ClaimFeatures,
  b: ClaimFeatures,
  levels: Levels,
  shares: NameShares,
  crowd: Crowd,
): number {
  const { given, surname, address, samePhone, sameMailbox, givenInMailbox } = levels;
  // A phone number that many claims share is not one person's.
  const phoneDecibans = crowd.phone > maxFamily ? 6 : 26;
  const mailboxDecibans = crowd.mailbox > maxFamily ? 6 : 28;
  const phone = samePhone ? phoneDecibans : a.phone !== '' && b.phone !== '' ? -3 : 0;
  const mailbox = sameMailbox ? mailboxDecibans : a.mailbox && b.mailbox ? -2 : 0;
  // People who share a mailbox usually share the phone.
  const contacts = samePhone && sameMailbox ? Math.min(40, phone + mailbox) : phone + mailbox;
  const place = { same: 0, building: 0, slip: 0, 'other-unit': 16, zip: 8, state: 3, different: 0, missing: 0 }[
    address
  ];
  const name =
    surnameDecibans(surname, a.name.surname, shares) +
    (a.isOrganization ? 0 : givenDecibans(given, fuller(a, b).name.given, shares, givenInMailbox));
  return priors.anywhere + name + contacts + place;
}

function surnameDecibans(level: NameLevel, word: string, shares: NameShares): number {
  const same = Math.min(maxDecibans.surname, decibansOf(sameSpelling.surname / shares.surname(word)));
  return { same, nickname: same - 4, similar: Math.max(0, same - 10), initial: 0, different: -8, missing: 0 }[level];
}

/** The claim with the full first name, if the other one has it only in its mailbox. */
const fuller = (a: ClaimFeatures, b: ClaimFeatures): ClaimFeatures => (spellsOther(a, b) ? b : a);

/** Decibans for an initial or a misspelled name when a mailbox has the full name. */
const inMailbox = { initial: 7, similar: 5 };

function givenDecibans(level: NameLevel, word: string, shares: NameShares, givenInMailbox: boolean): number {
  const same = Math.min(maxDecibans.given, decibansOf(sameSpelling.given / shares.given(word)));
  const similar = Math.max(0, same - (givenInMailbox ? inMailbox.similar : 11));
  const initial = givenInMailbox ? Math.max(9, same - inMailbox.initial) : 9;
  return { same, nickname: same - 3, similar, initial, different: -22, missing: 0 }[level];
}

/** Words that sound alike are similar only if they also look alike. */
const minSimilarity = 0.9;
const minSimilarityOfSound = 0.75;

/** @param isInMailbox a mailbox has the other's first name: a short name may be misspelled */
function compareGiven(a: Name, b: Name, isInMailbox: boolean): NameLevel {
  if (haveSameWords(a, b)) return generationsDiffer(a, b) ? 'different' : 'same';
  if (a.given === '' || b.given === '') return 'missing';
  if (generationsDiffer(a, b)) return 'different';
  if (a.given === b.given) return 'same';
  if (fullNameOf(a.given) === fullNameOf(b.given)) return 'nickname';
  if (a.given.length === 1 || b.given.length === 1) return a.given[0] === b.given[0] ? 'initial' : 'different';
  return isMisspelled(a.given, b.given, isInMailbox) ? 'similar' : 'different';
}

function compareSurnames(a: Name, b: Name): NameLevel {
  if (haveSameWords(a, b) || a.surname === b.surname) return a.surname === '' ? 'missing' : 'same';
  if (a.surname === '' || b.surname === '') return 'missing';
  // One of two last names may be missing, as after a marriage or in Spanish names.
  const isPart = (whole: Name, part: Name) => whole.words.slice(1).includes(part.surname);
  if (isPart(a, b) || isPart(b, a)) return 'nickname';
  return isSimilar(a.surname, b.surname) ? 'similar' : 'different';
}

function isSimilar(a: string, b: string): boolean {
  const similarity = jaroWinkler(a, b);
  return similarity >= minSimilarity || (similarity >= minSimilarityOfSound && soundOf(a) === soundOf(b));
}

/** In a short first name, one letter makes another name: Joan and John, Ida and Ada. */
const minLengthOfMisspelled = 5;

/** One mistake within the word. Endings make different names: Mario and Maria. */
function isMisspelled(a: string, b: string, isInMailbox: boolean): boolean {
  const shortest = Math.min(a.length, b.length);
  if (shortest < (isInMailbox ? minLengthInMailbox : minLengthOfMisspelled) || a[0] !== b[0]) return false;
  const mistake = mistakeBetween(a, b);
  if (mistake === undefined || mistake.end === 0) return false;
  return shortest >= minLengthOfMisspelled || mistake.kind !== 'other-letter';
}
const minLengthInMailbox = 4;

interface Mistake {
  readonly kind: 'swapped' | 'letter-more' | 'other-letter';
  /** The number of letters after the mistake. */
  readonly end: number;
}

/** The single mistake by which two words differ; undefined if they differ by more. */
function mistakeBetween(a: string, b: string): Mistake | undefined {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwapped = left.length === 2 && left[0] === right[1] && left[1] === right[0] && right.length === 2;
  if (isSwapped) return { kind: 'swapped', end };
  if (left.length > 1 || right.length > 1) return undefined;
  return { kind: left.length === right.length ? 'other-letter' : 'letter-more', end };
}

/** Matches `Garcia Maria` and `Maria Garcia`. */
const haveSameWords = (a: Name, b: Name): boolean =>
  a.words.length > 1 &&
  a.words.length === b.words.length &&
  a.words.toSorted().join(' ') === b.words.toSorted().join(' ');

/** When a father and son share a name, usually only one of them writes the generation. */
const generationsDiffer = (a: Name, b: Name): boolean => a.generation !== b.generation;

function compareAddresses(a: ClaimFeatures, b: ClaimFeatures): AddressLevel {
  if (isSameBuilding(a.address, b.address)) return compareUnits(a.address, b.address);
  if (isUnknown(a.address) || isUnknown(b.address)) return 'missing';
  if (a.address.zip === b.address.zip)
    return isSameHouse(a.address, b.address) ? 'building' : isSlip(a.address, b.address) ? 'slip' : 'zip';
  return a.state !== '' && a.state === b.state ? 'state' : 'different';
}

/** The house numbers are equal, and the streets are spelled alike. */
const isSameHouse = (a: Address, b: Address): boolean =>
  a.house === b.house && a.house !== '' && jaroWinkler(a.street, b.street) >= minSimilarity;

/** A shorter combination of house and street has too many similar neighbors. */
const minLengthOfPlace = 7;

/**
 * House and street differ by one extra digit or letter, by two that are swapped, or by a space:
 * `158 Larkmoor` and `15 8Larkmoor`. A different digit means a neighbor.
 */
function isSlip(a: Address, b: Address): boolean {
  if (a.house === '' || b.house === '') return false;
  const [one, other] = [placeOf(a), placeOf(b)];
  if (Math.min(one.length, other.length) < minLengthOfPlace) return false;
  if (one === other) return true;
  const mistake = mistakeBetween(one, other);
  return mistake !== undefined && mistake.kind !== 'other-letter';
}

const placeOf = ({ house, street }: Address): string => `${house}${street}`.replaceAll(' ', '');

function compareUnits({ unit: a }: Address, { unit: b }: Address): AddressLevel {
  if (a === b) return 'same';
  return a === '' || b === '' ? 'building' : 'other-unit';
}

/**
 * Computes the shares of names from their counts and the total. New names count as somewhat rare.
 */
export function nameShares(countOf: (kind: 'surname' | 'given', word: string) => number, total: number): NameShares {
  const share = (kind: 'surname' | 'given') => (word: string) => (countOf(kind, word) + 0.5) / (total + assumedNames);
  return { surname: share('surname'), given: share('given') };
}
const assumedNames = 5_000;
