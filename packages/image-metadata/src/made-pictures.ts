// Pictures for tests, made by the books of their formats and not by the code that reads them.
import { crc32, deflateSync } from 'node:zlib';

/** What no picture may still say afterwards. */
export const secret = 'JANE DOE, 1 MAIN STREET, 40.7128N 74.0060W';

const u16 = (value: number, little = false) => {
  const bytes = Buffer.alloc(2);
  if (little) bytes.writeUInt16LE(value);
  else bytes.writeUInt16BE(value);
  return bytes;
};
const u32 = (value: number, little = false) => {
  const bytes = Buffer.alloc(4);
  if (little) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};

interface MadeEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Four bytes, or more that are put elsewhere. */
  readonly value: Buffer;
}
const short = (tag: number, value: number, little: boolean): MadeEntry => ({
  tag,
  type: 3,
  count: 1,
  value: Buffer.concat([u16(value, little), Buffer.alloc(2)]),
});
const long = (tag: number, value: number, little: boolean): MadeEntry => ({
  tag,
  type: 4,
  count: 1,
  value: u32(value, little),
});
const ascii = (tag: number, text: string): MadeEntry => ({
  tag,
  type: 2,
  count: text.length + 1,
  value: Buffer.from(`${text}\0`),
});

/** A directory at `at`, with its long values after it. */
function directory(entries: readonly MadeEntry[], at: number, next: number, little: boolean): Buffer {
  let place = at + 2 + entries.length * 12 + 4;
  const values: Buffer[] = [];
  const rows = entries.map(({ tag, type, count, value }) => {
    const isLong = value.length > 4;
    const field = isLong ? u32(place, little) : Buffer.concat([value, Buffer.alloc(4 - value.length)]);
    if (isLong) {
      values.push(value, Buffer.alloc(value.length % 2));
      place += value.length + (value.length % 2);
    }
    return Buffer.concat([u16(tag, little), u16(type, little), u32(count, little), field]);
  });
  return Buffer.concat([u16(entries.length, little), ...rows, u32(next, little), ...values]);
}

/** Exif as cameras write it: turned as told, with a camera's name, an owner and a place. */
export function madeExif(orientation: number, little = false): Buffer {
  const head = Buffer.concat([Buffer.from(little ? 'II' : 'MM'), u16(42, little), u32(8, little)]);
  const first = (gpsAt: number) => [
    ascii(271, secret),
    short(274, orientation, little),
    ascii(315, secret),
    long(34853, gpsAt, little),
  ];
  const length = directory(first(0), 8, 0, little).length;
  const gps = directory([ascii(1, 'N'), ascii(29, secret)], 8 + length, 0, little);
  return Buffer.concat([head, directory(first(8 + length), 8, 0, little), gps]);
}

const sketch =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAQABADAREAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQF/8QAFRABAQAAAAAAAAAAAAAAAAAAABP/xAAWAQEBAQAAAAAAAAAAAAAAAAAABgL/xAAVEQEBAAAAAAAAAAAAAAAAAAAAFP/aAAwDAQACEQMRAD8AwKsxqyoqRlSKqrkTVRUkKn//2Q==';

/** A JPEG of 16 by 16: its parts before the first scan, and from there on. */
function sketchParts(): { readonly head: Buffer; readonly rest: Buffer } {
  const bytes = Buffer.from(sketch, 'base64');
  const tables = bytes.indexOf(Buffer.from([0xff, 0xdb]));
  return { head: bytes.subarray(0, tables), rest: bytes.subarray(tables) };
}

export function segment(code: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, code]), u16(content.length + 2), content]);
}

export const plainJpeg = (): Buffer => Buffer.from(sketch, 'base64');
/** With everything that tells something in front of the picture, and whatever else after its end. */
export function tellingJpeg(orientation = 6, after: Buffer = Buffer.alloc(0)): Buffer {
  const { head, rest } = sketchParts();
  return Buffer.concat([
    head,
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), madeExif(orientation)])),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${secret}</x:xmpmeta>`)),
    segment(0xe2, Buffer.from(`ICC_PROFILE\0\u0001\u0001colors`)),
    segment(0xe6, Buffer.from(`GoPro\0${secret}`)),
    segment(0xea, Buffer.from(`UNICODE\0${secret}`)),
    segment(0xed, Buffer.from(`Photoshop 3.0\x008BIM${secret}`)),
    segment(0xee, Buffer.from([0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 1])),
    segment(0xfe, Buffer.from(secret)),
    rest,
    after,
  ]);
}

/** A JPEG whose index of pictures names a second one, which follows after `between`. */
export function jpegWithSecond(between: Buffer): Buffer {
  const second = tellingJpeg(8);
  const make = (offset: number): Buffer => {
    const { head, rest } = sketchParts();
    const entry = (size: number, at: number) => Buffer.concat([u32(0), u32(size), u32(at), u32(0)]);
    const entries: MadeEntry = {
      tag: 0xb002,
      type: 7,
      count: 32,
      value: Buffer.concat([entry(1, 0), entry(second.length, offset)]),
    };
    const index = Buffer.concat([
      Buffer.from('MPF\0MM\0*'),
      u32(8),
      directory([{ tag: 0xb001, type: 4, count: 1, value: u32(2) }, entries], 8, 0, false),
    ]);
    return Buffer.concat([head, segment(0xe2, index), rest]);
  };
  const first = make(0);
  // Counted from the byte order of the index.
  const base = first.indexOf('MPF\0') + 4;
  return Buffer.concat([make(first.length + between.length - base), between, second]);
}

export function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32(data.length), typed, u32(crc32(typed))]);
}
const pngHead = Buffer.from('89504e470d0a1a0a', 'hex');
const pixels = chunk('IDAT', deflateSync(Buffer.from([0, 10, 20, 30, 40, 50, 60])));
const header = chunk('IHDR', Buffer.concat([u32(2), u32(1), Buffer.from([8, 2, 0, 0, 0])]));
export const plainPng = (): Buffer => Buffer.concat([pngHead, header, pixels, chunk('IEND', Buffer.alloc(0))]);
export function tellingPng(orientation = 6, after: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([
    pngHead,
    header,
    chunk('gAMA', u32(45_455)),
    chunk('tEXt', Buffer.from(`Author\0${secret}`)),
    chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${secret}`)),
    chunk('eXIf', madeExif(orientation)),
    chunk('tIME', Buffer.from([7, 228, 1, 1, 10, 0, 0])),
    chunk('caBX', tellingBox('free')),
    pixels,
    chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.from(secret))])),
    chunk('IEND', Buffer.alloc(0)),
    after,
  ]);
}

