import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { formKeyPlaceholder, originPlaceholder } from '@redress/contract/site-files';
import { hashBytes, readFileRange, undefinedIfMissing } from '../storage/disk.ts';
import { compress, type Encoding } from './content-encoding.ts';
import { type FillKey, precompress } from './precompressed-template.ts';

/** Larger files (scanned court papers) are sent from the disk. */
const maxBytesInMemory = 1_000_000;

/** A file of the built website. */
export interface SiteEntry {
  /** Path relative to the folder, with slashes. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly size: number;
  /** Its name, and what changes with the file or its compressed versions. */
  readonly signature: string;
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
  /** The page with a key in brotli; absent if it has to be compressed for each request. */
  readonly fillKey?: FillKey;
};

/**
 * Reads a file in all its encodings. Pages and texts contain a placeholder for the website's
 * address, so they are completed with `origin` and compressed here. The build has compressed the
 * other files.
 */
export async function readSiteFile(file: SiteEntry, origin: string): Promise<Representations> {
  const ending = extname(file.path);
  if (ending === '.html') return readPage(await readWithOrigin(file.path, escapeMarkup(origin)));
  if (ending === '.xml') return compressAll(await readWithOrigin(file.path, escapeMarkup(origin)));
  if (ending === '.txt') return compressAll(await readWithOrigin(file.path, origin));
  if (file.size > maxBytesInMemory) return { identity: await describeLarge(file) };
  const [identity, br, zipped] = await Promise.all([
    readFile(file.path),
    readFile(`${file.path}.br`).catch(undefinedIfMissing),
    readFile(`${file.path}.gz`).catch(undefinedIfMissing),
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
  return { ...represent(page), aroundKey, ...(fillKey && { fillKey }) };
}

async function compressAll(bytes: Buffer): Promise<Representations> {
  const [br, zipped] = await Promise.all([compress(bytes, 'br', 'smallest'), compress(bytes, 'gzip', 'smallest')]);
  return represent(bytes, br, zipped);
}

function represent(identity: Buffer, br?: Buffer, zipped?: Buffer): Representations {
  const inMemory = (bytes: Buffer) => ({ etag: etagOf(hash('sha256', bytes, 'buffer')), length: bytes.length, bytes });
  return {
    identity: inMemory(identity),
    ...(br && { br: inMemory(br) }),
    ...(zipped && { gzip: inMemory(zipped) }),
  };
}

async function describeLarge({ path, size }: SiteEntry): Promise<Representation> {
  return { etag: etagOf((await hashBytes(readFileRange(path))).sha256), length: size };
}

/** 132 bits of the hash. */
function etagOf(sha256: Buffer): string {
  return `"${sha256.toString('base64url').slice(0, 22)}"`;
}

/** A host name may contain `&` and `'`. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
