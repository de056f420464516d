import type { Keys } from '../keys/keys.ts';
import { keyedHash } from '../keys/keys.ts';
import { openText, sealText } from '../keys/sealed-text.ts';

export type UniqueIdKeys = Pick<Keys, 'unique-ids' | 'version' | 'others'>;

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
export function encryptUniqueId({ noticeId, uniqueId }: NoticeIds, keys: UniqueIdKeys): Buffer {
  return Buffer.concat([Buffer.of(keys.version), sealText(uniqueId, keys['unique-ids'], noticeId)]);
}

/** Throws when the bytes were changed or belong to another Notice ID or key. */
export function decryptUniqueId(noticeId: string, encrypted: Buffer, keys: UniqueIdKeys): string {
  // A secret that the database did not know when this process started, because another one used it first, has no version here.
  const key = [keys, ...keys.others].find(({ version }) => version === encrypted[0] || version === 0);
  if (!key) throw new Error('The Unique ID was encrypted with a key that is not known');
  return openText(encrypted.subarray(1), key['unique-ids'], noticeId);
}
