import type { Edit, Plan } from './edits.ts';
import { blank } from './edits.ts';
import { readTiffHead } from './exif.ts';
import type { Range } from './ranges.ts';
import { mergeRanges, overlaps, without } from './ranges.ts';
import type { Directory, Entry, TiffReader } from './tiff-reader.ts';
import { tiffReader } from './tiff-reader.ts';

/** Directories that hold nothing but metadata: Exif, GPS, interoperability. */
const metadataDirectories = new Set([34665, 34853, 40965]);
/** Tags that say something about a picture, its maker or its place, and nothing about how to show it. */
const metadataTags = new Set(
  [
    [...metadataDirectories],
    // Document name, description, make, model, page name, software, date, artist, computer, copyright.
    [269, 270, 271, 272, 285, 305, 306, 315, 316, 33432],
    // XMP, IPTC, Photoshop's two, Windows' five, printing, identifiers, owner, serial number.
    [700, 33723, 34377, 37724, 40091, 40092, 40093, 40094, 40095, 50341, 32781, 42016, 42032, 42033],
    // Exif's own that programs put here: dates, maker's note, comment.
    [36867, 36868, 37500, 37510],
    // Places: GeoTIFF and GDAL.
    [33550, 33922, 34264, 34735, 34736, 34737, 42112, 42113],
  ].flat(),
);
const subDirectoriesTag = 330;
/** Where the picture's own bytes are, by tag, and how many at each place. */
const dataTags: readonly { readonly offsets: number; readonly lengths?: number; readonly length?: number }[] = [
  { offsets: 273, lengths: 279 },
  { offsets: 324, lengths: 325 },
  { offsets: 513, lengths: 514 },
  // Tables of the first way to put JPEG into TIFF: the longest that there are.
  { offsets: 519, length: 64 },
  { offsets: 520, length: 272 },
  { offsets: 521, length: 272 },
];

/**
 * Metadata of a TIFF file. Entries are taken out of their directories and what they pointed at is blanked; bytes that the picture uses too stay. How
 * the picture is turned stays as well. Not understood: BigTIFF, and directories that lie over the picture or each other.
 */
export function planTiff(bytes: Buffer): Plan {
  const head = readTiffHead(bytes);
  if (!head) return undefined;
  const reader = tiffReader(bytes, head.littleEndian);
  const found = reader.readDirectories(head.firstDirectory, subDirectoriesTag);
  if (!found) return undefined;

  const removed = found.flatMap(({ entries }) => entries.filter(isMetadata));
  if (removed.length === 0) return [];
  const directories = found.map(({ range }) => range);
  const used = [
    { from: 0, to: 8 },
    ...found.flatMap(({ entries }) =>
      entries.filter((entry) => !isMetadata(entry)).flatMap(({ values }) => values ?? []),
    ),
    ...found.flatMap((directory) => pictureBytes(reader, directory)),
  ];
  const places = mergeRanges(used);
  const lieOverEachOther =
    mergeRanges(directories).reduce((sum, { from, to }) => sum + to - from, 0) <
    directories.reduce((sum, { from, to }) => sum + to - from, 0);
  if (lieOverEachOther || directories.some((range) => places.some((place) => overlaps(place, range)))) return undefined;

  const needed = mergeRanges([...used, ...directories]);
  const blanked = removed.flatMap((entry) => rangesOf(reader, entry)).flatMap((range) => without(range, needed));
  if (reader.isExhausted()) return undefined;
  return [
    ...blanked.map(({ from, to }) => blank(from, Math.min(to, bytes.length))),
    ...found.flatMap((directory) => rewrite(reader, directory)),
  ];
}

const isMetadata = ({ tag }: Entry) => metadataTags.has(tag);

/** What an entry points at: its values, and for a directory all that this has, down to the last. */
function rangesOf(reader: TiffReader, entry: Entry): Range[] {
  const own = entry.values ? [entry.values] : [];
  if (!metadataDirectories.has(entry.tag)) return own;
  const below = reader.numbersOf(entry).flatMap((at) => reader.readDirectory(at) ?? []);
  return [
    ...own,
    ...below.flatMap(({ range, entries }) => [
      range,
      ...entries.flatMap((each) => {
        const values = each.values ? [each.values] : [];
        const isDeeper = metadataDirectories.has(each.tag) && each.tag !== entry.tag;
        const deeper = isDeeper ? reader.numbersOf(each).flatMap((at) => reader.readDirectory(at) ?? []) : [];
        return [
          ...values,
          ...deeper.flatMap((one) => [one.range, ...one.entries.flatMap((last) => last.values ?? [])]),
        ];
      }),
    ]),
  ];
}

function pictureBytes(reader: TiffReader, { entries }: Directory): Range[] {
  const numbers = (tag: number) => {
    const entry = entries.find((each) => each.tag === tag);
    return entry ? reader.numbersOf(entry) : [];
  };
  return dataTags.flatMap(({ offsets, lengths, length = 0 }) => {
    const told = lengths === undefined ? [] : numbers(lengths);
    return numbers(offsets).map((from, index) => ({ from, to: from + (told[index] ?? length) }));
  });
}

/** A directory without its metadata, in its place: fewer entries, and zeros where the others were. */
function rewrite({ bytes, putUint16 }: TiffReader, { range, entries, next }: Directory): Edit[] {
  const left = entries.filter((entry) => !isMetadata(entry));
  if (left.length === entries.length) return [];
  const written = Buffer.alloc(range.to - range.from);
  putUint16(written, 0, left.length);
  for (const [index, { at }] of left.entries()) bytes.copy(written, 2 + index * 12, at, at + 12);
  bytes.copy(written, 2 + left.length * 12, next, next + 4);
  return [{ at: range.from, bytes: written }];
}
