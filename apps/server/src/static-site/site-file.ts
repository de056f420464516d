import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { formKeyPlaceholder, originPlaceholder } from '@redress/contract/site-files';
import { compress, type Encoding } from './content-encoding.ts';
import { type FillKey, precompress } from './precompressed-template.ts';

/** Larger files (scanned court papers) are sent from the disk. */
const maxBytesInMemory = 1_000_000;

/** A file of the built website. */
export interface FileOnDisk {
  /** Absolute. */
  readonly path: string;
  readonly size: number;
  /** The build also wrote these (`.br`, `.gz`). */
  readonly compressed: readonly Exclude<Encoding, 'identity'>[];
}

/** A file in one encoding. */
export interface Representation {
  /** A strong ETag: the hash of the bytes, so every machine with the same build sends the same. */
  readonly etag: string;
  readonly length: number;
  /** Absent for a large file, which is read from the disk. */
  readonly bytes?: Buffer;
}
export type Representations = Readonly<Partial<Record<Encoding, Representation>>> & {
  readonly identity: Representation;
  /** For a page with a form: its text before and after each form key. */
  readonly aroundKey?: readonly string[];
  /** The compressed page with a key; absent if it has to be compressed for each request. */
  readonly fillKey?: FillKey;
};

/**
 * Reads a file in all its encodings. Pages and texts contain a placeholder for the website's
 * address, so they are completed with `origin` and compressed here. The build has compressed the
 * other files.
 */
export async function readSiteFile(file: FileOnDisk, origin: string): Promise<Representations> {
  const ending = extname(file.path);
  if (ending === '.html') return readPage(await readWithOrigin(file.path, escapeMarkup(origin)));
  if (ending === '.xml') return compressAll(await readWithOrigin(file.path, escapeMarkup(origin)));
  if (ending === '.txt') return compressAll(await readWithOrigin(file.path, origin));
  if (file.size > maxBytesInMemory) return { identity: await describeLarge(file) };
  const [identity, br, zipped] = await Promise.all([
    readFile(file.path),
    file.compressed.includes('br') ? readFile(`${file.path}.br`) : undefined,
    file.compressed.includes('gzip') ? readFile(`${file.path}.gz`) : undefined,
  ]);
  return represent(identity, br, zipped);
}

async function readWithOrigin(path: string, origin: string): Promise<Buffer> {
  return Buffer.from((await readFile(path, 'utf8')).replaceAll(originPlaceholder, () => origin));
}

async function readPage(page: Buffer): Promise<Representations> {
  const aroundKey = page.toString('utf8').split(formKeyPlaceholder);
  const [before = '', after, ...more] = aroundKey;
  if (after === undefined) return compressAll(page);
  const fillKey = more.length === 0 ? await precompress(before, after) : undefined;
  return { ...represent(page, undefined, undefined), aroundKey, ...(fillKey && { fillKey }) };
}

async function compressAll(bytes: Buffer): Promise<Representations> {
  const [br, zipped] = await Promise.all([compress(bytes, 'br', 'smallest'), compress(bytes, 'gzip', 'smallest')]);
  return represent(bytes, br, zipped);
}

function represent(identity: Buffer, br: Buffer | undefined, zipped: Buffer | undefined): Representations {
  return {
    identity: inMemory(identity),
    ...(br ? { br: inMemory(br) } : {}),
    ...(zipped ? { gzip: inMemory(zipped) } : {}),
  };
}

function inMemory(bytes: Buffer): Representation {
  return { etag: etagOf(createHash('sha256').update(bytes).digest()), length: bytes.length, bytes };
}

async function describeLarge(file: FileOnDisk): Promise<Representation> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file.path), hash);
  return { etag: etagOf(hash.digest()), length: file.size };
}

/** 132 bits of the hash. */
function etagOf(sha256: Buffer): string {
  return `"${sha256.toString('base64url').slice(0, 22)}"`;
}

/** A host name may contain `&` and `'`. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
