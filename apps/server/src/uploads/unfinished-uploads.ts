import { DataStore, Upload } from '@tus/utils';
import type { Readable } from 'node:stream';
import type { Database } from '../database/pool.ts';
import { DiskFullError, lacksSpace, spaceMonitor } from '../storage/disk.ts';
import { UploadBusyError, UploadCompleteError, UploadGoneError } from './upload-errors.ts';
import type { UploadFolder } from '../storage/upload-folder.ts';
import type { UploadLocker } from './upload-locker.ts';

/** What works on uploads shares. */
export interface UnfinishedUploads {
  readonly database: Database;
  readonly folder: UploadFolder;
  readonly locker: UploadLocker;
  /** There are uploads with all their bytes, to be joined to their claims. */
  readonly wakeJoiner: () => void;
}

/**
 * Where tus finds and puts the bytes of uploads: the folder has the bytes, the table everything else. (The library's own FileStore keeps what
 * it knows in files beside the bytes, makes a folder that everybody can enter, hides why a write failed, and goes on writing for a
 * moment after a line broke; docs/decisions/0012.) Whoever calls it holds the upload's lock.
 */
export class UnfinishedUploadStore extends DataStore {
  readonly #uploads: UnfinishedUploads;
  readonly #onComplete: (id: string) => void;

  constructor(uploads: UnfinishedUploads, onComplete: (id: string) => void) {
    super();
    this.#uploads = uploads;
    this.#onComplete = onComplete;
    this.extensions = ['creation', 'termination'];
  }

  override async getUpload(id: string): Promise<Upload> {
    const { database, folder } = this.#uploads;
    const row = await database
      .selectFrom('uploads')
      .innerJoin('claims', 'claims.id', 'uploads.claim_id')
      .select(['uploads.size', 'uploads.status', 'uploads.name', 'claims.number'])
      .where('uploads.id', '=', id)
      .executeTakeFirst();
    if (!row) throw new UploadGoneError();
    const size = Number(row.size);
    const offset = row.status === 'arriving' ? ((await folder.find(id))?.size ?? 0) : size;
    // A process ended between the last byte and its word of it.
    if (row.status === 'arriving' && offset === size) await this.#complete(id);
    return new Upload({ id, size, offset, metadata: { claimnumber: row.number, filename: row.name } });
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const { folder, locker } = this.#uploads;
    const mayWrite = locker.watchHold(id);
    const { size, offset: there } = await this.getUpload(id);
    // All of it came before: a browser that did not hear of it says so again.
    if (there === size) return there;
    const missing = (size ?? 0) - offset;
    if (lacksSpace(await folder.space(), missing)) throw new DiskFullError('The disk of unfinished uploads is full');
    const end = await folder.append(id, offset, whileWritable(bytes, folder, mayWrite));
    if (end === size) await this.#complete(id);
    return end;
  }

  override async remove(id: string): Promise<void> {
    const { database, folder } = this.#uploads;
    const deleted = await database
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('status', '=', 'arriving')
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw new UploadCompleteError();
    await folder.remove(id);
  }
  async #complete(id: string): Promise<void> {
    await completeUpload(this.#uploads, id);
    this.#onComplete(id);
  }
}

/** Stops at the first chunk for which the disk lacks space or the request no longer holds the lock. */
async function* whileWritable(
  bytes: AsyncIterable<Buffer>,
  folder: UploadFolder,
  holdsLock: () => boolean,
): AsyncGenerator<Buffer> {
  const isDiskFull = spaceMonitor(() => folder.space());
  for await (const chunk of bytes) {
    if (await isDiskFull(chunk.length)) throw new DiskFullError('The disk of unfinished uploads is full');
    if (!holdsLock()) throw new UploadBusyError('The lock of the upload was lost');
    yield chunk;
  }
}

/** All its bytes are there: from now on it is joined, whatever happens to this process. */
export async function completeUpload({ database }: Pick<UnfinishedUploads, 'database'>, id: string): Promise<void> {
  await database
    .updateTable('uploads')
    .set({ status: 'complete' })
    .where('id', '=', id)
    .where('status', '=', 'arriving')
    .execute();
}
