import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { formKeyPlaceholder, originPlaceholder } from '@redress/contract/site-files';
import { hashBytes, readFileRange, undefinedIfMissing } from '../storage/disk.ts';
import { compress, type Encoding } from './content-encoding.ts';
import { precompress } from './precompressed-template.ts';

/** Larger files (scanned court papers) are sent from the disk. */
const maxBytesInMemory = 1_000_000;

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
  readonly template?: FormPageTemplate;
};

/** A page with a form, which needs a form key between `before` and `after`. */
export interface FormPageTemplate {
  readonly before: string;
  readonly after: string;
  /** Given the key and `after`, the page in brotli. */
  readonly finish: (ending: string) => Buffer;
}

/**
 * Reads a file in all its encodings. Pages and texts contain a placeholder for the website's
 * address, so they are completed with `origin` and compressed here. The build has compressed the
 * other files.
 */
export async function readSiteFile(path: string, size: number, origin: string): Promise<Representations> {
  switch (extname(path)) {
    case '.html':
      return readPage(await readWithOrigin(path, escapeMarkup(origin)));
    case '.xml':
      return compressAll(await readWithOrigin(path, escapeMarkup(origin)));
    case '.txt':
      return compressAll(await readWithOrigin(path, origin));
  }
  if (size > maxBytesInMemory)
    return { identity: { etag: etagOf((await hashBytes(readFileRange(path))).sha256), length: size } };
  const [identity, br, zipped] = await Promise.all([
    readFile(path),
    readFile(`${path}.br`).catch(undefinedIfMissing),
    readFile(`${path}.gz`).catch(undefinedIfMissing),
  ]);
  return represent(identity, br, zipped);
}

async function readWithOrigin(path: string, origin: string): Promise<Buffer> {
  return Buffer.from((await readFile(path, 'utf8')).replaceAll(originPlaceholder, () => origin));
}

async function readPage(page: Buffer): Promise<Representations> {
  const at = page.indexOf(formKeyPlaceholder);
  if (at === -1) return compressAll(page);
  const before = page.subarray(0, at);
  const after = page.subarray(at + formKeyPlaceholder.length).toString();
  return { ...represent(page), template: { before: before.toString(), after, finish: await precompress(before) } };
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

/** 132 bits of the hash. */
function etagOf(sha256: Buffer): string {
  return `"${sha256.toString('base64url').slice(0, 22)}"`;
}

/** A host name may contain `&` and `'`. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
