import { createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';

/** One 32-byte key for each purpose, so that nothing made for one purpose works for another. */
function deriveByPurpose(secret: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'redress', `${purpose}/1`, 32));
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
    'receipt-tokens': derive('receipt-tokens'),
    'completion-codes': derive('completion-codes'),
    // Hashes the search words and Notice IDs in the access log.
    'access-log': derive('access-log'),
    // Hashes the addresses and browsers that claims were filed from.
    observations: derive('observations'),
    'staff-challenges': derive('staff-challenges'),
    'staff-secrets': derive('staff-secrets'),
    'letter-codes': derive('letter-codes'),
    'list-cursors': derive('list-cursors'),
    'export-files': derive('export-files'),
    // Encrypts retained keys in the table `kept_keys`.
    'kept-keys': derive('kept-keys'),
  };
}

type DerivedKeys = Readonly<ReturnType<typeof deriveByPurpose>>;

/** The keys that outlive a retired secret: the hashes and numbers made with them never change. */
export type RetainedKeys = Pick<Keys, 'answers' | 'seals' | 'claim-numbers' | 'access-log' | 'version'>;

export interface Keys extends DerivedKeys {
  /**
   * The version stored with encrypted data. It counts up from 1, and is 0 until the database knows
   * the secret.
   */
  readonly version: number;
  /** Keys of other secrets that are still accepted, such as the former one during a rotation. */
  readonly others: readonly Keys[];
  /** Keys of secrets that are no longer accepted. */
  readonly retained: readonly RetainedKeys[];
}

/**
 * Derives every key from a secret (HKDF-SHA-256, with the purpose as its info). `openKeyRing` adds
 * the versions of the database; without it the secret counts as the first and only one.
 */
export function deriveKeys(secret: string, version = 1): Keys {
  return { ...deriveByPurpose(secret), version, others: [], retained: [] };
}

export function fingerprintSecret(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'redress', 'fingerprint/1', 16));
}

/** Every key that is accepted for a purpose; the first one is for new values. */
export function acceptedKeys(keys: Keys, purpose: keyof DerivedKeys): [Buffer, ...Buffer[]] {
  return [keys[purpose], ...keys.others.map((other) => other[purpose])];
}

/** Every key that may have been used to hash a claim's answers. */
export function acceptedAnswersKeys(keys: Keys): Buffer[] {
  return [...acceptedKeys(keys, 'answers'), ...keys.retained.map(({ answers }) => answers)];
}

/** Every key that may have been used to hash names in the access log; the first is current. */
export function acceptedAccessLogKeys(keys: Keys): [Buffer, ...Buffer[]] {
  return [...acceptedKeys(keys, 'access-log'), ...keys.retained.map((each) => each['access-log'])];
}

/** The key that signed a seal, by its stored version; undefined when that version is unknown. */
export function findSealKey(keys: Keys, version: number): Buffer | undefined {
  return [keys, ...keys.others, ...keys.retained].find((each) => each.version === version)?.seals;
}

/** Node encrypts four times as fast with a prepared key as with raw bytes. */
const preparedKeys = new WeakMap<Buffer, KeyObject>();

/** Prepares a key for Node's ciphers. Its bytes must never change. */
export function prepareKey(key: Buffer): KeyObject {
  let prepared = preparedKeys.get(key);
  if (!prepared) {
    prepared = createSecretKey(key);
    preparedKeys.set(key, prepared);
  }
  return prepared;
}

/** The two hashes of a keyed hash begin with these blocks. */
const keyPads = new WeakMap<Buffer, { readonly inner: Buffer; readonly outer: Buffer }>();
/** Bytes of a block of SHA-256. */
const blockSize = 64;

function padKey(key: Buffer, mask: number): Buffer {
  if (key.length > blockSize) throw new RangeError('A key has at most 64 bytes');
  return Buffer.from(Array.from({ length: blockSize }, (_, index) => (key[index] ?? 0) ^ mask));
}

/** HMAC-SHA-256. The bytes of the key must never change. */
export function keyedHash(key: Buffer, data: string | Buffer): Buffer {
  return Buffer.from(keyedHashText(key, data, 'binary'), 'binary');
}

/**
 * HMAC-SHA-256 as text (RFC 2104). Two hashes take half the time of Node's `createHmac`, and text
 * takes less than a `Buffer`.
 */
export function keyedHashText(key: Buffer, data: string | Buffer, encoding: 'hex' | 'base64url' | 'binary'): string {
  let pads = keyPads.get(key);
  if (!pads) {
    pads = { inner: padKey(key, 0x36), outer: padKey(key, 0x5c) };
    keyPads.set(key, pads);
  }
  const inner = hash('sha256', Buffer.concat([pads.inner, Buffer.from(data)]), 'binary');
  return hash('sha256', Buffer.concat([pads.outer, Buffer.from(inner, 'binary')]), encoding);
}

export const applicationNamePrefix = 'redress keys ';

/** The `application_name` of server processes: shows which key version they encrypt with. */
export function applicationNameOf({ version }: Pick<Keys, 'version'>): string {
  return `${applicationNamePrefix}${version}`;
}
