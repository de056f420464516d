import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentsLocation } from './bucket-location.ts';
import { StartError } from '../errors/start-error.ts';
import { openBucketUploadFolder } from './bucket-upload-folder.ts';
import { openBucket, type Bucket } from './bucket.ts';
import { makeWritableFolder } from './disk.ts';
import { StorageError } from './storage-error.ts';
import { openUploadFolder, type UploadFolder } from './upload-folder.ts';
import { openUploadStore, temporaryFolder, type UploadStore, isTransientKey } from './upload-store.ts';

/** The setting of the documents, which are in the data folder without it. */
interface DocumentsConfig {
  readonly documents: DocumentsLocation | undefined;
}

export interface Storage {
  readonly name: string;
  readonly store: UploadStore;
  readonly uploadFolder: UploadFolder;
  /** Names the folder or bucket that has files already. */
  findUsed(): Promise<string | undefined>;
}

/** The name of a folder or a bucket that people see. */
export function nameStorage({ documents }: DocumentsConfig, dataFolder: string): string {
  return documents?.kind === 's3'
    ? `s3://${documents.bucket}/${documents.prefix}`
    : documentFolders(documents, dataFolder).documents;
}

/** Opens the folder or the bucket of `DOCUMENTS_URL`, or the folders in the data folder. */
export async function openStorage({ documents }: DocumentsConfig, dataFolder: string): Promise<Storage> {
  const name = nameStorage({ documents }, dataFolder);
  if (documents?.kind === 's3') {
    const bucket = await openBucket(documents);
    return {
      name,
      store: openBucketStore(bucket),
      uploadFolder: openBucketUploadFolder(bucket),
      async findUsed() {
        // A server that was killed may have left its probe.
        for await (const { key } of bucket.list('')) if (!key.startsWith(`${temporaryFolder}/`)) return name;
        return undefined;
      },
    };
  }
  const folders = documentFolders(documents, dataFolder);
  return {
    name,
    store: await openUploadStore(folders.documents),
    // Every server process must find the bytes that another one received.
    uploadFolder: await openUploadFolder(folders.uploads),
    async findUsed() {
      for (const folder of Object.values(folders))
        if ((await readdir(folder)).some((name) => join(folder, name) !== folders.uploads))
          return `The folder ${folder}`;
      return undefined;
    },
  };
}

/** Both folders are in the data folder, or the uploads are inside `DOCUMENTS_URL`. */
export function documentFolders(documents: { readonly folder: string } | undefined, dataFolder: string) {
  return {
    documents: documents?.folder ?? join(dataFolder, 'documents'),
    uploads: join(documents?.folder ?? dataFolder, 'uploads'),
  };
}

/**
 * Checks that the folder or bucket of `DOCUMENTS_URL` can be written.
 * @param onUnavailable is called with advice, instead of throwing, for a bucket that is only full
 *   or unavailable
 * @throws StartError with advice
 */
export async function requireWritableStorage(
  { documents }: DocumentsConfig,
  onUnavailable?: (message: string) => void,
): Promise<void> {
  if (documents?.kind === 'folder') await makeWritableFolder(documents.folder);
  if (documents?.kind !== 's3') return;
  const bucket = await openBucket(documents);
  try {
    await bucket.probe();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const isPassing = error.code === 'EDQUOT' || error.details.isUnanswered === true;
    if (!isPassing || !onUnavailable) throw new StartError(error.message, { cause: error });
    onUnavailable(error.message);
  } finally {
    bucket.close();
  }
}

/** A store in a bucket, with the guarantees of a folder. */
function openBucketStore(bucket: Bucket): UploadStore {
  return {
    async write(key, bytes) {
      await bucket.write(key, bytes);
    },
    /** The original stays, because a bucket cannot move objects. */
    async moveIn(key, { read, sha256 }) {
      const written = await bucket.write(key, read());
      if (sha256 && !written.sha256.equals(sha256))
        throw new StorageError('EIO', 'The upload changed while it was copied');
    },
    has: async (key) => (await bucket.size(key)) !== undefined,
    size: bucket.size,
    read: bucket.read,
    remove: bucket.remove,
    // Removals are durable, and there are no folders.
    flushRemovals: () => Promise.resolve(),
    async *list(folder) {
      for await (const { key } of bucket.list(folder === undefined ? '' : `${folder}/`))
        if (folder !== undefined || !isTransientKey(key)) yield key;
    },
    // The capacity of a bucket is unknown.
    space: () => Promise.resolve(undefined),
    removeTemporary: bucket.removeTemporary,
    probe: bucket.probe,
    async fileOf(key, { name, size }) {
      return { name, size, objects: [{ url: await bucket.sign(key), size }] };
    },
  };
}
