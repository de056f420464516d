import type { Edit, Plan } from './edits.ts';
import { blank, replace } from './edits.ts';
import { leastExif, readOrientation, readTiffHead } from './exif.ts';

/** JPEG markers (ITU-T T.81, table B.1). */
const marker = { temporary: 0x01, app0: 0xe0, start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe } as const;
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;
const isApplication = (code: number) => code >= 0xe0 && code <= 0xef;

const exifMark = Buffer.from('Exif\0\0', 'latin1');
const multiPictureMark = Buffer.from('MPF\0', 'latin1');
/** What says how colors and sizes are to be read, and where further pictures are. All other application data is about the picture, not of it. */
const keptApplications: readonly (readonly [number, Buffer])[] = [
  [0xe0, Buffer.from('JFIF\0', 'latin1')],
  [0xe0, Buffer.from('JFXX\0', 'latin1')],
  [0xe2, Buffer.from('ICC_PROFILE\0', 'latin1')],
  [0xe2, multiPictureMark],
  [0xe8, Buffer.from('SPIFF\0', 'latin1')],
  [0xee, Buffer.from('Adobe', 'latin1')],
];
/** No camera puts more pictures into a file. */
const mostPictures = 32;

/**
 * Metadata of a JPEG file: Exif (but for how the picture is turned), XMP, IPTC, comments and all else that is not needed to show it. What
 * follows the picture is looked through the same way where it is a picture (MPF), and removed where it is anything else, such as a film.
 */
export function planJpeg(bytes: Buffer): Plan {
  const first = planPicture(bytes, 0, bytes.length);
  if (!first) return undefined;
  const edits: Edit[] = [...first.edits];
  let at = first.end;
  for (const start of furtherPictures(bytes, first)) {
    if (start < at) continue;
    edits.push(blank(at, start));
    const picture = planPicture(bytes, start, bytes.length);
    at = picture?.end ?? start;
    edits.push(...(picture?.edits ?? []));
  }
  return [...edits, blank(at, bytes.length)];
}

interface Picture {
  readonly edits: readonly Edit[];
  /** After its last byte. */
  readonly end: number;
  /** Where the list of further pictures counts from, and where it ends. */
  readonly index?: { readonly from: number; readonly to: number };
}

/** Undefined when something stands where a segment must begin, so that nobody knows what is picture. What is cut off is no such thing. */
function planPicture(bytes: Buffer, start: number, limit: number): Picture | undefined {
  if (bytes[start] !== 0xff || bytes[start + 1] !== marker.start) return undefined;
  const edits: Edit[] = [];
  let index: Picture['index'];
  for (let at = start + 2; ;) {
    at = nextMarker(bytes, at);
    if (at >= limit) return { edits, end: limit, ...(index ? { index } : {}) };
    const code = bytes[at + 1] ?? 0;
    if (code === marker.end) return { edits, end: at + 2, ...(index ? { index } : {}) };
    if (code === marker.start) return undefined;
    if (code === marker.temporary || isRestart(code)) {
      at += 2;
      continue;
    }
    if (at + 4 > limit) return { edits: [...edits, blank(at + 2, limit)], end: limit, ...(index ? { index } : {}) };
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    const [from, to] = [at + 4, Math.min(limit, at + 2 + length)];
    edits.push(...planSegment(bytes, code, from, to));
    if (code === 0xe2 && begins(bytes, from, to, multiPictureMark))
      index = { from: from + multiPictureMark.length, to };
    at = code === marker.scan ? endOfScan(bytes, to) : to;
  }
}

function planSegment(bytes: Buffer, code: number, from: number, to: number): Edit[] {
  if (code === marker.comment) return [blank(from, to)];
  if (!isApplication(code)) return [];
  if (keptApplications.some(([kept, mark]) => kept === code && begins(bytes, from, to, mark))) return [];
  if (code !== 0xe1 || !begins(bytes, from, to, exifMark.subarray(0, 5))) return [blank(from, to)];
  const orientation = readOrientation(bytes.subarray(from + exifMark.length, to));
  if (orientation === undefined) return [blank(from, to)];
  return [replace(from, to, Buffer.concat([exifMark, leastExif(orientation)]))];
}

/** Where the next marker begins; bytes between segments are passed over, as decoders do. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] !== 0 && bytes[at + 1] !== 0xff) return at;
  return bytes.length;
}

/** Where the next segment begins after the picture's own data, in which restart markers stand. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = nextMarker(bytes, from);
  while (at < bytes.length && isRestart(bytes[at + 1] ?? 0)) at = nextMarker(bytes, at + 2);
  return at;
}

/** Where other pictures of the file begin, in their order: those of its index, and one that follows at once. */
function furtherPictures(bytes: Buffer, { end, index }: Picture): number[] {
  let following = end;
  while (following < bytes.length && bytes[following] === 0) following++;
  const isPicture = (at: number) => bytes[at] === 0xff && bytes[at + 1] === marker.start && bytes[at + 2] === 0xff;
  const listed = index ? listedPictures(bytes.subarray(index.from, index.to)).map((offset) => index.from + offset) : [];
  return [...new Set([following, ...listed])]
    .filter((at) => at >= end && isPicture(at))
    .toSorted((a, b) => a - b)
    .slice(0, mostPictures);
}

const entriesTag = 0xb002;
const entryBytes = 16;

/** Offsets in a multi-picture index (CIPA DC-007): of each picture but the first. */
function listedPictures(tiff: Buffer): number[] {
  const head = readTiffHead(tiff);
  if (!head) return [];
  const { littleEndian, firstDirectory: at } = head;
  const u16 = (place: number) => (littleEndian ? tiff.readUInt16LE(place) : tiff.readUInt16BE(place));
  const u32 = (place: number) => (littleEndian ? tiff.readUInt32LE(place) : tiff.readUInt32BE(place));
  if (at + 2 > tiff.length) return [];
  for (let entry = at + 2; entry < at + 2 + u16(at) * 12 && entry + 12 <= tiff.length; entry += 12) {
    if (u16(entry) !== entriesTag) continue;
    const [size, from] = [u32(entry + 4), u32(entry + 8)];
    const places = Array.from(
      { length: Math.min(mostPictures, Math.floor(size / entryBytes)) },
      (_, index) => from + index * entryBytes,
    );
    return places.flatMap((place) => (place + entryBytes <= tiff.length ? u32(place + 8) || [] : []));
  }
  return [];
}

function begins(bytes: Buffer, from: number, to: number, mark: Buffer): boolean {
  return from + mark.length <= to && bytes.subarray(from, from + mark.length).equals(mark);
}
