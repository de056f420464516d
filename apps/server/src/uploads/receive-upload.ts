import { type Selectable, sql } from 'kysely';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RefusalReason } from '@redress/contract/uploads';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import { type ImageType, isImageType, stripMetadata } from '@redress/image-metadata/strip-metadata';
import type { AppContext } from '../context.ts';
import type { ClaimDocumentsTable } from '../database/tables.ts';
import { type ByteRange, byteSource, hashBytes, lacksSpace, spaceMonitor } from '../storage/disk.ts';
import { cleanFileName, nameByType } from './file-name.ts';
import { checkFileType, sampleBytes, sampleFileType } from './file-type.ts';
import { createSlots } from './slots.ts';
import { maxBytesOf } from './upload-limits.ts';

export type UploadContext = Pick<AppContext, 'database' | 'keys' | 'store' | 'now'>;

type UploadRow = Selectable<ClaimDocumentsTable>;
/** How a stored file differs from the file as sent. */
export type StoredChanges = Pick<UploadRow, 'name' | 'given_name' | 'stored_sha256' | 'picture_metadata'>;
export type StoredBytes = Pick<UploadRow, 'id' | 'storage_key'>;

/** A file that passed all checks, with the names of its columns. */
export interface AcceptedUpload extends StoredChanges {
  readonly type: FileType;
  /** Bytes as sent. */
  readonly size: number;
  /** Of the bytes as sent. */
  readonly sha256: Buffer;
}
/** An accepted file whose bytes are in the store. */
export interface ReceivedUpload extends AcceptedUpload, StoredBytes {}
export interface RefusedUpload {
  readonly name: string;
  readonly reason: RefusalReason;
  /** The limit of a file that is too large, where it is not the form's. */
  readonly maxBytes?: number;
}

/** A file that has arrived. Where its bytes are is the only difference between the intakes. */
interface ArrivedFile {
  /** Cleaned. */
  readonly name: string;
  readonly size: number;
  /** What this intake takes at most, whatever the type. */
  readonly maxBytes: number;
  open(range?: ByteRange): Readable;
}
type InspectedFile =
  | RefusedUpload
  | {
      readonly upload: AcceptedUpload;
      /** Stored instead of the bytes as sent: an image without its metadata. */
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
  const sampled = await sampleFileType(await buffer(open({ from: 0, to: sampleBytes })), name);
  if (sampled === undefined || (sampled !== 'zip' && !item.types.includes(sampled))) return { name, reason: 'type' };
  if (size > file.maxBytes) return { name, reason: 'too-large', maxBytes: file.maxBytes };
  const checked = await checkFileType(byteSource(name, size, open), sampled, item);
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
type UploadTable = 'claim_documents' | 'staged_documents';
/** A row whose bytes nothing uses: the upload is arriving, or is being discarded. */
const isUnused = { claim_documents: sql`status = 'arriving'`, staged_documents: sql`form_key is null` } as const;
const maxDiscarded = 500;

export interface UploadDestination {
  readonly table: UploadTable;
  /** A folder of the store. */
  readonly folder: string;
  insertRow(upload: StoredBytes & { readonly name: string }): Promise<unknown>;
}

/**
 * Streams one file of a request into the store and inspects it. Reads it to its end, because more
 * files of the request may follow. A refused file, or one whose client aborts, leaves no trace.
 */
export async function receiveUpload(
  context: Pick<AppContext, 'database' | 'store'>,
  destination: UploadDestination,
  item: DocumentsItem,
  file: AsyncIterable<Buffer>,
  givenName: string,
): Promise<ReceivedUpload | RefusedUpload> {
  const { store } = context;
  const name = cleanFileName(givenName);
  const { maxBytes } = item;
  const isDiskFull = spaceMonitor(() => store.space());
  const arrived = { size: 0, isFull: lacksSpace(await store.space(), maxBytes) };
  async function* read() {
    for await (const chunk of file) {
      const left = maxBytes - arrived.size;
      arrived.size += chunk.length;
      arrived.isFull ||= await isDiskFull(chunk.length);
      if (!arrived.isFull && left > 0) yield chunk.subarray(0, left);
    }
  }
  if (arrived.isFull) {
    for await (const _ of read());
    return { name, reason: 'no-room' };
  }

  const id = randomUUID();
  const stored = { id, storage_key: `${destination.folder}/${id}` };
  await destination.insertRow({ ...stored, name });
  let isReceived = false;
  try {
    await store.write(stored.storage_key, read());
    const { size, isFull } = arrived;
    if (isFull) return { name, reason: 'no-room' };
    const open = (range?: ByteRange) => store.read(stored.storage_key, range);
    const inspected = await inspectFile({ name, size, maxBytes, open }, item);
    if ('reason' in inspected) return inspected;
    if (inspected.stripped) await store.write(stored.storage_key, Readable.from([inspected.stripped]));
    isReceived = true;
    return { ...stored, ...inspected.upload };
  } finally {
    if (!isReceived) await discardUploads(context, destination.table, [stored]);
  }
}

/** Removes unused uploads, the bytes first: cleanup finds a row without bytes, but not bytes without a row. */
export async function discardUploads(
  { database, store }: Pick<AppContext, 'database' | 'store'>,
  table: UploadTable,
  uploads: readonly StoredBytes[],
): Promise<void> {
  for (const { id, storage_key: key } of uploads) {
    await store.remove(key);
    await sql`delete from ${sql.table(table)} where id = ${id} and ${isUnused[table]}`.execute(database);
  }
}

/** Removes uploads that a crash left unused since `before`. */
export async function discardAbandoned(
  context: Pick<AppContext, 'database' | 'store'>,
  table: UploadTable,
  before: Date,
): Promise<void> {
  const { rows } = await sql<StoredBytes>`
    select id, storage_key from ${sql.table(table)}
    where ${isUnused[table]} and created_at < ${before} limit ${sql.lit(maxDiscarded)}`.execute(context.database);
  await discardUploads(context, table, rows);
}

/** Stripping holds an image in memory twice. */
const strips = createSlots(2);

/** Strips metadata, such as the location, from an image. */
async function stripImage(open: () => Readable, type: ImageType) {
  const release = await strips.take();
  try {
    const result = stripMetadata(await buffer(open()), type);
    return { metadata: result.outcome, stripped: result.outcome === 'removed' ? result.bytes : undefined };
  } finally {
    release();
  }
}
