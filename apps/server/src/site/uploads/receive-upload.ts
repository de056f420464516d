import { type Selectable, sql } from 'kysely';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { checkFileType, maxBytesOf, sampleBytes, sampleType } from '@redress/contract/file-type';
import type { RefusalReason } from '@redress/contract/uploads';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import { type ImageType, isImageType, stripMetadata } from '@redress/image-metadata/strip-metadata';
import type { SiteContext } from '../context.ts';
import type { ClaimDocumentsTable } from '../../claims/documents/tables.ts';
import { countUploadBytes } from '../../platform/metrics/event-metrics.ts';
import { type ByteRange, hashBytes, isStorageFull, requireSpace } from '../../platform/storage/disk.ts';
import { stagedFolder } from '../../platform/storage/upload-store.ts';
import { cleanFileName, nameByType } from '../../claims/documents/file-name.ts';
import { limitConcurrency } from '../../platform/jobs/limit-concurrency.ts';

export type UploadContext = Pick<SiteContext, 'database' | 'keys' | 'store' | 'now'>;

export interface ClaimRow {
  readonly id: string;
  readonly number: string;
}
type UploadRow = Selectable<ClaimDocumentsTable>;
/** The differences of a stored file from the file as sent. */
export type StoredChanges = Pick<UploadRow, 'name' | 'given_name' | 'stored_sha256' | 'picture_metadata'>;
export type StoredBytes = Pick<UploadRow, 'id' | 'storage_key'>;

/** A file that passed all checks, with the names of its columns. */
export interface AcceptedUpload extends StoredChanges {
  readonly type: FileType;
  /** The size and hash of the bytes as sent. */
  readonly size: number;
  readonly sha256: Buffer;
}
/** An accepted file whose bytes are in the store. */
export interface ReceivedUpload extends AcceptedUpload, StoredBytes {}
export interface RefusedUpload {
  readonly name: string;
  readonly reason: RefusalReason;
  /** The limit that a file exceeded, if it is not the form's limit. */
  readonly maxBytes?: number;
}

/** A file that has arrived, by any route. */
interface ArrivedFile {
  /** The cleaned name. */
  readonly name: string;
  readonly size: number;
  /** Maximum bytes that this route accepts for any type. */
  readonly maxBytes: number;
  open(range?: ByteRange): Readable;
}
export type InspectedFile =
  | RefusedUpload
  | {
      readonly upload: AcceptedUpload;
      /** An image without its metadata, which is stored instead of the bytes as sent. */
      readonly stripped: Buffer | undefined;
    };

/** Checks type and size of a file, hashes it, and strips the metadata of an image. */
export async function inspectFile(
  file: ArrivedFile,
  item: DocumentsItem,
  signal?: AbortSignal,
): Promise<InspectedFile> {
  const { name, size, open } = file;
  if (size === 0) return { name, reason: 'empty' };
  const sampled = sampleType(await buffer(open({ from: 0, to: sampleBytes })), name);
  if (sampled === undefined) return { name, reason: 'type' };
  if (size > file.maxBytes) return { name, reason: 'too-large', maxBytes: file.maxBytes };
  const source = { name, size, stream: (from = 0, to = size) => open({ from, to }) };
  const checked = await checkFileType(source, sampled, item);
  if ('refusal' in checked) return { name, reason: checked.refusal };
  const { type } = checked;
  const maxBytes = maxBytesOf(item, type);
  if (size > maxBytes) return { name, reason: 'too-large', maxBytes };
  const hashed = await hashBytes(open(), signal);
  if (hashed.size !== size) return { name, reason: 'incomplete' };
  const { metadata, stripped } = isImageType(type) ? await stripImage(open, type) : {};
  const newName = nameByType(name, type);
  const upload = {
    ...hashed,
    type,
    name: newName,
    given_name: newName === name ? null : name,
    picture_metadata: metadata ?? null,
    stored_sha256: stripped ? createHash('sha256').update(stripped).digest() : null,
  };
  return { upload, stripped };
}

/** The tables whose rows keep track of bytes in the store, each inserted before its first byte. */
export const uploadTables = ['claim_documents', 'staged_documents'] as const;
/** A row whose bytes nothing uses: the upload is arriving, or is being discarded. */
export const isUnused = { claim_documents: sql`status = 'arriving'`, staged_documents: sql`form_key is null` } as const;

/**
 * Streams one file of a request into the store and inspects it. A refused file, or one whose client
 * aborts or whose disk fails, leaves no trace. A full disk refuses only this file, because others
 * of the request may fit, and a form can be filed without it.
 * @param file is at most one byte longer than the form allows
 * @param claim undefined for a no-script form, which is filed later and may send its key last
 */
export async function receiveUpload(
  context: UploadContext & Pick<SiteContext, 'log'>,
  claim: ClaimRow | undefined,
  item: DocumentsItem,
  file: Readable,
  givenName: string,
): Promise<ReceivedUpload | RefusedUpload> {
  const { database, store, now } = context;
  const name = cleanFileName(givenName);
  const { maxBytes } = item;
  let size = 0;
  async function* read() {
    // A failing write ends this loop early, and the rest of the request can still be read.
    const chunks: AsyncIterable<Buffer> = file.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      size += chunk.length;
      countUploadBytes(chunk.length);
      // Uploads that started together each saw the same free space.
      requireSpace(await store.space(), 0);
      yield chunk;
    }
  }
  const id = randomUUID();
  const stored = { id, storage_key: `${claim?.number ?? stagedFolder}/${id}` };
  const row = { ...stored, name, created_at: now() };
  const inserted = claim
    ? database.insertInto('claim_documents').values({ ...row, claim_id: claim.id, status: 'arriving' })
    : database.insertInto('staged_documents').values({ ...row, form_key: null, type: null, size: null, sha256: null });
  await inserted.execute();
  let isReceived = false;
  try {
    requireSpace(await store.space(), maxBytes);
    await store.write(stored.storage_key, read());
    const open = (range?: ByteRange) => store.read(stored.storage_key, range);
    const inspected = await inspectFile({ name, size, maxBytes, open }, item);
    if ('reason' in inspected) return inspected;
    if (inspected.stripped) await store.write(stored.storage_key, Readable.from([inspected.stripped]));
    isReceived = true;
    return { ...stored, ...inspected.upload };
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    context.log.error({ err: error }, 'no space for an upload');
    // The rest of the request can be read only after this file, so read the file to its end.
    for await (const _ of file);
    return { name, reason: 'no-room' };
  } finally {
    if (!isReceived) await discardUploads(context, claim ? 'claim_documents' : 'staged_documents', [stored]);
  }
}

/** Removes unused uploads. Bytes go first: cleanup finds rows without bytes, not the reverse. */
export async function discardUploads(
  { database, store }: Pick<SiteContext, 'database' | 'store'>,
  table: (typeof uploadTables)[number],
  uploads: readonly StoredBytes[],
): Promise<void> {
  for (const { id, storage_key: key } of uploads) {
    await store.remove(key);
    await sql`delete from ${sql.table(table)} where id = ${id} and ${isUnused[table]}`.execute(database);
  }
}

/** Stripping holds an image in memory twice. */
const strip = limitConcurrency(2);

/** Strips metadata, such as the location, from an image. */
const stripImage = (open: () => Readable, type: ImageType) =>
  strip(async () => {
    const result = stripMetadata(await buffer(open()), type);
    return { metadata: result.outcome, stripped: result.outcome === 'removed' ? result.bytes : undefined };
  });
