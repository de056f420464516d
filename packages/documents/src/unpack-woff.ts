import { inflateSync } from 'node:zlib';

/** Bytes of the header and of one entry of the table directory: of WOFF 1.0, and of the font inside it. */
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

/**
 * The font inside a WOFF 1.0 file. A WOFF keeps each table compressed, and fontkit inflates one again for every letter that it draws, which
 * takes seconds with a large font.
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The font is not a WOFF 1.0 file');
  const count = file.readUInt16BE(12);
  const directory = Buffer.alloc(sfnt.header + count * sfnt.entry);
  const power = Math.floor(Math.log2(count));
  file.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(2 ** power * 16, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  const tables: Buffer[] = [];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const from = woff.header + index * woff.entry;
    const start = file.readUInt32BE(from + 4);
    const length = file.readUInt32BE(from + 8);
    const fullLength = file.readUInt32BE(from + 12);
    const stored = file.subarray(start, start + length);
    const table = length < fullLength ? inflateSync(stored) : stored;
    const to = sfnt.header + index * sfnt.entry;
    file.copy(directory, to, from, from + 4);
    file.copy(directory, to + 4, from + 16, from + 20);
    directory.writeUInt32BE(offset, to + 8);
    directory.writeUInt32BE(fullLength, to + 12);
    const padding = Buffer.alloc(-fullLength & 3);
    tables.push(table, padding);
    offset += fullLength + padding.length;
  }
  return Buffer.concat([directory, ...tables]);
}
