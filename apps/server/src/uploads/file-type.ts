import type { ByteSource } from '@redress/datafiles/byte-source';
import { readZipDirectory } from '@redress/datafiles/read/zip';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import { extensionOf } from './file-name.ts';

/** How many bytes from the start of a file `sampleFileType` needs. */
export const sampleBytes = 64 * 1024;

/** `zip` may still be an Office file, for example one that begins with a large picture. */
export type SampledType = FileType | 'zip' | undefined;
export type TypeRefusal = 'type' | 'macros' | 'too-much-inside';

const detectedTypes = ['pdf', 'jpg', 'png', 'heic', 'tif', 'docx', 'xlsx', 'zip'] as const;
/** Deflate compresses no better. An archive that claims more reuses the same bytes. */
const maxRatio = 1_100;
/** For archives that unpack to more than `largeBytes`. Real workbooks compress far less. */
const maxLargeRatio = 200;
const largeBytes = 1024 ** 3;

/**
 * The type of a file by its first bytes. The name only tells tables from other text. `undefined`
 * for damaged files and for types that no form accepts.
 */
export async function sampleFileType(sample: Uint8Array, name: string): Promise<SampledType> {
  // The detector takes UTF-16 text for audio, so text is recognized first.
  if (isText(sample)) {
    const extension = extensionOf(name);
    return extension === 'csv' || extension === 'txt' ? extension : undefined;
  }
  try {
    // Loaded with the first file, because an idle server does not need its 2 MB.
    const { fileTypeFromBuffer } = await import('file-type');
    const detected = await fileTypeFromBuffer(sample);
    return detectedTypes.find((type) => type === detected?.ext);
  } catch {
    // The detector throws on some damaged files.
    return undefined;
  }
}

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

/** UTF-16 with its mark, or a one-byte encoding without control characters and format signature. */
function isText(sample: Uint8Array): boolean {
  const start = Buffer.from(sample.subarray(0, 5)).toString('latin1');
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return true;
  if (start === '%PDF-' || start === '{\\rtf') return false;
  return !sample.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d);
}
