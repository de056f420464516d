import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { keyedHash, type Keys, prepareKey } from '../../platform/keys/keys.ts';
import { exportFolder, type UploadStore } from '../../platform/storage/upload-store.ts';

const algorithm = 'aes-256-gcm';
const options = { authTagLength: 16 };

/** The data for reading a stored file, besides the secret. */
export interface StoredExport {
  readonly nonce: Buffer;
  readonly tag: Buffer;
  readonly keyVersion: number;
}

export interface WrittenFile extends StoredExport {
  readonly bytes: number;
  /** SHA-256 of the bytes before encryption. */
  readonly sha256: Buffer;
}

const keyOf = (keys: Pick<Keys, 'export-files'>, id: string) => prepareKey(keyedHash(keys['export-files'], id));

export const exportKeyOf = (id: string): string => `${exportFolder}/${id}`;

/** Encrypts a file with its own key, and stores it. Replaces the remains of an interrupted job. */
export async function storeEncrypted(
  store: Pick<UploadStore, 'write'>,
  keys: Keys,
  id: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<WrittenFile> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, keyOf(keys, id), nonce, options);
  const hash = createHash('sha256');
  let size = 0;
  const encrypted = async function* () {
    for await (const part of bytes) {
      hash.update(part);
      size += part.length;
      yield cipher.update(part);
    }
    yield cipher.final();
  };
  await store.write(exportKeyOf(id), encrypted());
  return { nonce, tag: cipher.getAuthTag(), keyVersion: keys.version, bytes: size, sha256: hash.digest() };
}

/** The decrypted bytes; undefined when the file's secret is no longer known. */
export function readEncrypted(
  store: Pick<UploadStore, 'read'>,
  keys: Keys,
  id: string,
  { nonce, tag, keyVersion }: StoredExport,
): Readable | undefined {
  const key = [keys, ...keys.others].find(({ version }) => version === keyVersion || version === 0);
  if (!key) return undefined;
  const decipher = createDecipheriv(algorithm, keyOf(key, id), nonce, options).setAuthTag(tag);
  const decrypted = async function* () {
    const stored: AsyncIterable<Buffer> = store.read(exportKeyOf(id));
    for await (const part of stored) yield decipher.update(part);
    // If a byte was changed, this throws and the download is cut off.
    yield decipher.final();
  };
  return Readable.from(decrypted(), { objectMode: false });
}
