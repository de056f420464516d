import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { mailMarkers, originPlaceholder } from '@redress/contract/site-files';
import { hashBytes, readFileRange, undefinedIfMissing } from '../../platform/storage/disk.ts';
import { compress, type Encoding } from './content-encoding.ts';

const mailSections = new RegExp(`${mailMarkers.start}.*?${mailMarkers.end}`, 'gs');

/** Larger files, such as scanned court papers, are sent from the disk. */
const maxBytesInMemory = 1_000_000;

/** The settings that differ between the servers of one build. */
export interface SiteSettings {
  readonly origin: string;
  /** Without email, pages leave out the sections that need it. */
  readonly sendsMail: boolean;
}

/** A file of the built website. */
export interface SiteFile {
  /** The path relative to the folder, with slashes. */
  readonly name: string;
  /** The absolute path. */
  readonly path: string;
  /** Compresses the text the first time. */
  read(): Promise<Representations>;
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
};

/**
 * Reads a file in all its encodings. Pages and text files contain a placeholder for the website's
 * address, so they are completed with `origin` and compressed here. The build has compressed the
 * other files.
 */
export async function readSiteFile(name: string, path: string, { origin, sendsMail }: SiteSettings): Promise<SiteFile> {
  const { size } = await stat(path);
  if (size > maxBytesInMemory) {
    const { sha256 } = await hashBytes(readFileRange(path));
    const representations = { identity: { etag: etagOf(sha256), length: size } };
    return { name, path, read: () => Promise.resolve(representations) };
  }
  const bytes = await readFile(path);
  const ending = extname(name);
  if (['.html', '.txt', '.xml'].includes(ending)) {
    const address = ending === '.txt' ? origin : escapeMarkup(origin);
    const complete = bytes.toString().replaceAll(originPlaceholder, () => address);
    // A page with one curly quote would take twice the memory if it were kept as a string.
    const text = Buffer.from(sendsMail ? complete : complete.replaceAll(mailSections, ''));
    let compressed: Promise<Representations> | undefined;
    return { name, path, read: () => (compressed ??= compressText(text)) };
  }
  const [br, zipped] = await Promise.all([
    readFile(`${path}.br`).catch(undefinedIfMissing),
    readFile(`${path}.gz`).catch(undefinedIfMissing),
  ]);
  const representations = represent(bytes, br, zipped);
  return { name, path, read: () => Promise.resolve(representations) };
}

async function compressText(bytes: Buffer): Promise<Representations> {
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

/** An ETag has 132 bits of the hash. */
function etagOf(sha256: Buffer): string {
  return `"${sha256.toString('base64url').slice(0, 22)}"`;
}

/** A host name may contain `&` and `'`. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
