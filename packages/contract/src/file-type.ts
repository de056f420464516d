import type { ByteSource } from '@redress/datafiles/byte-source';
import { UnreadableFileError } from '@redress/datafiles/opened-file';
import { detectFormat } from '@redress/datafiles/read/detect-format';
import { findOleReason } from '@redress/datafiles/read/ole-container';
import { isCutOff } from '@redress/datafiles/read/pdf-ends';
import { hasPassword } from '@redress/datafiles/read/pdf-password';
import { decodeHead, findEncoding } from '@redress/datafiles/read/text-blocks';
import { findMainPart } from '@redress/datafiles/read/workbook-parts';
import { readZipDirectory } from '@redress/datafiles/read/zip';
import type { UnreadableReason } from '@redress/datafiles/report';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import { extensionOf, isNamedAs } from './file-names.ts';

// The browser applies these rules when a file is chosen, the server when it has arrived.

/** This many bytes from the start of a file decide its type. */
export const sampleBytes = 64 * 1024;

/** `zip` may be a document or a workbook; `ole` is one with a password or from before 2007. */
export type SampledType = FileType | 'zip' | 'ole' | undefined;
export type TypeRefusal = 'type' | 'macros' | 'too-much-inside' | 'password' | 'damaged';

const types: readonly FileType[] = ['pdf', 'jpg', 'png', 'heic', 'tif', 'docx', 'xlsx', 'csv', 'txt'];

export const typeOfName = (name: string): FileType | undefined => types.find((type) => isNamedAs([type], name));

export function isDataFile({ dataFiles }: DocumentsItem, type: FileType | undefined): boolean {
  return type !== undefined && dataFiles?.types.includes(type) === true;
}

/** The limit is in bytes. */
export function maxBytesOf(item: DocumentsItem, type: FileType | undefined): number {
  return item.dataFiles && isDataFile(item, type) ? item.dataFiles.maxBytes : item.maxBytes;
}

/** Deflate cannot compress better than this. An archive that claims more reuses the same bytes. */
const maxRatio = 1_100;
/** Applies to archives that unpack to more than `largeBytes`. Real workbooks compress far less. */
const maxLargeRatio = 200;
const largeBytes = 1024 ** 3;

/** Detects a type by a file's first bytes. The name distinguishes tables from other text. */
export function sampleType(sample: Uint8Array, name: string): SampledType {
  const format = detectFormat(sample);
  if (format === 'tif' && rawExtensions.has(extensionOf(name))) return undefined;
  if (format === 'text') {
    // The reader of data ignores some control characters, but text written by people has none.
    if (controls.test(decodeHead(sample, findEncoding(sample)))) return undefined;
    const promised = typeOfName(name) ?? 'txt';
    return promised === 'csv' || promised === 'txt' ? promised : undefined;
  }
  return format === 'other' ? undefined : format;
}

/** Raw pictures of cameras begin like TIFF scans. */
const rawExtensions: ReadonlySet<string> = new Set(['dng', 'nef', 'nrw', 'arw', 'sr2', 'srw', 'pef', '3fr', 'erf']);
/** No program ends lines, pages or files with these characters. */
const controls = /[\u0001-\u0008\u000e-\u0019]/;

type CheckedType = { readonly type: FileType } | { readonly refusal: TypeRefusal };

/** Refuses a file that the item does not take or staff cannot open. Reads parts of archives. */
export async function checkFileType(
  source: ByteSource,
  sampled: SampledType,
  item: DocumentsItem,
): Promise<CheckedType> {
  const checked = await examine(source, sampled).catch((error: unknown): CheckedType => {
    if (error instanceof UnreadableFileError) return { refusal: refusalOf(error.reason) };
    throw error;
  });
  return 'type' in checked && !item.types.includes(checked.type) ? { refusal: 'type' } : checked;
}

async function examine(source: ByteSource, sampled: SampledType): Promise<CheckedType> {
  switch (sampled) {
    case undefined:
      return { refusal: 'type' };
    case 'ole':
      return { refusal: refusalOf(await findOleReason(source)) };
    case 'zip':
      return examineArchive(source);
    case 'pdf':
      if (await isCutOff(source)) return { refusal: 'damaged' };
      return (await hasPassword(source)) ? { refusal: 'password' } : { type: sampled };
    default:
      return { type: sampled };
  }
}

function refusalOf(reason: UnreadableReason): TypeRefusal {
  if (reason === 'encrypted') return 'password';
  return reason === 'damaged' || reason === 'too-much-inside' || reason === 'macros' ? reason : 'type';
}

/** Reads an archive's list of entries and content types, and unpacks nothing else. */
async function examineArchive(source: ByteSource): Promise<CheckedType> {
  const directory = await readZipDirectory(source);
  if ('reason' in directory) return { refusal: refusalOf(directory.reason) };
  const entries = [...directory.entries.values()];
  const unpacked = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (unpacked > source.size * maxRatio || (unpacked > largeBytes && unpacked > source.size * maxLargeRatio))
    return { refusal: 'too-much-inside' };
  const { kind, name } = await findMainPart(source, directory.entries);
  if (kind === 'macros') return { refusal: kind };
  if (kind !== 'xlsx' && kind !== 'docx') return { refusal: 'type' };
  if (entries.some(({ encrypted }) => encrypted)) return { refusal: 'password' };
  return directory.entries.has(name) ? { type: kind } : { refusal: 'damaged' };
}
