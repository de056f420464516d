import { hash } from 'node:crypto';
import type { ClaimFeatures } from './claim-features.ts';
import { isPublicProvider } from './parse-email-and-phone.ts';
import { isUnknown } from './parse-address.ts';
import { soundOf, soundOfGiven } from './parse-name.ts';
import { rowKeysOf } from '../../claims/documents/row-sketches.ts';

/**
 * The things that claims can have in common. Stored hashes contain these names, so a new kind needs
 * a new name.
 */
export const keyKinds = [
  ...(['notice', 'answers', 'tax-id', 'document', 'mailbox', 'phone', 'address', 'building'] as const),
  ...(['surname-zip', 'name-state', 'domain', 'browser', 'network', 'amount', 'phone-run', 'email-pattern'] as const),
  ...(['mailbox-run', 'family', 'data-rows'] as const),
] as const;
export type KeyKind = (typeof keyKinds)[number];

export interface BlockingKey {
  readonly kind: KeyKind;
  /** A signed 64-bit integer, in decimal. */
  readonly key: string;
  /** See `packBrief`. */
  readonly brief: string;
}

/** A payor's agent names up to 2,000 companies: further tax IDs are not looked up. */
const maxTaxIds = 50;

/**
 * The keys of a claim: hashes of the values that it may share with other claims of its form. Equal
 * values have equal keys.
 */
export function blockingKeysOf(claim: ClaimFeatures): BlockingKey[] {
  const keys: BlockingKey[] = [];
  const { name, address, mailbox, observations } = claim;
  const surname = hashBits(soundOf(name.surname), surnameBits);
  const given = hashBits(soundOfGiven(name.given), givenBits);
  const seconds = secondsOf(claim.filedAt);
  const region = regionOf(address.zip);
  const add = (kind: KeyKind, value: string, extra = seconds) => {
    keys.push({ kind, key: keyOf(claim.formId, kind, value), brief: packBrief({ surname, given, region, extra }) });
  };
  if (claim.noticeId !== undefined) add('notice', claim.noticeId);
  add('answers', claim.answersText);
  for (const taxId of claim.taxIds.slice(0, maxTaxIds)) add('tax-id', taxId);
  if (mailbox) {
    add('mailbox', mailbox.mailbox);
    if (!isPublicProvider(mailbox.domain)) add('domain', mailbox.domain);
    // A program can count up the digits of a pattern; people choose addresses without digits.
    if (mailbox.pattern.includes('D')) add('email-pattern', `${mailbox.pattern}|${hourOf(claim.filedAt)}`);
    if (mailbox.number !== undefined) {
      const letters = mailbox.pattern.replace(/\d+D/, '#');
      add('mailbox-run', `${letters}|${mailbox.domain}|${quarterDayOf(claim.filedAt)}`, mailbox.number);
    }
  }
  if (claim.phone !== '') {
    add('phone', claim.phone);
    add('phone-run', claim.phone.slice(0, 7), Number(claim.phone.slice(7)));
  }
  if (!isUnknown(address) && address.zip !== '') {
    const place = `${address.box}|${address.house}|${address.street}|${address.zip}`;
    add('address', `${place}|${address.unit}`);
    // The street is left out, because it may be misspelled.
    if (address.house !== '' && name.surname !== '' && !claim.isOrganization)
      add('family', `${address.house.replace(/[a-z]$/, '')}|${address.zip}|${soundOf(name.surname)}`);
    if (address.box === '') add('building', place, address.unit === '' ? 0 : 1 + hashBits(address.unit, extraBits - 1));
  }
  if (name.surname !== '') {
    const initial = soundOfGiven(name.given).slice(0, 1);
    if (address.zip !== '') add('surname-zip', `${soundOf(name.surname)}|${initial}|${address.zip}`);
    add('name-state', `${name.words.toSorted().join(' ')}|${claim.stateAnswer}`);
  }
  if (observations?.browserHash !== undefined) add('browser', observations.browserHash);
  // Behind a relay, strangers share an address.
  if (observations?.addressHash !== undefined && observations.networkKind !== 'relay')
    add('network', observations.addressHash);
  // Round amounts are estimates, which many claims share.
  if (claim.amount !== undefined && !isRound(claim.amount)) add('amount', `${claim.amount}|${claim.quantity ?? ''}`);
  return keys;
}

