import { type Edit, type EditPlan, fillZeros, mergeRanges, overlapsAny, type Range, subtractRanges } from './edits.ts';
import { type Directory, type Entry, openTiff, type TiffReader } from './tiff-structure.ts';

/** These directories hold only metadata: Exif, GPS, interoperability. */
const metadataDirectories = new Set([34665, 34853, 40965]);
/** These tags describe the image, its author or location. Displaying it does not need them. */
const metadataTags = new Set([
  // Document name, description, make, model, page, software, date, artist, computer, copyright.
  269, 270, 271, 272, 285, 305, 306, 315, 316, 33432,
  // XMP, IPTC, Photoshop (2), Windows (5), printing, identifiers, owner, serial number.
  700, 33723, 34377, 37724, 40091, 40092, 40093, 40094, 40095, 50341, 32781, 42016, 42032, 42033,
  // Exif tags that some programs put here: dates, maker note, comment.
  36867, 36868, 37500, 37510,
  // GeoTIFF and GDAL.
  33550, 33922, 34264, 34735, 34736, 34737, 42112, 42113,
]);
const childDirectoriesTag = 330;
/** Each tag with offsets of image data has a tag or a constant with their lengths. */
const dataTags: readonly { readonly offsets: number; readonly lengths?: number; readonly length?: number }[] = [
  { offsets: 273, lengths: 279 },
  { offsets: 324, lengths: 325 },
  { offsets: 513, lengths: 514 },
  // Old-style JPEG compression has tables with these maximum lengths.
  { offsets: 519, length: 64 },
  { offsets: 520, length: 272 },
  { offsets: 521, length: 272 },
];

/**
 * Removes metadata entries from their directories and zeros their values, except bytes that the
 * image uses too. Keeps the orientation. Undefined for BigTIFF, and for directories that overlap
 * image data or each other.
 */
export function planTiff(bytes: Buffer): EditPlan {
  const reader = openTiff(bytes);
  const directories = reader?.readDirectories(childDirectoriesTag);
  if (!reader || !directories) return undefined;

  const removed = directories.flatMap(({ entries }) => entries.filter(isMetadata));
  if (removed.length === 0) return [];
  const imageRanges = mergeRanges([
    { from: 0, to: 8 },
    ...directories.flatMap(({ entries }) => entries.filter((entry) => !isMetadata(entry)).flatMap(valuesOf)),
    ...directories.flatMap((directory) => imageDataRanges(reader, directory)),
  ]);
  const ranges = directories.map(({ range }) => range);
  const overlapEachOther = totalLength(mergeRanges(ranges)) < totalLength(ranges);
  if (overlapEachOther || ranges.some((range) => overlapsAny(range, imageRanges))) return undefined;

  const needed = mergeRanges([...imageRanges, ...ranges]);
  const unneeded = removed
    .flatMap((entry) => rangesOf(reader, entry))
    .flatMap((range) => subtractRanges(range, needed));
  if (reader.isExhausted()) return undefined;
  return [
    ...unneeded.map(({ from, to }) => fillZeros({ from, to: Math.min(to, bytes.length) })),
    ...directories.flatMap((directory) => rewriteDirectory(reader, directory)),
  ];
}

const isMetadata = ({ tag }: Entry) => metadataTags.has(tag) || metadataDirectories.has(tag);
const valuesOf = ({ values }: Entry): Range[] => (values ? [values] : []);
const totalLength = (ranges: readonly Range[]) => ranges.reduce((sum, { from, to }) => sum + to - from, 0);

/** Finds the values of an entry and the content of its directory, two levels deep. */
function rangesOf(reader: TiffReader, entry: Entry, parents: readonly number[] = []): Range[] {
  const values = valuesOf(entry);
  if (!metadataDirectories.has(entry.tag) || parents.includes(entry.tag) || parents.length > 1) return values;
  const directories = reader.readNumbers(entry).flatMap((at) => reader.readDirectory(at) ?? []);
  return [
    ...values,
    ...directories.flatMap(({ range, entries }) => [
      range,
      ...entries.flatMap((child) => rangesOf(reader, child, [...parents, entry.tag])),
    ]),
  ];
}

function imageDataRanges(reader: TiffReader, { entries }: Directory): Range[] {
  const numbers = (tag: number) => {
    const entry = entries.find((each) => each.tag === tag);
    return entry ? reader.readNumbers(entry) : [];
  };
  return dataTags.flatMap(({ offsets, lengths, length = 0 }) => {
    const knownLengths = lengths === undefined ? [] : numbers(lengths);
    return numbers(offsets).map((from, index) => ({ from, to: from + (knownLengths[index] ?? length) }));
  });
}

/** Writes a directory without its metadata in place: fewer entries, followed by zeros. */
function rewriteDirectory({ bytes, littleEndian }: TiffReader, { range, entries, next }: Directory): Edit[] {
  const kept = entries.filter((entry) => !isMetadata(entry));
  if (kept.length === entries.length) return [];
  const written = Buffer.alloc(range.to - range.from);
  if (littleEndian) written.writeUInt16LE(kept.length);
  else written.writeUInt16BE(kept.length);
  for (const [index, { at }] of kept.entries()) bytes.copy(written, 2 + index * 12, at, at + 12);
  bytes.copy(written, 2 + kept.length * 12, next, next + 4);
  return [{ at: range.from, bytes: written }];
}
