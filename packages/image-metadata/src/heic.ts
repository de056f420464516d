import { type Edit, type EditPlan, fillZeros, mergeRanges, overlapsAny, type Range, replace } from './edits.ts';
import { type Box, contentOf, type Item, readBoxes, readItems, versionBytes } from './heic-boxes.ts';
import { minimalExif, readOrientation } from './tiff-structure.ts';

/** Images are made of these top-level boxes (ISO/IEC 14496-12 and 23008-12). Others are removed. */
const keptBoxes = new Set('ftyp meta mdat moov idat free skip wide styp sidx moof mfra mini'.split(' '));
/** Videos and image sequences have metadata in these boxes. */
const movieMetadata = new Set(['udta', 'meta', 'uuid']);
/** These properties are the user description, and the creation and modification times. */
const metadataProperties = new Set(['udes', 'crtt', 'mdft']);
const textTypes = /xml|rdf|json|text/i;
/** Readers skip boxes of this type. */
const freeType = Buffer.from('free', 'latin1');

/**
 * Removes the items Exif (except the orientation) and XMP, properties with text and times, and
 * boxes that are not part of the image. Undefined when image data overlaps any of these.
 */
export function planHeic(bytes: Buffer): EditPlan {
  const boxes = readBoxes(bytes, { from: 0, to: bytes.length });
  const meta = boxes?.find(({ type }) => type === 'meta');
  if (!boxes || !meta || boxes[0]?.type !== 'ftyp') return undefined;
  const children = readBoxes(bytes, { from: meta.content + versionBytes, to: meta.to });
  const items = children && readItems(bytes, children);
  const inMovies = flattenAll(boxes.filter(({ type }) => type === 'moov').map((box) => findMovieMetadata(bytes, box)));
  if (!children || !items || !inMovies) return undefined;

  const metadataItems = items.filter(isMetadata);
  const imageData = items.filter((item) => !isMetadata(item)).flatMap(({ extents }) => extents);
  const freed = [
    ...boxes.filter(({ type }) => !keptBoxes.has(type)),
    ...inMovies,
    ...findMetadataProperties(bytes, children),
  ];
  const mergedImageData = mergeRanges(imageData);
  if (freed.some((box) => overlapsAny(contentOf(box), mergedImageData))) return undefined;
  const needed = mergeRanges([
    ...imageData,
    ...boxes.filter(({ type }) => type === 'ftyp'),
    ...children.filter(({ type }) => type !== 'idat'),
    ...boxes.map(({ from, content }) => ({ from, to: content })),
  ]);
  const metadata = metadataItems.flatMap(({ extents }) => extents);
  if (metadata.some((range) => range.to > bytes.length || overlapsAny(range, needed))) return undefined;
  // A damaged file may have its orientation in a box that is removed.
  return [...freed.flatMap(freeBox), ...metadataItems.flatMap((item) => stripItem(bytes, item))];
}

function isMetadata({ type, contentType }: Item): boolean {
  return type === 'Exif' || (type === 'mime' && textTypes.test(contentType));
}

function stripItem(bytes: Buffer, { type, extents }: Item): Edit[] {
  const [extent, ...more] = extents;
  if (type !== 'Exif' || !extent || more.length > 0) return extents.map(fillZeros);
  // Exif data begins with its distance from there, which is zero here.
  const exif = Buffer.concat([Buffer.alloc(4), minimalExif(orientationOf(bytes, extent))]);
  return [extent.to - extent.from < exif.length ? fillZeros(extent) : replace(extent, exif)];
}

function orientationOf(bytes: Buffer, { from, to }: Range): number | undefined {
  if (to - from < 4) return undefined;
  return readOrientation(bytes.subarray(from + 4 + bytes.readUInt32BE(from), to));
}

function freeBox(box: Box): Edit[] {
  return [{ at: box.typeAt, bytes: freeType }, fillZeros(contentOf(box))];
}

/** Finds metadata boxes in a movie and its tracks. Undefined when it is damaged. */
function findMovieMetadata(bytes: Buffer, movie: Box): Box[] | undefined {
  const boxes = readBoxes(bytes, contentOf(movie));
  if (!boxes) return undefined;
  return flattenAll(
    boxes.map((box) => {
      if (movieMetadata.has(box.type)) return [box];
      return box.type === 'trak' ? findMovieMetadata(bytes, box) : [];
    }),
  );
}

/** Returns undefined when one of the lists is undefined. */
function flattenAll(lists: readonly (Box[] | undefined)[]): Box[] | undefined {
  return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? []);
}

function findMetadataProperties(bytes: Buffer, children: readonly Box[]): Box[] {
  const properties = children.find(({ type }) => type === 'iprp');
  const container = properties && readBoxes(bytes, contentOf(properties))?.find(({ type }) => type === 'ipco');
  const all = container && readBoxes(bytes, contentOf(container));
  return all?.filter(({ type }) => metadataProperties.has(type)) ?? [];
}
