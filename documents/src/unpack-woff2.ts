import { brotliDecompressSync } from 'node:zlib';
import type { FontTable } from './unpack-woff.ts';
import { writeFont } from './unpack-woff.ts';

/** The tags that WOFF 2.0 writes as a number (section 4.1), as far as fonts of ours have them. */
const knownTags = [
  'cmap head hhea hmtx maxp name OS/2 post cvt fpgm glyf loca prep CFF VORG EBDT EBLC gasp hdmx kern LTSH PCLT',
  'VDMX vhea vmtx BASE GDEF GPOS GSUB',
].flatMap((tags) => tags.split(' ').map((tag) => tag.padEnd(4)));
const headerBytes = 48;

/** Reads one number after the other. */
class Reader {
  readonly #bytes: Buffer;
  at: number;
  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }
  byte(): number {
    this.at += 1;
    return this.#bytes.readUInt8(this.at - 1);
  }
  uint16(): number {
    return this.byte() * 256 + this.byte();
  }
  uint32(): number {
    return this.uint16() * 65_536 + this.uint16();
  }
  take(length: number): Buffer {
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
  /** `UIntBase128`: seven bits a byte, the highest bit set in all but the last. */
  base128(): number {
    let value = 0;
    for (;;) {
      const byte = this.byte();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }
  /** `255UInt16`. */
  shortOrByte(): number {
    const code = this.byte();
    if (code === 253) return this.uint16();
    if (code === 254) return this.byte() + 506;
    return code === 255 ? this.byte() + 253 : code;
  }
}

/**
 * The TrueType font inside a WOFF 2.0 file (W3C, https://www.w3.org/TR/WOFF2/). fontkit reads such a file, but cannot take some of its letters
 * into a PDF, because their outlines stand in it in another form (section 5.1).
 */
export function unpackWoff2(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('The font is not a WOFF 2.0 file');
  const directory = new Reader(file, headerBytes);
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = directory.byte();
    const tag = (flags & 63) === 63 ? directory.take(4).toString('latin1') : knownTags[flags & 63];
    const version = flags >> 6;
    const length = directory.base128();
    const isOutlines = tag === 'glyf' || tag === 'loca';
    if (tag === undefined || version !== 0) throw new Error('The font is packed in a way that is not known here');
    return { tag, length: isOutlines ? directory.base128() : length };
  });
  const tables = new Reader(brotliDecompressSync(file.subarray(directory.at, directory.at + file.readUInt32BE(20))));
  const unpacked = new Map(entries.map(({ tag, length }) => [tag, tables.take(length)]));
  const [outlines, head] = [unpacked.get('glyf'), unpacked.get('head')];
  if (!outlines || !head) throw new Error('The font has no TrueType outlines');
  const { glyf, loca } = unpackOutlines(outlines);
  const longOffsets = Buffer.from(head);
  longOffsets.writeInt16BE(1, 50);
  const all = new Map([...unpacked, ['glyf', glyf], ['loca', loca], ['head', longOffsets]]);
  return writeFont(
    file.subarray(4, 8),
    [...all].map(([tag, bytes]): FontTable => ({ tag, bytes })),
  );
}

interface Streams {
  readonly points: Reader;
  readonly flags: Reader;
  readonly glyphs: Reader;
  readonly boxes: Reader;
  readonly instructions: Reader;
}

/** Bytes of a glyph beside its points, contours and instructions, with what fills it up to a multiple of four. */
const mostBeside = 15;

