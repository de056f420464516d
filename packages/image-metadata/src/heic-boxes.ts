import type { Range } from './edits.ts';

/** A box of an ISO base media file (ISO/IEC 14496-12) has offsets into the file. */
export interface Box {
  readonly type: string;
  readonly from: number;
  readonly typeAt: number;
  readonly content: number;
  readonly to: number;
}

/** An item is an image, a tile or metadata. */
export interface Item {
  /** A type has four letters: `hvc1`, `grid`, `Exif`, `mime`. Empty when the file does not say. */
  readonly type: string;
  /** Empty for all types except `mime`, which has a content type. */
  readonly contentType: string;
  readonly extents: readonly Range[];
}

/** No image has more in one place. */
const maxBoxes = 100_000;
/** An extent may be empty, so the file size does not limit the extents of all items. */
const maxExtents = 100_000;
/** Version and flags precede the content of some boxes. */
export const versionBytes = 4;

/** Reads the boxes of a range. Undefined when they do not fill it exactly. */
export function readBoxes(bytes: Buffer, { from, to }: Range): Box[] | undefined {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    if (at + 8 > to || boxes.length >= maxBoxes) return undefined;
    const size = bytes.readUInt32BE(at);
    if (size === 1 && at + 16 > to) return undefined;
    // Size 0: the rest of the range. Size 1: a 64-bit size follows.
    const length = size === 0 ? to - at : size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size;
    const content = at + (size === 1 ? 16 : 8);
    const end = at + length;
    if (end < content || end > to) return undefined;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at, typeAt: at + 4, content, to: end });
    at = end;
  }
  return boxes;
}

export function contentOf({ content, to }: Box): Range {
  return { from: content, to };
}

/** Reads numbers in sequence. Past the end they are 0, and `isPastEnd` is set. */
class Cursor {
  readonly #bytes: Buffer;
  readonly #to: number;
  at: number;
  isPastEnd = false;

  constructor(bytes: Buffer, { from, to }: Range) {
    this.#bytes = bytes;
    this.at = from;
    this.#to = to;
  }

  /** @param length 0, 1, 2, 3, 4 or 8 bytes */
  number(length: number): number {
    const from = this.at;
    this.at += length;
    if (this.at > this.#to) {
      this.isPastEnd = true;
      return 0;
    }
    if (length === 0) return 0;
    return length === 8 ? Number(this.#bytes.readBigUInt64BE(from)) : this.#bytes.readUIntBE(from, length);
  }

  /** Reads text up to a zero byte. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.at);
    const to = end === -1 || end > this.#to ? this.#to : end;
    const text = this.#bytes.toString('latin1', this.at, to);
    this.at = to + 1;
    return text;
  }
}

/** Reads the items of a `meta` box with these children. Undefined when damaged or unknown. */
export function readItems(bytes: Buffer, children: readonly Box[]): Item[] | undefined {
  const find = (wanted: string) => children.find(({ type }) => type === wanted);
  const [information, locations] = [find('iinf'), find('iloc')];
  if (!information || !locations) return undefined;
  const types = readItemTypes(bytes, information);
  const extents = types && readItemExtents(bytes, locations, find('idat'));
  if (!extents) return undefined;
  return [...extents].map(([id, ranges]) => ({ ...(types.get(id) ?? { type: '', contentType: '' }), extents: ranges }));
}

type ItemType = Omit<Item, 'extents'>;

/** Reads item types by item ID from the `iinf` box. */
function readItemTypes(bytes: Buffer, information: Box): Map<number, ItemType> | undefined {
  const header = new Cursor(bytes, contentOf(information));
  const version = header.number(1);
  header.number(3);
  header.number(version === 0 ? 2 : 4);
  const entries = header.isPastEnd ? undefined : readBoxes(bytes, { from: header.at, to: information.to });
  if (!entries) return undefined;
  const types = new Map<number, ItemType>();
  for (const entry of entries) {
    if (entry.type !== 'infe') return undefined;
    const cursor = new Cursor(bytes, contentOf(entry));
    const entryVersion = cursor.number(1);
    cursor.number(3);
    const id = cursor.number(entryVersion === 3 ? 4 : 2);
    cursor.number(2);
    const type =
      entryVersion < 2 ? 'mime' : String.fromCharCode(...[1, 1, 1, 1].map((length) => cursor.number(length)));
    if (cursor.isPastEnd) return undefined;
    cursor.text();
    types.set(id, { type, contentType: type === 'mime' ? cursor.text() : '' });
  }
  return types;
}

const fieldLengths = new Set([0, 4, 8]);

/** Reads the places of items by item ID from the `iloc` box. */
function readItemExtents(bytes: Buffer, locations: Box, data: Box | undefined): Map<number, Range[]> | undefined {
  const cursor = new Cursor(bytes, contentOf(locations));
  const version = cursor.number(1);
  cursor.number(3);
  const [lengths, moreLengths] = [cursor.number(1), cursor.number(1)];
  const [offsetLength, lengthLength, baseLength] = [lengths >> 4, lengths & 15, moreLengths >> 4];
  const indexLength = version === 0 ? 0 : moreLengths & 15;
  const areKnown = [offsetLength, lengthLength, baseLength, indexLength].every((length) => fieldLengths.has(length));
  if (version > 2 || !areKnown) return undefined;
  const idLength = version < 2 ? 2 : 4;
  const count = cursor.number(idLength);
  const extentsById = new Map<number, Range[]>();
  let extentsLeft = maxExtents;
  for (let index = 0; index < count && !cursor.isPastEnd; index++) {
    const id = cursor.number(idLength);
    // 0: offsets count from the start of the file, 1: from the `idat` box, 2: from another item.
    const method = version === 0 ? 0 : cursor.number(2) & 15;
    const isInOtherFile = cursor.number(2) !== 0;
    const base = cursor.number(baseLength);
    const extentCount = cursor.number(2);
    extentsLeft -= extentCount;
    const origin = method === 0 ? { from: 0, to: bytes.length } : method === 1 && data ? contentOf(data) : undefined;
    if (extentsLeft < 0 || isInOtherFile || !origin) return undefined;
    const extents = Array.from({ length: extentCount }, () => {
      cursor.number(indexLength);
      const from = origin.from + base + cursor.number(offsetLength);
      const length = cursor.number(lengthLength);
      return { from, to: length === 0 ? origin.to : from + length };
    });
    extentsById.set(id, [...(extentsById.get(id) ?? []), ...extents]);
  }
  return cursor.isPastEnd ? undefined : extentsById;
}
