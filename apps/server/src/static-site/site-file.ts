import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { formKeyPlaceholder, originPlaceholder } from '@redress/contract/site-files';
import type { Encoding } from './accept-encoding.ts';
import type { FillSlot } from './precompressed-template.ts';
import { prepareSlot } from './precompressed-template.ts';

/** Larger files are not kept in memory but sent from the disk: only papers of the court that someone scanned are so large. */
const largestInMemory = 1_000_000;

/** A file of the built website where it lies. */
export interface FileOnDisk {
  /** Absolute. */
  readonly path: string;
  readonly size: number;
  /** Those that the build put beside it (`.br`, `.gz`). */
  readonly compressed: readonly Exclude<Encoding, 'identity'>[];
}

/** A file as it travels in one encoding. */
export interface Representation {
  /** Strong: a hash of the bytes that are sent, the same on every machine that has the same build. */
  readonly etag: string;
  readonly length: number;
  /** Without them it is read from the disk. */
  readonly bytes?: Buffer;
}
export type Representations = Readonly<Partial<Record<Encoding, Representation>>> & {
  readonly identity: Representation;
  /** Of a page with a form: its text around the places of the one-time key, which is another one each time it is sent. */
  readonly aroundKey?: readonly string[];
  /** The same page with a key in it, as it travels; none where it must be compressed for each request. */
  readonly fillSlot?: FillSlot;
};

/**
 * Reads a file in every form that it can be sent in. Pages and texts hold a placeholder for the website's address, which the build does not
 * know: it is replaced by `origin` here, and they are compressed here. Everything else is taken as the build compressed it.
 */
export async function readSiteFile(file: FileOnDisk, origin: string): Promise<Representations> {
  const ending = extname(file.path);
  if (ending === '.html') return readPage(await readWithOrigin(file.path, escapeMarkup(origin)));
  if (ending === '.xml') return compress(await readWithOrigin(file.path, escapeMarkup(origin)));
  if (ending === '.txt') return compress(await readWithOrigin(file.path, origin));
  if (file.size > largestInMemory) return { identity: await describeLarge(file) };
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
  if (after === undefined) return compress(page);
  const fillSlot = more.length === 0 ? await prepareSlot(before, after) : undefined;
  return { ...represent(page, undefined, undefined), aroundKey, ...(fillSlot && { fillSlot }) };
}

async function compress(bytes: Buffer): Promise<Representations> {
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
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

/** 132 bits are enough to tell two files apart, and short in a header. */
function etagOf(sha256: Buffer): string {
  return `"${sha256.toString('base64url').slice(0, 22)}"`;
}

/** An address has few characters that markup reads otherwise, but a host name may hold `&` and `'`. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
