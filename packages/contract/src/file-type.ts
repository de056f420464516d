import type { ByteSource } from '@redress/datafiles/byte-source';
import { readZipDirectory } from '@redress/datafiles/read/zip';
import type { DocumentsItem, FileType } from '@redress/forms/definition';

// The rules for the content of uploads. The browser applies them when a file is chosen, the server
// when it has arrived.

/** How many bytes from the start of a file decide its type. */
export const sampleBytes = 64 * 1024;

/** `zip` may still be an Office file, for example one that begins with a large picture. */
export type SampledType = FileType | 'zip' | undefined;
export type TypeRefusal = 'type' | 'macros' | 'too-much-inside';

/** Deflate compresses no better. An archive that claims more reuses the same bytes. */
const maxRatio = 1_100;
/** For archives that unpack to more than `largeBytes`. Real workbooks compress far less. */
const maxLargeRatio = 200;
const largeBytes = 1024 ** 3;

/** In lower case, without its dot; empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The limit in bytes for a file of a type or extension. */
export function maxBytesOf(item: DocumentsItem, typeOrExtension: string): number {
  return item.dataFiles && isDataFile(item, typeOrExtension) ? item.dataFiles.maxBytes : item.maxBytes;
}

export function isDataFile(item: DocumentsItem, typeOrExtension: string): boolean {
  const types: readonly string[] = item.dataFiles?.types ?? [];
  return types.includes(typeOrExtension);
}

/** The name only tells tables from other text. */
export function textTypeOf(name: string): FileType | undefined {
  const extension = extensionOf(name);
  return extension === 'csv' || extension === 'txt' ? extension : undefined;
}

/** UTF-16 with its mark, or a one-byte encoding without control characters and format signature. */
export function isText(sample: Uint8Array): boolean {
  const start = latin1(sample, 0, 5);
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return true;
  if (start === '%PDF-' || start === '{\\rtf') return false;
  return !sample.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d);
}

const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'];

/**
 * The type of a file by its first bytes, in a browser. It knows fewer formats than the server's
 * detector, and trusts the names of Office files: what remains, the server refuses.
 */
export function sampleBySignature(sample: Uint8Array, name: string): SampledType {
  if (isText(sample)) return textTypeOf(name);
  const bytes = latin1(sample, 0, 3) === '\xef\xbb\xbf' ? sample.subarray(3) : sample;
  const start = latin1(bytes, 0, 12);
  if (start.startsWith('%PDF')) return 'pdf';
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'tif';
  if (start.startsWith('PK\x03\x04')) {
    const extension = extensionOf(name);
    return extension === 'docx' || extension === 'xlsx' ? extension : 'zip';
  }
  return start.slice(4, 8) === 'ftyp' && heicBrands.includes(start.slice(8)) ? 'heic' : undefined;
}

const latin1 = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** The type of a whole file, if the item accepts it. Reads the list of entries of archives. */
export async function checkFileType(
  source: ByteSource,
  sampled: SampledType,
  item: DocumentsItem,
): Promise<{ readonly type: FileType } | { readonly refusal: TypeRefusal }> {
  const isArchive = sampled === 'zip' || sampled === 'docx' || sampled === 'xlsx';
  const type = isArchive ? await examineArchive(source, sampled) : sampled;
  if (type === 'macros' || type === 'too-much-inside') return { refusal: type };
  return type !== undefined && item.types.includes(type) ? { type } : { refusal: 'type' };
}

/**
 * The type of an Office file by its list of entries; nothing is unpacked. A damaged list falls back
 * to `sampled`. `undefined` for other archives and for encrypted ones.
 */
async function examineArchive(
  source: ByteSource,
  sampled: 'zip' | 'docx' | 'xlsx',
): Promise<FileType | 'macros' | 'too-much-inside' | undefined> {
  const directory = await readZipDirectory(source);
  if ('reason' in directory) {
    if (directory.reason === 'too-much-inside') return 'too-much-inside';
    return sampled === 'zip' ? undefined : sampled;
  }
  const entries = [...directory.entries.values()];
  const has = (part: RegExp) => entries.some(({ name }) => part.test(name));
  if (!has(/^\[content_types\]\.xml$/i) || entries.some(({ encrypted }) => encrypted)) return undefined;
  if (has(/(^|\/)vbaProject\.bin$/i)) return 'macros';
  const unpacked = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (unpacked > source.size * maxRatio || (unpacked > largeBytes && unpacked > source.size * maxLargeRatio))
    return 'too-much-inside';
  if (has(/^xl\/workbook[^/]*\.xml$/i)) return 'xlsx';
  return has(/^word\/document[^/]*\.xml$/i) ? 'docx' : undefined;
}
