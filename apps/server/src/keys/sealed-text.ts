import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { prepareKey } from './keys.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a key of 32 bytes: nonce (12 bytes), tag (16), text. It is bound to what it belongs to, and opens for nothing else. */
export function sealText(text: string, key: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, prepareKey(key), nonce, { authTagLength: tagBytes }).setAAD(
    Buffer.from(boundTo),
  );
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Throws when the bytes were changed, or belong to something else or another key. */
export function openText(sealed: Buffer, key: Buffer, boundTo: string): string {
  const decipher = createDecipheriv(algorithm, prepareKey(key), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
