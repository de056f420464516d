import type { Range } from './ranges.ts';

export interface Entry {
  /** Where its twelve bytes are. */
  readonly at: number;
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Where its values are, when they are not in the entry itself. It may reach beyond the end of the file. */
  readonly values?: Range;
}
export interface Directory {
  readonly range: Range;
  readonly entries: readonly Entry[];
  /** Where it says where the next one is. */
  readonly next: number;
}

export interface TiffReader {
  readonly bytes: Buffer;
  /** The directory at a place; undefined when it does not lie whole in the file. */
  readDirectory(at: number): Directory | undefined;
  /** All directories of pictures: the chain from the first one, and those below an entry with `subTag`. Undefined when one is not whole. */
  readDirectories(first: number, subTag: number): Directory[] | undefined;
  /** The values of an entry that are whole numbers: places and lengths. */
  numbersOf(entry: Entry): number[];
  putUint16(target: Buffer, at: number, value: number): void;
  /** More was asked for than any picture has: what was given since is not all. */
  isExhausted(): boolean;
}

/** Bytes of a value by its type (TIFF 6.0, page 15; 13 is a place of a directory). */
const bytesOfType: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
/** A scanner's longest pile of papers has fewer pages. */
const mostDirectories = 2_000;
/** Entries and numbers of one file, each counted as often as it is read: a file may point at the same ones again and again. */
const mostRead = 2_000_000;

export function tiffReader(bytes: Buffer, littleEndian: boolean): TiffReader {
  const u16 = (at: number) => (littleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number) => (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));

  let left = mostRead;

  function readEntry(at: number): Entry {
    const [tag, type, count] = [u16(at), u16(at + 2), u32(at + 4)];
    const length = (bytesOfType[type] ?? 0) * count;
    const from = u32(at + 8);
    return { at, tag, type, count, ...(length > 4 ? { values: { from, to: from + length } } : {}) };
  }

  function readDirectory(at: number): Directory | undefined {
    if (at < 8 || at + 2 > bytes.length) return undefined;
    const count = u16(at);
    const next = at + 2 + count * 12;
    left -= count;
    if (next + 4 > bytes.length || left < 0) return undefined;
    const entries = Array.from({ length: count }, (_, index) => readEntry(at + 2 + index * 12));
    return { range: { from: at, to: next + 4 }, entries, next };
  }

  function numbersOf({ at, type, count, values }: Entry): number[] {
    const size = bytesOfType[type] ?? 0;
    const isShort = type === 3;
    if (!isShort && type !== 4 && type !== 13) return [];
    const from = values?.from ?? at + 8;
    const whole = Math.min(count, Math.max(0, Math.floor((bytes.length - from) / size)));
    left -= whole;
    if (left < 0) return [];
    return Array.from({ length: whole }, (_, index) => (isShort ? u16(from + index * size) : u32(from + index * size)));
  }

  return {
    bytes,
    readDirectory,
    readDirectories(first, subTag) {
      const found: Directory[] = [];
      const seen = new Set<number>();
      const waiting = [first];
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
        if (at === 0) continue;
        const directory = seen.has(at) || found.length >= mostDirectories ? undefined : readDirectory(at);
        if (!directory) return undefined;
        seen.add(at);
        found.push(directory);
        waiting.push(u32(directory.next));
        for (const entry of directory.entries)
          if (entry.tag === subTag) for (const below of numbersOf(entry)) waiting.push(below);
      }
      return found.length > 0 ? found : undefined;
    },
    numbersOf,
    isExhausted: () => left < 0,
    putUint16(target, at, value) {
      if (littleEndian) target.writeUInt16LE(value, at);
      else target.writeUInt16BE(value, at);
    },
  };
}
