import type { Bucket } from './bucket.ts';
import { StorageError } from './storage-error.ts';
import { isTransientKey, type UploadStore } from './upload-store.ts';

/** A store in a bucket, with the guarantees of a folder. */
export function openBucketStore(bucket: Bucket): UploadStore {
  return {
    async write(key, bytes) {
      await bucket.write(key, bytes);
    },
    /** The original stays: a bucket moves nothing. */
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
    // Nobody knows how much a bucket takes.
    space: () => Promise.resolve(undefined),
    removeTemporary: bucket.removeTemporary,
    probe: bucket.probe,
    async fileOf(key, { name, size }) {
      return { name, size, objects: [{ url: await bucket.sign(key), size }] };
    },
  };
}
