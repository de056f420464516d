import { keyedHash } from '../keys.ts';
import { openText, sealText } from '../sealed-text.ts';

const keyVersion = 1;

/** The two IDs of a notice, normalised: nine digits, eight capital letters or digits. */
export interface NoticeIds {
  readonly noticeId: string;
  readonly uniqueId: string;
}

/** By which a pair of IDs is found, without either being told by the table. */
export function lookupHashOf({ noticeId, uniqueId }: NoticeIds, key: Buffer): Buffer {
  return keyedHash(key, `${noticeId}:${uniqueId}`);
}

/** Key version (1 byte), then the Unique ID sealed for its Notice ID. */
export function encryptUniqueId({ noticeId, uniqueId }: NoticeIds, key: Buffer): Buffer {
  return Buffer.concat([Buffer.of(keyVersion), sealText(uniqueId, key, noticeId)]);
}

/** Throws when the bytes were changed or belong to another Notice ID or key. */
export function decryptUniqueId(noticeId: string, encrypted: Buffer, key: Buffer): string {
  if (encrypted[0] !== keyVersion) throw new Error('The Unique ID was encrypted with a key that is not known');
  return openText(encrypted.subarray(1), key, noticeId);
}
