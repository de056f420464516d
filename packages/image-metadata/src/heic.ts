import type { Box } from './heic-boxes.ts';
import { readBoxes } from './heic-boxes.ts';
import type { Edit, Plan } from './edits.ts';
import { blank, replace } from './edits.ts';
import { leastExif, readOrientation } from './exif.ts';
import type { Item } from './heic-items.ts';
import { readItems } from './heic-items.ts';
import type { Range } from './ranges.ts';
import { mergeRanges, without } from './ranges.ts';

/** Boxes of a file that a picture is made of (ISO/IEC 14496-12 and 23008-12). Others are about it, or a film besides it. */
const keptBoxes = new Set('ftyp meta mdat moov idat free skip wide styp sidx moof mfra mini'.split(' '));
/** What a film, or a sequence of pictures, tells about itself. */
const tellingBoxes = new Set(['udta', 'meta', 'uuid']);
/** Properties that are texts and times: a description, when it was made, when it was changed. */
const tellingProperties = new Set(['udes', 'crtt', 'mdft']);
const textTypes = /xml|rdf|json|text/i;
/** What every reader passes over; a box keeps its place and its length. */
const freeType = Buffer.from('free', 'latin1');

/**
 * Metadata of a HEIC file: the items Exif (but for how the picture is turned) and XMP, texts and times among its properties, and whole boxes
 * besides the picture. Where bytes of the picture are said to be in the same places, it is not understood.
 */
export function planHeic(bytes: Buffer): Plan {
  const boxes = readBoxes(bytes, 0, bytes.length);
  const meta = boxes?.find(({ type }) => type === 'meta');
  if (!boxes || !meta || boxes[0]?.type !== 'ftyp') return undefined;
  const parts = readBoxes(bytes, meta.content + versionBytes, meta.to);
  const items = parts && readItems(bytes, parts);
  const inFilms = boxes.filter(({ type }) => type === 'moov').map((box) => tellingWithin(bytes, box));
  if (!parts || !items || inFilms.includes(undefined)) return undefined;

  const telling = items.filter(isMetadata);
  const ofPicture = items.filter((item) => !isMetadata(item)).flatMap(({ extents }) => extents);
  const structure = [...boxes.filter(({ type }) => type === 'ftyp'), ...parts.filter(({ type }) => type !== 'idat')];
  const free = [
    ...boxes.filter(({ type }) => !keptBoxes.has(type)),
    ...inFilms.flatMap((found) => found ?? []),
    ...tellingPropertiesOf(bytes, parts),
  ];
  if (free.some(({ content, to }) => isTouched({ from: content, to }, mergeRanges(ofPicture)))) return undefined;
  const needed = mergeRanges([
    ...ofPicture,
    ...structure,
    ...boxes.map(({ from, content }) => ({ from, to: content })),
  ]);
  const places = telling.flatMap(({ extents }) => extents);
  if (places.some((place) => place.to > bytes.length || isTouched(place, needed))) return undefined;
  return [...telling.flatMap((item) => blankItem(bytes, item)), ...free.flatMap(freeBox)];
}

/** Of a box that says its version before its content. */
const versionBytes = 4;

function isMetadata({ type, contentType }: Item): boolean {
  return type === 'Exif' || (type === 'mime' && textTypes.test(contentType));
}

function blankItem(bytes: Buffer, { type, extents }: Item): Edit[] {
  const [extent, ...more] = extents;
  if (type !== 'Exif' || !extent || more.length > 0) return extents.map(({ from, to }) => blank(from, to));
  // Before the Exif stands how far it is away from there.
  const least = Buffer.concat([Buffer.alloc(4), leastExif(orientationOf(bytes, extent))]);
  return [
    extent.to - extent.from < least.length ? blank(extent.from, extent.to) : replace(extent.from, extent.to, least),
  ];
}

function orientationOf(bytes: Buffer, { from, to }: Range): number | undefined {
  if (to - from < 4) return undefined;
  return readOrientation(bytes.subarray(from + 4 + bytes.readUInt32BE(from), to));
}

function freeBox({ typeAt, content, to }: Box): Edit[] {
  return [{ at: typeAt, bytes: freeType }, blank(content, to)];
}

/** Boxes that tell about a film, anywhere in it; undefined when it is damaged. */
function tellingWithin(bytes: Buffer, { content, to }: Box): Box[] | undefined {
  const boxes = readBoxes(bytes, content, to);
  const found = boxes?.map((box) => {
    if (tellingBoxes.has(box.type)) return [box];
    return box.type === 'trak' ? tellingWithin(bytes, box) : [];
  });
  return found?.includes(undefined) ? undefined : found?.flatMap((each) => each ?? []);
}

function tellingPropertiesOf(bytes: Buffer, parts: readonly Box[]): Box[] {
  const properties = parts.find(({ type }) => type === 'iprp');
  const container =
    properties && readBoxes(bytes, properties.content, properties.to)?.find(({ type }) => type === 'ipco');
  const all = container && readBoxes(bytes, container.content, container.to);
  return all?.filter(({ type }) => tellingProperties.has(type)) ?? [];
}

function isTouched(place: Range, merged: readonly Range[]): boolean {
  const [left, ...more] = without(place, merged);
  return place.from < place.to && (more.length > 0 || left?.from !== place.from || left.to !== place.to);
}
