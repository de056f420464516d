import type { Range } from './edits.ts';

/** Reads the header of a TIFF structure, such as Exif or a multi-picture index. */
export function readTiffHeader(bytes: Buffer) {
  const order = bytes.toString('latin1', 0, 2);
  if (bytes.length < 8 || (order !== 'II' && order !== 'MM')) return undefined;
  const littleEndian = order === 'II';
  const u16 = (offset: number) => (littleEndian ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset));
  const u32 = (offset: number) => (littleEndian ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset));
  return u16(2) === 42 ? { littleEndian, firstDirectory: u32(4), u16, u32 } : undefined;
}

/** Finds the entry with this tag in the first directory, which may be cut off. */
export function findEntry(
  bytes: Buffer,
  header: NonNullable<ReturnType<typeof readTiffHeader>>,
  tag: number,
): number | undefined {
  const { firstDirectory, u16 } = header;
  if (firstDirectory + 2 > bytes.length) return undefined;
  const end = Math.min(bytes.length, firstDirectory + 2 + u16(firstDirectory) * entryBytes);
  for (let at = firstDirectory + 2; at + entryBytes <= end; at += entryBytes) if (u16(at) === tag) return at;
  return undefined;
}

const entryBytes = 12;
const orientationTag = 0x0112;
const shortType = 3;

/** Reads the orientation in Exif data, 2 to 8. Undefined for an upright image. */
export function readOrientation(exif: Buffer): number | undefined {
  const header = readTiffHeader(exif);
  const entry = header && findEntry(exif, header, orientationTag);
  if (entry === undefined || header?.u16(entry + 2) !== shortType) return undefined;
  const orientation = header.u16(entry + 8);
  return orientation >= 2 && orientation <= 8 ? orientation : undefined;
}

/** Makes the smallest valid Exif data with an orientation or an empty directory. */
export function minimalExif(orientation: number | undefined): Buffer {
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  if (orientation === undefined) return Buffer.from([...header, 0, 0, 0, 0, 0, 0]);
  const entry = [0x01, 0x12, 0, shortType, 0, 0, 0, 1, 0, orientation, 0, 0];
  return Buffer.from([...header, 0, 1, ...entry, 0, 0, 0, 0]);
}

export interface Entry {
  /** The offset of its twelve bytes. */
  readonly at: number;
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Absent if the entry itself holds its values. May reach beyond the end of the file. */
  readonly values?: Range;
}

export interface Directory {
  readonly range: Range;
  readonly entries: readonly Entry[];
  /** The offset of the pointer to the next directory. */
  readonly next: number;
}

export type TiffReader = NonNullable<ReturnType<typeof openTiff>>;

/** The index is the type of a value (TIFF 6.0, page 15; 13 is the offset of a directory). */
const bytesPerType: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
/** No scanned document has more pages. */
const maxDirectories = 2_000;
/** Each read counts, because a hostile file can point to the same entries repeatedly. */
const maxReads = 2_000_000;

export function openTiff(bytes: Buffer) {
  const header = readTiffHeader(bytes);
  if (!header) return undefined;
  const { littleEndian, firstDirectory, u16, u32 } = header;
  let readsLeft = maxReads;

  function readEntry(at: number): Entry {
    const [tag, type, count] = [u16(at), u16(at + 2), u32(at + 4)];
    const length = (bytesPerType[type] ?? 0) * count;
    const from = u32(at + 8);
    return { at, tag, type, count, ...(length > 4 ? { values: { from, to: from + length } } : {}) };
  }

  /** Undefined when the directory is not entirely in the file. */
  function readDirectory(at: number): Directory | undefined {
    if (at < 8 || at + 2 > bytes.length) return undefined;
    const count = u16(at);
    const next = at + 2 + count * entryBytes;
    readsLeft -= count;
    if (next + 4 > bytes.length || readsLeft < 0) return undefined;
    const entries = Array.from({ length: count }, (_, index) => readEntry(at + 2 + index * entryBytes));
    return { range: { from: at, to: next + 4 }, entries, next };
  }

  /**
   * Reads the chain of image directories from the first one, and those that entries with `childTag`
   * point to. Undefined when one of them is incomplete.
   */
  function readDirectories(childTag: number): Directory[] | undefined {
    const directories: Directory[] = [];
    const seen = new Set<number>();
    const queue = [firstDirectory];
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      if (at === 0) continue;
      const directory = seen.has(at) || directories.length >= maxDirectories ? undefined : readDirectory(at);
      if (!directory) return undefined;
      seen.add(at);
      directories.push(directory);
      queue.push(u32(directory.next));
      for (const entry of directory.entries)
        if (entry.tag === childTag) for (const child of readNumbers(entry)) queue.push(child);
    }
    return directories.length > 0 ? directories : undefined;
  }

  /** Reads an entry that holds integers: offsets, lengths. */
  function readNumbers({ at, type, count, values }: Entry): number[] {
    const size = bytesPerType[type] ?? 0;
    const isShort = type === shortType;
    if (!isShort && type !== 4 && type !== 13) return [];
    const from = values?.from ?? at + 8;
    const available = Math.min(count, Math.max(0, Math.floor((bytes.length - from) / size)));
    readsLeft -= available;
    if (readsLeft < 0) return [];
    return Array.from({ length: available }, (_, index) => (isShort ? u16 : u32)(from + index * size));
  }

  /** True if reads exceeded the limit, so that later results are incomplete. */
  const isExhausted = () => readsLeft < 0;
  return { bytes, littleEndian, readDirectory, readDirectories, readNumbers, isExhausted };
}
