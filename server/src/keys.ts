import { createHmac, hkdfSync } from 'node:crypto';

export type KeyPurpose =
  | 'cookies'
  | 'xsrf'
  | 'login-lookup'
  | 'unique-ids'
  | 'claim-numbers'
  | 'answers'
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
    limits: derive('limits'),
    'captcha-challenge': derive('captcha-challenge'),
    'captcha-solution': derive('captcha-solution'),
  };
}

/** HMAC with SHA-256. */
export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