export const tiffPixels = Buffer.from('these are the pixels of two rows');
/** A TIFF of 16 by 2 with one strip, turned, and with a place, texts and an Exif directory. */
export function tellingTiff(little: boolean, orientation = 6): Buffer {
  const head = Buffer.concat([Buffer.from(little ? 'II' : 'MM'), u16(42, little), u32(8, little)]);
  const entries = (stripAt: number, exifAt: number, gpsAt: number): MadeEntry[] => [
    short(256, 16, little),
    short(257, 2, little),
    short(258, 8, little),
    short(259, 1, little),
    short(262, 1, little),
    ascii(270, secret),
    ascii(271, secret),
    long(273, stripAt, little),
    short(274, orientation, little),
    short(277, 1, little),
    short(278, 2, little),
    long(279, tiffPixels.length, little),
    ascii(305, 'x'),
    ascii(315, secret),
    { tag: 700, type: 1, count: secret.length, value: Buffer.from(secret) },
    { tag: 33723, type: 7, count: secret.length, value: Buffer.from(secret) },
    long(34665, exifAt, little),
    long(34853, gpsAt, little),
  ];
  const length = directory(entries(0, 0, 0), 8, 0, little).length;
  const exifAt = 8 + length;
  const exif = directory([ascii(36867, '2020:01:01 10:00:00'), ascii(37500, secret)], exifAt, 0, little);
  const gpsAt = exifAt + exif.length;
  const gps = directory([ascii(1, 'N'), ascii(29, secret)], gpsAt, 0, little);
  const stripAt = gpsAt + gps.length;
  return Buffer.concat([head, directory(entries(stripAt, exifAt, gpsAt), 8, 0, little), exif, gps, tiffPixels]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([u32(bytes.length + 8), Buffer.from(type, 'latin1'), bytes]);
}
const versioned = (version: number) => Buffer.from([version, 0, 0, 0]);
export const heicPixels = Buffer.from('coded pixels of one picture');
/** A HEIC with a picture, Exif and XMP, in `mdat` or within `meta`. */
export function tellingHeic({ orientation = 6, inMeta = false, more = Buffer.alloc(0) } = {}): Buffer {
  const exif = Buffer.concat([u32(6), Buffer.from('Exif\0\0'), madeExif(orientation)]);
  const xmp = Buffer.from(`<x:xmpmeta>${secret}</x:xmpmeta>`);
  const parts = [heicPixels, exif, xmp];
  const infe = (id: number, type: string, rest: string) =>
    box('infe', versioned(2), u16(id), u16(0), Buffer.from(`${type}${rest}`));
  const make = (dataAt: number): Buffer => {
    let at = dataAt;
    const places = parts.map((part, index) => {
      const place = Buffer.concat([u16(index + 1), u16(inMeta ? 1 : 0), u16(0), u16(1), u32(at), u32(part.length)]);
      at += part.length;
      return place;
    });
    return Buffer.concat([
      box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')),
      box(
        'meta',
        versioned(0),
        box('hdlr', versioned(0), Buffer.alloc(4), Buffer.from('pict'), Buffer.alloc(13)),
        box('pitm', versioned(0), u16(1)),
        box(
          'iinf',
          versioned(0),
          u16(3),
          infe(1, 'hvc1', '\0'),
          infe(2, 'Exif', '\0'),
          infe(3, 'mime', '\0application/rdf+xml\0'),
        ),
        box('iloc', versioned(1), Buffer.from([0x44, 0x00]), u16(3), ...places),
        box(
          'iprp',
          box('ipco', box('irot', Buffer.from([3])), box('udes', versioned(0), Buffer.from(`en\0${secret}\0`))),
        ),
        ...(inMeta ? [box('idat', ...parts)] : []),
      ),
      ...(inMeta ? [] : [box('mdat', ...parts)]),
      more,
    ]);
  };
  return make(inMeta ? 0 : make(0).indexOf(heicPixels));
}
export const tellingBox = (type: string): Buffer => box(type, Buffer.from(secret));
