import { inflateSync } from 'node:zlib';

/** Bytes of the header and of one entry of the table directory: of WOFF 1.0, and of the font inside it. */
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

export interface FontTable {
  /** Four letters, such as `glyf`. */
  readonly tag: string;
  readonly bytes: Buffer;
}

/**
 * The font inside a WOFF 1.0 file. A WOFF keeps each table compressed, and fontkit inflates one again for every letter that it draws, which
 * takes seconds with a large font.
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The font is not a WOFF 1.0 file');
  const tables = Array.from({ length: file.readUInt16BE(12) }, (_, index): FontTable => {
    const from = woff.header + index * woff.entry;
    const start = file.readUInt32BE(from + 4);
    const length = file.readUInt32BE(from + 8);
    const stored = file.subarray(start, start + length);
    const bytes = length < file.readUInt32BE(from + 12) ? inflateSync(stored) : stored;
    return { tag: file.toString('latin1', from, from + 4), bytes };
  });
  return writeFont(file.subarray(4, 8), tables);
}

/** A font file of these tables, with their checksums left at 0: no program here compares them. */
export function writeFont(flavor: Buffer, tables: readonly FontTable[]): Buffer {
  const directory = Buffer.alloc(sfnt.header + tables.length * sfnt.entry);
  const power = Math.floor(Math.log2(tables.length));
  flavor.copy(directory);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(2 ** power * 16, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(tables.length * 16 - 2 ** power * 16, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, { tag, bytes }] of tables.entries()) {
    const to = sfnt.header + index * sfnt.entry;
    directory.write(tag, to, 'latin1');
    directory.writeUInt32BE(offset, to + 8);
    directory.writeUInt32BE(bytes.length, to + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}
