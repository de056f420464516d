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
  | 'captcha-solution';

/** One key of 32 bytes for each purpose, so that nothing made for one can be used for another. */
export type Keys = Readonly<Record<KeyPurpose, Buffer>>;

/** Derives every key from the one secret (HKDF with SHA-256, the purpose as its information). */
export function deriveKeys(secret: string): Keys {
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
  };
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
