import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { TaxId } from '@redress/forms/tax-ids';
import { acceptedKeys, keyedHash, type Keys, prepareKey } from './keys.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const options = { authTagLength: tagBytes };

/**
 * Encrypts with AES-256-GCM and a 32-byte key: nonce (12 bytes), tag (16 bytes), ciphertext.
 * @param boundTo names the owner of the text; decryption for any other owner fails
 */
export function encryptText(text: string, key: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, prepareKey(key), nonce, options).setAAD(Buffer.from(boundTo));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Throws when the bytes were changed, or belong to another owner or key. */
export function decryptText(encrypted: Buffer, key: Buffer, boundTo: string): string {
  const nonce = encrypted.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, prepareKey(key), nonce, options)
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
  return decipher.update(encrypted.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/**
 * Finds the keys of a stored key version. Version 0 marks a secret that the database learned about
 * only after this process started, so it may be the right one for any version.
 */
function findVersion(keys: Keys, version: number | undefined): Keys | undefined {
  return [keys, ...keys.others].find((each) => each.version === version || each.version === 0);
}

/** The columns of `claim_tax_ids` except the claim. */
export interface EncryptedTaxId {
  readonly path: string;
  readonly encrypted: Buffer;
  readonly key_version: number;
  readonly lookup: Buffer;
}

/** Encrypts tax IDs, each bound to its claim and field: no other row can decrypt it. */
export function encryptTaxIds(claimNumber: string, taxIds: readonly TaxId[], keys: Keys): EncryptedTaxId[] {
  return taxIds.map(({ path, digits }) => ({
    path,
    encrypted: encryptText(digits, keys['tax-ids'], `${claimNumber}:${path}`),
    key_version: keys.version,
    // The hash is equal for equal digits, so that staff can search without decrypting.
    lookup: keyedHash(keys['tax-id-lookup'], digits),
  }));
}

/** All lookup hashes that a stored tax ID may have while the secret is changing. */
export function hashTaxId(digits: string, keys: Keys): Buffer[] {
  return acceptedKeys(keys, 'tax-id-lookup').map((key) => keyedHash(key, digits));
}

/** Throws, without revealing a digit, when the key is wrong or the bytes were changed or moved. */
export function decryptTaxId(claimNumber: string, stored: Omit<EncryptedTaxId, 'lookup'>, keys: Keys): TaxId {
  const { path, encrypted, key_version: version } = stored;
  const name = `The tax ID ${path} of claim ${claimNumber}`;
  const key = findVersion(keys, version);
  if (!key) throw new Error(`${name} was encrypted with a key of unknown version ${version}`);
  try {
    return { path, digits: decryptText(encrypted, key['tax-ids'], `${claimNumber}:${path}`) };
  } catch (cause) {
    throw new Error(`${name} cannot be decrypted: it was changed, or SECRET_KEY is wrong`, { cause });
  }
}

/** The two IDs of a mailed notice, normalized: nine digits; eight capital letters or digits. */
export interface NoticeIds {
  readonly noticeId: string;
  readonly uniqueId: string;
}

/** The keyed hash that finds a class member by both IDs without revealing the pair. */
export function hashNoticeIds({ noticeId, uniqueId }: NoticeIds, key: Buffer): Buffer {
  return keyedHash(key, `${noticeId}:${uniqueId}`);
}

/** Returns the key version (1 byte), then the encrypted Unique ID, bound to its Notice ID. */
export function encryptUniqueId({ noticeId, uniqueId }: NoticeIds, keys: Pick<Keys, 'unique-ids' | 'version'>): Buffer {
  return Buffer.concat([Buffer.of(keys.version), encryptText(uniqueId, keys['unique-ids'], noticeId)]);
}

/** Throws when the bytes were changed or belong to another Notice ID or key. */
export function decryptUniqueId(noticeId: string, encrypted: Buffer, keys: Keys): string {
  const key = findVersion(keys, encrypted[0]);
  if (!key) throw new Error('The Unique ID was encrypted with an unknown key');
  return decryptText(encrypted.subarray(1), key['unique-ids'], noticeId);
}

/** Encrypts a bad row of an import, which may have a Unique ID, bound to its import and line. */
export function encryptBadRow(owner: string, cells: readonly string[], keys: Pick<Keys, 'unique-ids' | 'version'>) {
  return encryptUniqueId({ noticeId: `bad-row ${owner}`, uniqueId: JSON.stringify(cells) }, keys);
}

/** Empty if its secret is no longer known: a rotation doesn't encrypt bad rows again. */
export function decryptBadRow(owner: string, encrypted: Buffer, keys: Keys): unknown[] {
  if (!findVersion(keys, encrypted[0])) return [];
  const cells: unknown = JSON.parse(decryptUniqueId(`bad-row ${owner}`, encrypted, keys));
  return Array.isArray(cells) ? cells : [];
}

/** Encrypts the secret of an authenticator app, bound to its account. */
export function encryptTotpSecret(staffId: string, secret: Buffer, keys: Keys) {
  const encrypted = encryptText(secret.toString('hex'), keys['staff-secrets'], `totp:${staffId}`);
  return { totp_secret_encrypted: encrypted, key_version: keys.version };
}

/** Throws when the bytes were changed or belong to another account or key. */
export function decryptTotpSecret(
  staffId: string,
  stored: { readonly totp_secret_encrypted: Buffer; readonly key_version: number },
  keys: Keys,
): Buffer {
  const key = findVersion(keys, stored.key_version);
  if (!key) throw new Error('The secret of an authenticator app was encrypted with an unknown key');
  return Buffer.from(decryptText(stored.totp_secret_encrypted, key['staff-secrets'], `totp:${staffId}`), 'hex');
}
