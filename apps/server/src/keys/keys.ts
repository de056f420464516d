import type { KeyObject } from 'node:crypto';
import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';

export type KeyPurpose =
  | 'cookies'
  | 'xsrf'
  | 'login-lookup'
  | 'unique-ids'
  | 'claim-numbers'
  | 'answers'
  | 'tax-ids'
  | 'tax-id-lookup'
  | 'limits'
  | 'captcha-challenge'
  | 'captcha-solution'
  | 'kept-keys'
  | 'seals';

/** One key of 32 bytes for each purpose, so that nothing made for one can be used for another. */
type DerivedKeys = Readonly<Record<KeyPurpose, Buffer>>;

/** For these no key is ever taken out of use: what was made with it stays as it is. */
export const keptPurposes = ['answers', 'seals', 'claim-numbers'] as const;
/** What is left of the keys of a secret that nobody holds any more. */
export interface KeptKeys extends Readonly<Record<(typeof keptPurposes)[number], Buffer>> {
  readonly version: number;
}

/** The keys by which things are made, and those by which earlier things are opened. */
export interface Keys extends DerivedKeys {
  /** 1 for the first secret of a database, one more for each that followed: stored beside what is encrypted. 0 before the database knows it. */
  readonly version: number;
  /** The keys of other secrets that are still accepted: the former one while keys are changed. */
  readonly others: readonly Keys[];
  /** Of secrets that are accepted no more. */
  readonly kept: readonly KeptKeys[];
}

/**
 * Derives every key from a secret (HKDF with SHA-256, the purpose as its information). `openKeyRing` adds what a database knows: without it
 * the secret counts as the first and only one.
 */
export function deriveKeys(secret: string, version = 1): Keys {
  const derive = (purpose: KeyPurpose) => Buffer.from(hkdfSync('sha256', secret, 'redress', `${purpose}/1`, 32));
  return {
    cookies: derive('cookies'),
    xsrf: derive('xsrf'),
    'login-lookup': derive('login-lookup'),
    'unique-ids': derive('unique-ids'),
    'claim-numbers': derive('claim-numbers'),
    answers: derive('answers'),
    'tax-ids': derive('tax-ids'),
    'tax-id-lookup': derive('tax-id-lookup'),
    limits: derive('limits'),
    'captcha-challenge': derive('captcha-challenge'),
    'captcha-solution': derive('captcha-solution'),
    seals: derive('seals'),
    'kept-keys': derive('kept-keys'),
    version,
    others: [],
    kept: [],
  };
}

/** By which a secret is known again: tells nothing of it. */
export function fingerprintOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'redress', 'fingerprint/1', 16));
}

type Ring<Purpose extends KeyPurpose> = Readonly<Record<Purpose, Buffer>> & {
  readonly others: readonly Readonly<Record<Purpose, Buffer>>[];
};

/** Every key by which what comes in may have been made, the one to make things with first. */
export function acceptedKeys<Purpose extends KeyPurpose>(keys: Ring<Purpose>, purpose: Purpose): [Buffer, ...Buffer[]] {
  return [keys[purpose], ...keys.others.map((other) => other[purpose])];
}

/** The key that signed a seal, by the version that is stored with it; undefined when no secret of that version was ever known here. */
export function sealKeyOf(keys: Keys, version: number): Buffer | undefined {
  return [keys, ...keys.others, ...keys.kept].find((each) => each.version === version)?.seals;
}

/** Every key by which the hash of a claim's answers may have been made. */
export function answersKeysOf(keys: Pick<Keys, 'answers' | 'others' | 'kept'>): Buffer[] {
  return [keys.answers, ...keys.others.map((other) => other.answers), ...keys.kept.map((kept) => kept.answers)];
}

/** Node takes four times as long to hash or to encrypt with raw bytes as with a key that it has looked at before. */
const preparedKeys = new WeakMap<Buffer, KeyObject>();

/** A key as Node's functions take it fastest. Its bytes must not change between two calls. */
export function prepareKey(key: Buffer): KeyObject {
  let prepared = preparedKeys.get(key);
  if (!prepared) {
    prepared = createSecretKey(key);
    preparedKeys.set(key, prepared);
  }
  return prepared;
}

/** HMAC with SHA-256. The key's bytes must not change between two calls. */
export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', prepareKey(key)).update(text).digest();
}
