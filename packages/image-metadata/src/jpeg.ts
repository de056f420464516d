import { type Edit, type EditPlan, fillZeros, type Range, replace } from './edits.ts';
import { findEntry, minimalExif, readOrientation, readTiffHeader } from './tiff-structure.ts';

/** ITU-T T.81, table B.1, defines these markers. */
const marker = {
  temporary: 0x01,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  comment: 0xfe,
};
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;
const isApplicationData = (code: number) => code >= marker.app0 && code <= 0xef;

const exifId = Buffer.from('Exif\0\0', 'latin1');
const multiPictureId = Buffer.from('MPF\0', 'latin1');
/** The image needs this application data: color spaces, resolution, further images. */
const keptApplicationData: readonly (readonly [code: number, id: Buffer])[] = [
  [marker.app0, Buffer.from('JFIF\0', 'latin1')],
  [marker.app0, Buffer.from('JFXX\0', 'latin1')],
  [marker.app2, Buffer.from('ICC_PROFILE\0', 'latin1')],
  [marker.app2, multiPictureId],
  [0xe8, Buffer.from('SPIFF\0', 'latin1')],
  [0xee, Buffer.from('Adobe', 'latin1')],
];
/** No camera stores more in one file. */
const maxImages = 32;

/**
 * Removes Exif (except the orientation), XMP, IPTC, comments and all other application data that is
 * not needed to show the image. Further images after the first (MPF) are stripped too, and anything
 * else there, such as a video, is zeroed.
 */
export function planJpeg(bytes: Buffer): EditPlan {
  const first = planImage(bytes, 0);
  if (!first) return undefined;
  const edits: Edit[] = [...first.edits];
  let at = first.end;
  for (const start of findFurtherImages(bytes, first)) {
    if (start < at) continue;
    edits.push(fillZeros({ from: at, to: start }));
    const image = planImage(bytes, start);
    at = image?.end ?? start;
    edits.push(...(image?.edits ?? []));
  }
  return [...edits, fillZeros({ from: at, to: bytes.length })];
}

interface ImagePlan {
  readonly edits: readonly Edit[];
  readonly end: number;
  /** Offsets in the multi-picture index count from its start. */
  readonly index?: Range;
}

/** Fails when no segment begins where one must. A cut-off image is fine. */
function planImage(bytes: Buffer, start: number): ImagePlan | undefined {
  if (bytes[start] !== 0xff || bytes[start + 1] !== marker.start) return undefined;
  const edits: Edit[] = [];
  let index: Range | undefined;
  const planTo = (end: number): ImagePlan => ({ edits, end, ...(index ? { index } : {}) });
  for (let at = start + 2; ;) {
    at = findMarker(bytes, at);
    if (at >= bytes.length) return planTo(bytes.length);
    const code = bytes[at + 1] ?? 0;
    if (code === marker.end) return planTo(at + 2);
    if (code === marker.start) return undefined;
    if (code === marker.temporary || isRestart(code)) {
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) {
      edits.push(fillZeros({ from: at + 2, to: bytes.length }));
      return planTo(bytes.length);
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    const segment = { from: at + 4, to: Math.min(bytes.length, at + 2 + length) };
    edits.push(...planSegment(bytes, code, segment));
    if (code === marker.app2 && startsWith(bytes, segment, multiPictureId))
      index = { from: segment.from + multiPictureId.length, to: segment.to };
    at = code === marker.scan ? findScanEnd(bytes, segment.to) : segment.to;
  }
}

function planSegment(bytes: Buffer, code: number, segment: Range): Edit[] {
  if (code !== marker.comment && !isApplicationData(code)) return [];
  if (keptApplicationData.some(([kept, id]) => kept === code && startsWith(bytes, segment, id))) return [];
  const isExif = code === marker.app1 && startsWith(bytes, segment, exifId.subarray(0, 5));
  const orientation = isExif ? readOrientation(bytes.subarray(segment.from + exifId.length, segment.to)) : undefined;
  if (orientation === undefined) return [fillZeros(segment)];
  return [replace(segment, Buffer.concat([exifId, minimalExif(orientation)]))];
}

/** Finds the next marker. Skips bytes between segments, as decoders do. */
function findMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] !== 0 && bytes[at + 1] !== 0xff) return at;
  return bytes.length;
}

/** Finds the segment after a scan. Restart markers are part of the scan. */
function findScanEnd(bytes: Buffer, from: number): number {
  let at = findMarker(bytes, from);
  while (at < bytes.length && isRestart(bytes[at + 1] ?? 0)) at = findMarker(bytes, at + 2);
  return at;
}

/** Finds images in the index and one directly after the first. Offsets ascend. */
function findFurtherImages(bytes: Buffer, { end, index }: ImagePlan): number[] {
  let following = end;
  while (following < bytes.length && bytes[following] === 0) following++;
  const isImage = (at: number) => bytes[at] === 0xff && bytes[at + 1] === marker.start && bytes[at + 2] === 0xff;
  const indexed = index ? readIndex(bytes.subarray(index.from, index.to)).map((offset) => index.from + offset) : [];
  return [...new Set([following, ...indexed])]
    .filter((at) => at >= end && isImage(at))
    .toSorted((a, b) => a - b)
    .slice(0, maxImages);
}

const indexEntriesTag = 0xb002;
const indexEntryBytes = 16;

/** Reads offsets of a multi-picture index (CIPA DC-007), without the 0 of the first image. */
function readIndex(index: Buffer): number[] {
  const header = readTiffHeader(index);
  const entry = header && findEntry(index, header, indexEntriesTag);
  if (!header || entry === undefined) return [];
  const [size, from] = [header.u32(entry + 4), header.u32(entry + 8)];
  const count = Math.min(maxImages, Math.floor(size / indexEntryBytes));
  return Array.from({ length: count }, (_, number) => from + number * indexEntryBytes).flatMap((at) =>
    at + indexEntryBytes <= index.length ? header.u32(at + 8) || [] : [],
  );
}

function startsWith(bytes: Buffer, { from, to }: Range, id: Buffer): boolean {
  return from + id.length <= to && bytes.subarray(from, from + id.length).equals(id);
}
