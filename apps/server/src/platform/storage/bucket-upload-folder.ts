import { Readable } from 'node:stream';
import type { Bucket } from './bucket.ts';
import { type ByteRange } from './disk.ts';
import { StorageError } from './storage-error.ts';
import type { UploadFolder } from './upload-folder.ts';

const folder = 'uploads';
/** Bytes of one upload that wait in memory before they are stored. */
const pieceBytes = 4 * 1024 ** 2;
/** When this many bytes of all uploads in this process wait, pieces become smaller. */
const maxWaitingBytes = 64 * 1024 ** 2;
const minPieceBytes = 256 * 1024;

/** Bytes of an upload from `offset`, as one object. */
interface Piece {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
  readonly modified: Date;
}

/**
 * Resumable uploads in a bucket: each piece that arrived is an object, and an upload is the longest
 * chain of pieces from its first byte. A piece that arrives late, from a process that another one
 * has replaced, repeats bytes or extends nothing.
 */
export function openBucketUploadFolder(bucket: Bucket): UploadFolder {
  const pieceFolder = (id: string) => `${folder}/${id}/`;

  async function listPieces(id: string): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for await (const { key, size, modified } of bucket.list(pieceFolder(id))) {
      const [, offset, length] = /\/(\d+)-(\d+)$/.exec(key) ?? [];
      if (Number(length) === size) pieces.push({ key, offset: Number(offset), length: size, modified });
    }
    return pieces;
  }

  async function* readPieces(id: string, { from, to }: ByteRange = { from: 0, to: Infinity }): AsyncGenerator<Buffer> {
    const pieces = await listPieces(id);
    if (pieces.length === 0) throw new StorageError('ENOENT', 'Nothing of this upload is in the object storage');
    for (const { key, offset, length } of findChain(pieces)) {
      const range = { from: Math.max(0, from - offset), to: Math.min(length, to - offset) };
      if (range.from < range.to) yield* bucket.read(key, range);
    }
  }

  const read = (id: string, range?: ByteRange) => Readable.from(readPieces(id, range), { objectMode: false });

  return {
    async find(id) {
      const pieces = await listPieces(id);
      if (pieces.length === 0) return undefined;
      const mtime = new Date(Math.max(...pieces.map(({ modified }) => modified.getTime())));
      return { size: findChain(pieces).reduce((sum, { length }) => sum + length, 0), mtime };
    },
    async append(id, offset, bytes, writePart = (_offset, write) => write()) {
      let end = offset;
      const write = (piece: Buffer) => {
        const name = `${String(end).padStart(15, '0')}-${piece.length}`;
        return writePart(end, () => bucket.put(`${pieceFolder(id)}${name}`, piece)).then(() => {
          end += piece.length;
        });
      };
      const buffer = createPieceBuffer();
      try {
        let isRead = false;
        try {
          for await (const chunk of bytes) {
            const piece = buffer.add(chunk);
            isRead = true;
            if (piece) await write(piece);
            isRead = false;
          }
        } catch (error) {
          // The connection broke, but the bytes that have arrived need not be sent again.
          const rest = isRead ? undefined : buffer.take();
          if (rest) await write(rest);
          throw error;
        }
        const rest = buffer.take();
        if (rest) await write(rest);
        return end;
      } finally {
        buffer.take();
      }
    },
    read,
    // Each piece is stored before its chunk is answered.
    flush: () => Promise.resolve(),
    async remove(id) {
      for await (const { key } of bucket.list(pieceFolder(id))) await bucket.remove(key);
    },
    list: () => bucket.listNames(`${folder}/`),
    space: () => Promise.resolve(undefined),
    probe: bucket.probe,
    arrived: (id) => ({ read: () => read(id) }),
    async fileOf(id, { name, size }) {
      const objects = [];
      for (const { key, length } of findChain(await listPieces(id)))
        objects.push({ url: await bucket.sign(key), size: length });
      return { name, size, objects };
    },
  };
}

/** The pieces that lead furthest from the first byte without a gap, in order. */
function findChain(pieces: readonly Piece[]): Piece[] {
  /** The pieces by the offset at which they end. */
  const reached = new Map<number, Piece>();
  for (const piece of pieces.toSorted((a, b) => a.offset - b.offset))
    if (piece.offset === 0 || reached.has(piece.offset)) reached.set(piece.offset + piece.length, piece);
  const chain: Piece[] = [];
  for (let at = Math.max(0, ...reached.keys()); at > 0;) {
    const piece = reached.get(at);
    if (!piece) break;
    chain.push(piece);
    at = piece.offset;
  }
  return chain.toReversed();
}

let waitingBytes = 0;

/** Collects the chunks of one upload. */
function createPieceBuffer() {
  let chunks: Buffer[] = [];
  let length = 0;
  function take(): Buffer | undefined {
    if (length === 0) return undefined;
    const piece = Buffer.concat(chunks);
    waitingBytes -= length;
    chunks = [];
    length = 0;
    return piece;
  }
  return {
    take,
    /** Returns a piece when it is time to store it. */
    add(chunk: Buffer): Buffer | undefined {
      chunks.push(chunk);
      length += chunk.length;
      waitingBytes += chunk.length;
      const isFull = length >= pieceBytes || (waitingBytes >= maxWaitingBytes && length >= minPieceBytes);
      return isFull ? take() : undefined;
    },
  };
}
