import type { Box } from './heic-boxes.ts';
import { readBoxes } from './heic-boxes.ts';
import type { Range } from './ranges.ts';

/** A picture, a tile of it, or metadata: what it is, and where its bytes are in the file. */
export interface Item {
  /** Four letters: `hvc1`, `grid`, `Exif`, `mime`. Empty when the file does not say. */
  readonly type: string;
  /** Of `mime`. */
  readonly contentType: string;
  readonly extents: readonly Range[];
}

/** In all items together: each may take no byte of the file. */
const mostExtents = 100_000;

/** Reads off numbers of any length, and never beyond the end: there all is zero, and it says so. */
class Cursor {
  readonly #bytes: Buffer;
  readonly #to: number;
  at: number;
  isBeyond = false;

  constructor(bytes: Buffer, from: number, to: number) {
    this.#bytes = bytes;
    this.at = from;
    this.#to = to;
  }

  /** A number of 0, 1, 2, 4 or 8 bytes. */
  number(length: number): number {
    const from = this.at;
    this.at += length;
    if (this.at > this.#to) {
      this.isBeyond = true;
      return 0;
    }
    if (length === 0) return 0;
    return length === 8 ? Number(this.#bytes.readBigUInt64BE(from)) : this.#bytes.readUIntBE(from, length);
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.at);
    const to = end === -1 || end > this.#to ? this.#to : end;
    const text = this.#bytes.toString('latin1', this.at, to);
    this.at = to + 1;
    return text;
  }
}

/** The items of a file by the parts of its `meta` box; undefined when these are missing, damaged, or say something that nobody here knows. */
export function readItems(bytes: Buffer, parts: readonly Box[]): Item[] | undefined {
  const information = parts.find(({ type }) => type === 'iinf');
  const locations = parts.find(({ type }) => type === 'iloc');
  if (!information || !locations) return undefined;
  const kinds = readKinds(bytes, information);
  const places =
    kinds &&
    readPlaces(
      bytes,
      locations,
      parts.find(({ type }) => type === 'idat'),
    );
  if (!places) return undefined;
  return [...places].map(([id, extents]) => ({ ...(kinds.get(id) ?? { type: '', contentType: '' }), extents }));
}

function readKinds(bytes: Buffer, { content, to }: Box): Map<number, Omit<Item, 'extents'>> | undefined {
  const head = new Cursor(bytes, content, to);
  const version = head.number(1);
  head.number(3);
  head.number(version === 0 ? 2 : 4);
  const entries = head.isBeyond ? undefined : readBoxes(bytes, head.at, to);
  if (!entries) return undefined;
  const kinds = new Map<number, Omit<Item, 'extents'>>();
  for (const entry of entries) {
    if (entry.type !== 'infe') return undefined;
    const cursor = new Cursor(bytes, entry.content, entry.to);
    const entryVersion = cursor.number(1);
    cursor.number(3);
    const id = cursor.number(entryVersion === 3 ? 4 : 2);
    cursor.number(2);
    const type =
      entryVersion < 2 ? 'mime' : String.fromCharCode(...[1, 1, 1, 1].map((length) => cursor.number(length)));
    if (cursor.isBeyond) return undefined;
    cursor.text();
    kinds.set(id, { type, contentType: type === 'mime' ? cursor.text() : '' });
  }
  return kinds;
}

const numberLengths = new Set([0, 4, 8]);

function readPlaces(bytes: Buffer, { content, to }: Box, data: Box | undefined): Map<number, Range[]> | undefined {
  const cursor = new Cursor(bytes, content, to);
  const version = cursor.number(1);
  cursor.number(3);
  const [sizes, more] = [cursor.number(1), cursor.number(1)];
  const [offsetLength, lengthLength, baseLength] = [sizes >> 4, sizes & 15, more >> 4];
  const indexLength = version === 0 ? 0 : more & 15;
  if (version > 2 || ![offsetLength, lengthLength, baseLength, indexLength].every((size) => numberLengths.has(size)))
    return undefined;
  const count = cursor.number(version < 2 ? 2 : 4);
  const places = new Map<number, Range[]>();
  let extentsLeft = mostExtents;
  for (let index = 0; index < count && !cursor.isBeyond; index++) {
    const id = cursor.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : cursor.number(2) & 15;
    const isElsewhere = cursor.number(2) !== 0;
    const base = cursor.number(baseLength);
    const extents = cursor.number(2);
    extentsLeft -= extents;
    const start = method === 0 ? 0 : method === 1 ? data?.content : undefined;
    // Bytes of another file, or of other items: nobody here follows them.
    if (extentsLeft < 0 || isElsewhere || start === undefined) return undefined;
    const end = method === 0 ? bytes.length : (data?.to ?? 0);
    const ranges = Array.from({ length: extents }, () => {
      cursor.number(indexLength);
      const from = start + base + cursor.number(offsetLength);
      const length = cursor.number(lengthLength);
      return { from, to: length === 0 ? end : from + length };
    });
    places.set(id, [...(places.get(id) ?? []), ...ranges]);
  }
  return cursor.isBeyond ? undefined : places;
}
