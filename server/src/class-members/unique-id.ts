import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyedHash } from '../keys.ts';

const keyVersion = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** The two IDs of a notice, normalised: nine digits, eight capital letters or digits. */
export interface NoticeIds {
  readonly noticeId: string;
  readonly uniqueId: string;
}

/** By which a pair of IDs is found, without either being told by the table. */
export function lookupHashOf({ noticeId, uniqueId }: NoticeIds, key: Buffer): Buffer {
  return keyedHash(key, `${noticeId}:${uniqueId}`);
}

/** AES-256-GCM, bound to its Notice ID: key version (1 byte), nonce (12), tag (16), text. */
export function encryptUniqueId({ noticeId, uniqueId }: NoticeIds, key: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(noticeId));
  const text = Buffer.concat([cipher.update(uniqueId, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(keyVersion), nonce, cipher.getAuthTag(), text]);
}

/** Throws when the bytes were changed or belong to another Notice ID or key. */
export function decryptUniqueId(noticeId: string, encrypted: Buffer, key: Buffer): string {
  if (encrypted[0] !== keyVersion) throw new Error('The Unique ID was encrypted with a key that is not known');
  const nonce = encrypted.subarray(1, 1 + nonceBytes);
  const tag = encrypted.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(noticeId)).setAuthTag(tag);
  return decipher.update(encrypted.subarray(1 + nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
