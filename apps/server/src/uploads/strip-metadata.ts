import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { PictureMetadata } from '../database/tables.ts';
import type { ImageType } from '@redress/image-metadata/strip-metadata';
import { stripMetadata } from '@redress/image-metadata/strip-metadata';

export interface PrivatePicture {
  readonly metadata: PictureMetadata;
  /** What is to be kept in place of what came. */
  readonly changed?: { readonly bytes: Buffer; readonly sha256: Buffer };
}

/** Each is in memory as a whole, twice: no more at the same time, however many arrive. */
const atOnce = 2;
let inWork = 0;
const waiting: (() => void)[] = [];

/** Looks for what a picture tells besides itself, such as where it was taken, and takes it out. */
export async function makePrivate(open: () => Promise<Readable>, type: ImageType): Promise<PrivatePicture> {
  if (inWork >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else inWork += 1;
  try {
    const result = stripMetadata(await buffer(await open()), type);
    if (result.outcome !== 'removed') return { metadata: result.outcome };
    const { bytes } = result;
    return { metadata: 'removed', changed: { bytes, sha256: createHash('sha256').update(bytes).digest() } };
  } finally {
    const next = waiting.shift();
    if (next) next();
    else inWork -= 1;
  }
}
