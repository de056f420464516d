import { hashBytes, undefinedIfMissing } from '../../platform/storage/disk.ts';
import { isUploadId } from '../../platform/storage/upload-folder.ts';
import type { Storage } from '../../platform/storage/open-storage.ts';
import { exportFolder } from '../../platform/storage/upload-store.ts';

interface CopyOptions {
  readonly from: Storage;
  readonly to: Storage;
  /** Removes files from `to` that `from` no longer has. */
  readonly removesOthers: boolean;
  readonly onProgress: (step: string) => void;
}

export interface CopyResult {
  copied: number;
  /** Copied bytes. */
  bytes: number;
  /** Files that `to` already had, with the same bytes. */
  same: number;
  /** The keys of files that have other bytes in `to` and stay as they are. */
  readonly different: string[];
  /** The keys of files that only `to` has, unless they were removed. */
  readonly others: string[];
  removed: number;
}

/** Copying small files mostly means waiting for the storage, so several are copied at a time. */
const concurrency = 8;

/**
 * Copies documents, staged uploads, exports and unfinished uploads. Compares every byte of files
 * that `to` already has, so an interrupted copy continues. A server may use `from` at the same
 * time: files that it removes are skipped, and the next copy finds those that it adds.
 */
export async function copyDocuments({ from, to, removesOthers, onProgress }: CopyOptions): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, bytes: 0, same: 0, different: [], others: [], removed: 0 };

  const copies = {
    async file(key: string): Promise<void> {
      const size = await from.store.size(key);
      if (size === undefined) return;
      const there = await to.store.size(key);
      if (there !== undefined)
        return (await isSame(there, size, from.store.read(key), to.store.read(key)))
          ? void (result.same += 1)
          : void result.different.push(key);
      await to.store.write(key, from.store.read(key));
      if ((await to.store.size(key)) !== size) throw new Error(`${key} changed while it was copied`);
      result.copied += 1;
      result.bytes += size;
    },
    /** More bytes of an upload may have arrived since the last copy. */
    async upload(id: string): Promise<void> {
      const size = (await from.uploadFolder.find(id))?.size ?? 0;
      if (size === 0) return;
      const there = (await to.uploadFolder.find(id))?.size ?? 0;
      const isStart =
        there === 0 ||
        (there <= size &&
          (await isSame(there, there, from.uploadFolder.read(id, { from: 0, to: there }), to.uploadFolder.read(id))));
      if (!isStart) return void result.different.push(`uploads/${id}`);
      if (there === size) return void (result.same += 1);
      await to.uploadFolder.append(id, there, from.uploadFolder.read(id, { from: there, to: size }));
      result.copied += 1;
      result.bytes += size - there;
    },
  };

  const copyAll = async (names: AsyncGenerator<string>, copy: (name: string) => Promise<void>) => {
    const work = async () => {
      for await (const name of names) {
        // The server may have removed it meanwhile.
        await copy(name).catch(undefinedIfMissing);
        onProgress(`${result.copied} files copied, ${result.same} compared`);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  };
  for (const folder of [undefined, exportFolder]) await copyAll(from.store.list(folder), copies.file);
  await copyAll(listUploads(from), copies.upload);

  const findOther =
    (has: (name: string) => Promise<boolean>, remove: (name: string) => Promise<unknown>, prefix = '') =>
    async (name: string) => {
      if (await has(name)) return;
      if (!removesOthers) return void result.others.push(`${prefix}${name}`);
      await remove(name);
      result.removed += 1;
    };
  for (const folder of [undefined, exportFolder])
    await copyAll(to.store.list(folder), findOther(from.store.has, to.store.remove));
  const hasUpload = async (id: string) => (await from.uploadFolder.find(id)) !== undefined;
  await copyAll(listUploads(to), findOther(hasUpload, to.uploadFolder.remove, 'uploads/'));
  return result;
}

async function* listUploads({ uploadFolder }: Storage): AsyncGenerator<string> {
  yield* (await uploadFolder.list()).filter(isUploadId);
}

async function isSame(
  size: number,
  otherSize: number,
  bytes: AsyncIterable<Uint8Array>,
  otherBytes: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  if (size !== otherSize) return false;
  const [one, other] = await Promise.all([hashBytes(bytes), hashBytes(otherBytes)]);
  return one.sha256.equals(other.sha256);
}
