import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { ByteSource } from '@redress/datafiles/byte-source';
import type { StoreLocation } from '../uploads/upload-store.ts';

export interface StoredFile {
  readonly location: StoreLocation;
  readonly key: string;
  /** As the filer named it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A stored document, read in ranges. Object storage would ask for the same ranges by HTTP. */
export function storedSource({ location, key, name, size }: StoredFile): ByteSource {
  const path = join(location.folder, key);
  return {
    name,
    size,
    async *stream(from = 0, to = size) {
      if (from >= to) return;
      const pieces: AsyncIterable<Uint8Array> = createReadStream(path, {
        start: from,
        end: to - 1,
        highWaterMark: pieceBytes,
      });
      yield* pieces;
    },
  };
}

const pieceBytes = 256 * 1024;