/** Kinds of keys that may be known only after their claim is filed. */
const lateKinds = ['document', 'data-rows'] as const satisfies readonly KeyKind[];
type LateKind = (typeof lateKinds)[number];
export const isLate = (kind: KeyKind): boolean => lateKinds.some((each) => each === kind);

export const documentKeyOf = (claim: ClaimFeatures, sha256: string): BlockingKey => lateKey(claim, 'document', sha256);

/** The keys of some rows of the claim's data files, which are known once the files are checked. */
export const dataRowKeysOf = (claim: ClaimFeatures): BlockingKey[] =>
  claim.rows === undefined ? [] : rowKeysOf(claim.rows).map((hash) => lateKey(claim, 'data-rows', hash));

function lateKey(claim: ClaimFeatures, kind: LateKind, value: string): BlockingKey {
  const surname = hashBits(soundOf(claim.name.surname), surnameBits);
  const given = hashBits(soundOfGiven(claim.name.given), givenBits);
  const region = regionOf(claim.address.zip);
  const brief = packBrief({ surname, given, region, extra: secondsOf(claim.filedAt) });
  return { kind, key: keyOf(claim.formId, kind, value), brief };
}

/** Whether an amount is a multiple of five dollars. */
const isRound = (amount: string): boolean => /^\d*[05]$/.test(amount);

export const keyOf = (formId: string, kind: KeyKind, value: string): string =>
  hash('sha1', `${formId}\n${kind}\n${value}`, 'buffer').readBigInt64BE().toString();

/** `2026-03-01T14`, in UTC. */
export const hourOf = (at: Date): string => at.toISOString().slice(0, 13);

/** `2026-03-01 2`: the six hours from noon on, in UTC. */
const quarterDayOf = (at: Date): string => `${at.toISOString().slice(0, 10)} ${Math.floor(at.getUTCHours() / 6)}`;

/** The first digit of a ZIP code divides the country into ten regions. */
const regionOf = (zip: string): number => (/^\d/.test(zip) ? Number(zip[0]) : unknownRegion);
export const unknownRegion = 15;

/** The facts about a block's member that group signals need, without reading its claim. */
export interface Brief {
  /** Hashes of how the names sound. */
  readonly surname: number;
  readonly given: number;
  /** The first digit of the ZIP code, or `unknownRegion`. */
  readonly region: number;
  /**
   * Seconds since 2020. For `building`: a hash of the unit, 0 without one. For `phone-run`: the
   * last three digits. For `mailbox-run`: the number in the mailbox.
   */
  readonly extra: number;
}

const surnameBits = 15;
const givenBits = 14;
const regionBits = 4;
const extraBits = 30;
const begin = Date.UTC(2020, 0, 1);

export const secondsOf = (at: Date): number => Math.max(0, Math.floor((at.getTime() - begin) / 1_000));

/** Packs into 63 bits: 15 last name, 14 first name, 4 region, 30 `extra`. */
export function packBrief({ surname, given, region, extra }: Brief): string {
  const person = (surname * 2 ** givenBits + given) * 2 ** regionBits + region;
  return ((BigInt(person) << BigInt(extraBits)) | BigInt(extra % 2 ** extraBits)).toString();
}

export function unpackBrief(brief: string): Brief {
  const packed = BigInt(brief);
  const person = Number(packed >> BigInt(extraBits));
  const names = Math.floor(person / 2 ** regionBits);
  return {
    surname: Math.floor(names / 2 ** givenBits),
    given: names % 2 ** givenBits,
    region: person % 2 ** regionBits,
    extra: Number(packed & ((1n << BigInt(extraBits)) - 1n)),
  };
}

/** FNV-1a, folded to this many bits. */
function hashBits(text: string, bits: number): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value ^= value >>> 15;
  return (value >>> 0) % 2 ** bits;
}