function unpackOutlines(table: Buffer): { readonly glyf: Buffer; readonly loca: Buffer } {
  const header = new Reader(table, 4);
  const count = header.uint16();
  header.uint16();
  const sizes = Array.from({ length: 7 }, () => header.uint32());
  const [contours, points, flags, glyphs, , boxes, instructions] = sizes.map((size) => header.take(size));
  if (!contours || !points || !flags || !glyphs || !boxes || !instructions) throw new Error('The font has no outlines');
  const streams: Streams = {
    points: new Reader(points),
    flags: new Reader(flags),
    glyphs: new Reader(glyphs),
    // It begins with a bit for each glyph: whether its box is told.
    boxes: new Reader(boxes, Math.ceil(count / 32) * 4),
    instructions: new Reader(instructions),
  };
  const contourCounts = Array.from({ length: count }, (_, glyph) => contours.readInt16BE(glyph * 2));
  const allContours = contourCounts.reduce((sum, number) => sum + number, 0);
  // A flag is a byte, and each point has one.
  const glyf = Buffer.alloc(count * mostBeside + allContours * 2 + flags.length * 5 + instructions.length);
  const loca = Buffer.alloc((count + 1) * 4);
  let end = 0;
  for (const [glyph, number] of contourCounts.entries()) {
    if (number < 0) throw new Error('The font has glyphs that are put together from others, which are not read here');
    const hasBox = ((boxes[glyph >> 3] ?? 0) & (128 >> (glyph & 7))) !== 0;
    if (number > 0) end = writeGlyph(glyf, end, streams, number, hasBox);
    end += -end & 3;
    loca.writeUInt32BE(end, (glyph + 1) * 4);
  }
  return { glyf: glyf.subarray(0, end), loca };
}

/** Each point as two numbers of two bytes: longer than a font writes it, and read all the same. Gives where the glyph ends. */
function writeGlyph(out: Buffer, start: number, streams: Streams, contours: number, hasBox: boolean): number {
  let at = out.writeInt16BE(contours, start);
  const boxAt = at;
  at += 8;
  let last = -1;
  for (let contour = 0; contour < contours; contour += 1) {
    last += streams.points.shortOrByte();
    at = out.writeUInt16BE(last, at);
  }
  const steps = Array.from({ length: last + 1 }, () => readStep(streams));
  const instructions = streams.instructions.take(streams.glyphs.shortOrByte());
  at = out.writeUInt16BE(instructions.length, at);
  at += instructions.copy(out, at);
  for (const { isOnCurve } of steps) at = out.writeUInt8(isOnCurve ? 1 : 0, at);
  for (const { dx } of steps) at = out.writeInt16BE(dx, at);
  for (const { dy } of steps) at = out.writeInt16BE(dy, at);
  if (hasBox) streams.boxes.take(8).copy(out, boxAt);
  else writeBox(out, boxAt, steps);
  return at;
}

interface Step {
  readonly isOnCurve: boolean;
  readonly dx: number;
  readonly dy: number;
}

/** From one point to the next (section 5.2): the flag says in how many bits the two distances follow, and their signs. */
function readStep({ flags, glyphs }: Streams): Step {
  const flag = flags.byte();
  const kind = flag & 127;
  let [x, y] = [0, 0];
  if (kind < 10) y = ((kind & 14) << 7) + glyphs.byte();
  else if (kind < 20) x = (((kind - 10) & 14) << 7) + glyphs.byte();
  else if (kind < 84) {
    const [bits, both] = [kind - 20, glyphs.byte()];
    x = 1 + (bits & 0x30) + (both >> 4);
    y = 1 + ((bits & 0x0c) << 2) + (both & 15);
  } else if (kind < 120) {
    const bits = kind - 84;
    x = 1 + (Math.floor(bits / 12) << 8) + glyphs.byte();
    y = 1 + (((bits % 12) >> 2) << 8) + glyphs.byte();
  } else if (kind < 124) {
    const [high, both] = [glyphs.byte(), glyphs.byte()];
    x = (high << 4) + (both >> 4);
    y = ((both & 15) << 8) + glyphs.byte();
  } else {
    x = glyphs.uint16();
    y = glyphs.uint16();
  }
  // Where only one distance follows, the lowest bit is its sign.
  const [positiveX, positiveY] = [kind & 1, kind < 10 ? kind & 1 : kind & 2];
  return { isOnCurve: flag < 128, dx: positiveX === 0 ? -x : x, dy: positiveY === 0 ? -y : y };
}

/** The least and the greatest coordinates of the points that the steps lead to. */
function writeBox(out: Buffer, at: number, steps: readonly Step[]): void {
  let [x, y, left, bottom, right, top] = [0, 0, Infinity, Infinity, -Infinity, -Infinity];
  for (const { dx, dy } of steps) {
    x += dx;
    y += dy;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  for (const [index, edge] of [left, bottom, right, top].entries()) out.writeInt16BE(edge, at + index * 2);
}
