import type { Selectable } from 'kysely';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RefusalReason } from '@redress/contract/uploads';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import { type ImageType, isImageType, stripMetadata } from '@redress/image-metadata/strip-metadata';
import type { AppContext } from '../context.ts';
import type { ClaimDocumentsTable, PictureMetadata } from '../database/tables.ts';
import { byteSource, lacksSpace, spaceMonitor } from '../storage/disk.ts';
import type { UploadStore } from '../storage/upload-store.ts';
import { cleanFileName, nameByType } from './file-name.ts';
import { checkFileType, sampleBytes, sampleFileType } from './file-type.ts';

export type UploadContext = Pick<AppContext, 'database' | 'keys' | 'store' | 'now'>;

type UploadRow = Selectable<ClaimDocumentsTable>;
/** How a stored file differs from the file as sent. */
export type StoredChanges = Pick<UploadRow, 'name' | 'given_name' | 'stored_sha256' | 'picture_metadata'>;

/** An upload whose bytes are in the store, with the names of its columns. */
export interface ReceivedUpload extends StoredChanges, Pick<UploadRow, 'id' | 'storage_key'> {
  readonly type: FileType;
  /** Bytes as sent. */
  readonly size: number;
  /** Of the bytes as sent. */
  readonly sha256: Buffer;
}
export interface RefusedUpload {
  readonly name: string;
  readonly reason: RefusalReason;
}
export type ReceiveResult =
  | { readonly outcome: 'received'; readonly upload: ReceivedUpload }
  | ({ readonly outcome: 'refused' } & RefusedUpload);

/** Where an upload goes. Its row is inserted before its first byte, so no bytes lack a row. */
export interface UploadDestination {
  /** A folder of the store. */
  readonly folder: string;
  /** Asked before anything is stored. */
  isFull(): Promise<boolean>;
  insertRow(upload: Pick<ReceivedUpload, 'id' | 'name' | 'storage_key'>): Promise<void>;
  deleteRow(id: string): Promise<void>;
}

/** An image with its metadata stripped, and its hash. */
export interface StrippedImage {
  readonly metadata: PictureMetadata;
  /** Absent when there was nothing to strip. */
  readonly changed?: { readonly bytes: Buffer; readonly sha256: Buffer };
}

/**
 * Streams one file into the store and checks its type and size. A refused file leaves no bytes and
 * no row, and is read to its end, because more files of the same request may follow. Rejects, also
 * without a trace, when the client aborts.
 */
export async function receiveUpload(
  store: UploadStore,
  destination: UploadDestination,
  item: DocumentsItem,
  file: AsyncIterable<Buffer>,
  givenName: string,
): Promise<ReceiveResult> {
  const name = cleanFileName(givenName);
  const { sample, all } = await takeSample(file, sampleBytes);
  const refuse = async (reason: RefusalReason): Promise<ReceiveResult> => {
    for await (const _ of all);
    return { outcome: 'refused', name, reason };
  };

  if (sample.length === 0) return refuse('empty');
  const sampled = await sampleFileType(sample, name);
  if (sampled === undefined || (sampled !== 'zip' && !item.types.includes(sampled))) return refuse('type');
  if (await destination.isFull()) return refuse('too-many');
  if (lacksSpace(await store.space(), item.maxBytes)) return refuse('no-room');

  const id = randomUUID();
  const storageKey = `${destination.folder}/${id}`;
  await destination.insertRow({ id, name, storage_key: storageKey });
  let isReceived = false;
  try {
    const measured = measure(all, item.maxBytes, store);
    await store.write(storageKey, measured.bytes);
    const { size, sha256, refusal } = measured.result();
    if (refusal !== undefined) return await refuse(refusal);
    const source = byteSource(name, size, (range) => store.read(storageKey, range));
    const checked = await checkFileType(source, sampled, item);
    if ('refusal' in checked) return await refuse(checked.refusal);
    const { type } = checked;
    const image = isImageType(type) ? await stripImage(() => store.read(storageKey), type) : undefined;
    if (image?.changed) await store.write(storageKey, Readable.from([image.changed.bytes]));
    isReceived = true;
    const changes = describeChanges(name, type, image);
    return { outcome: 'received', upload: { id, storage_key: storageKey, type, size, sha256, ...changes } };
  } finally {
    if (!isReceived) await discardUpload(store, destination, { id, storage_key: storageKey });
  }
}

/** Removes the bytes first: cleanup finds a row without bytes, but not bytes without a row. */
export async function discardUpload(
  store: UploadStore,
  destination: Pick<UploadDestination, 'deleteRow'>,
  { id, storage_key: storageKey }: Pick<ReceivedUpload, 'id' | 'storage_key'>,
): Promise<void> {
  await store.remove(storageKey);
  await destination.deleteRow(id);
}

/** Deletes the row of an upload to a claim that is not stored yet. */
export async function deleteArrivingRow({ database }: Pick<AppContext, 'database'>, id: string): Promise<void> {
  await database.deleteFrom('claim_documents').where('id', '=', id).where('status', '=', 'arriving').execute();
}

export function describeChanges(givenName: string, type: FileType, image: StrippedImage | undefined): StoredChanges {
  const name = nameByType(givenName, type);
  return {
    name,
    given_name: name === givenName ? null : givenName,
    picture_metadata: image?.metadata ?? null,
    stored_sha256: image?.changed?.sha256 ?? null,
  };
}

/** Stripping holds an image in memory twice, so only two run at a time. */
const maxConcurrentStrips = 2;
let strips = 0;
const waitingStrips: (() => void)[] = [];

/** Strips metadata, such as the location, from an image. */
export async function stripImage(open: () => Promise<Readable>, type: ImageType): Promise<StrippedImage> {
  if (strips >= maxConcurrentStrips) await new Promise<void>((resolve) => waitingStrips.push(resolve));
  else strips += 1;
  try {
    const result = stripMetadata(await buffer(await open()), type);
    if (result.outcome !== 'removed') return { metadata: result.outcome };
    const { bytes } = result;
    return { metadata: 'removed', changed: { bytes, sha256: createHash('sha256').update(bytes).digest() } };
  } finally {
    const next = waitingStrips.shift();
    if (next) next();
    else strips -= 1;
  }
}

/** Returns the first bytes of a stream, and the whole stream with them. */
export async function takeSample(
  source: AsyncIterable<Buffer>,
  wanted: number,
): Promise<{ sample: Buffer; all: AsyncGenerator<Buffer> }> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving a `for await` loop would end the stream.
  const iterator = source[Symbol.asyncIterator]();
  let isEnded = false;
  while (length < wanted && !isEnded) {
    const next = await iterator.next();
    if (next.done === true) isEnded = true;
    else {
      chunks.push(next.value);
      length += next.value.length;
    }
  }
  const read = Buffer.concat(chunks);
  async function* readAll() {
    yield read;
    while (!isEnded) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { sample: read.subarray(0, wanted), all: readAll() };
}

/** Counts and hashes passing bytes. Beyond a limit it drops bytes, but still reads to the end. */
function measure(source: AsyncIterable<Buffer>, maxBytes: number, store: UploadStore) {
  const hash = createHash('sha256');
  const isDiskFull = spaceMonitor(() => store.space());
  let size = 0;
  let refusal: 'too-large' | 'no-room' | undefined;
  async function* pass() {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) refusal = 'too-large';
      if (refusal === undefined && (await isDiskFull(chunk.length))) refusal = 'no-room';
      if (refusal !== undefined) continue;
      hash.update(chunk);
      yield chunk;
    }
  }
  return { bytes: pass(), result: () => ({ size, sha256: hash.digest(), refusal }) };
}
