import { acceptedKeys, keyedHash, type Keys } from '../../platform/keys/keys.ts';

/** Crockford's base 32: no letter looks like a digit. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/** A letter code opens its claim on the status page for this long. */
export const accessCodeDays = 90;

/**
 * The code to sign in with that only the paper of a letter shows. It follows from the letter's ID
 * and a key, so that the database need not store it.
 */
const accessCodeOf = (letterId: string, key: Buffer): string =>
  Array.from(keyedHash(key, `code:${letterId}`).subarray(0, length), (byte) => symbols[byte % symbols.length]).join('');

/** The hash by which a letter is found. `code` as from `readAccessCode`. */
const hashWith = (code: string, key: Buffer): Buffer => keyedHash(key, `hash:${code}`);

/** The stored hash of a new letter's code. */
export function hashOfNewCode(letterId: string, keys: Keys): Buffer {
  const key = keys['letter-codes'];
  return hashWith(accessCodeOf(letterId, key), key);
}

/** The hashes that the letter of a code may have, because the secret may be changing. */
export const hashAccessCode = (code: string, keys: Keys): Buffer[] =>
  acceptedKeys(keys, 'letter-codes').map((key) => hashWith(code, key));

/** The code to print. Undefined if the secret that made it was retired. */
export const findAccessCode = (letterId: string, hash: Buffer, keys: Keys): string | undefined =>
  acceptedKeys(keys, 'letter-codes')
    .map((key) => ({ key, code: accessCodeOf(letterId, key) }))
    .find(({ key, code }) => hashWith(code, key).equals(hash))?.code;

/** The code in two groups, as it is printed. */
export const groupAccessCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Reads a code as people type it: in any case, in groups, with O for 0 or I for 1. */
export function readAccessCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === length && [...code].every((character) => symbols.includes(character)) ? code : undefined;
}
