import { fileTypeFromBuffer } from 'file-type';
import type { ByteSource } from '@redress/datafiles/byte-source';
import type { FileType } from '@redress/forms/definition';
import type { ArchiveType } from './archive-type.ts';
import { examineArchive } from './archive-type.ts';
import { endingOf } from './file-name.ts';

/** How many bytes from the start are looked at before anything is stored. */
export const sampleBytes = 64 * 1024;

/** `zip`: an archive whose kind shows only further on, such as an Office document that begins with a large picture. */
export type SampledType = FileType | 'zip' | undefined;

const byEnding: Readonly<Record<string, FileType>> = {
  pdf: 'pdf',
  jpg: 'jpg',
  png: 'png',
  heic: 'heic',
  tif: 'tif',
  docx: 'docx',
  xlsx: 'xlsx',
};

/**
 * What a file is by its first bytes; its name counts only to tell a table from a text. Undefined for everything that no claim form can
 * take. Throws never: damaged bytes are of no type.
 */
export async function sampleFileType(sample: Uint8Array, name: string): Promise<SampledType> {
  // UTF-16 text looks like sound to a detector: text is looked for first.
  if (isText(sample)) return textType(name);
  const detected = await detect(fileTypeFromBuffer(sample));
  return detected === 'zip' ? 'zip' : detected;
}

/** What a file is, looking at more than its first bytes where those are not enough: of an archive at the list of its parts. */
export async function wholeType(source: ByteSource, sampled: SampledType): Promise<FileType | ArchiveType> {
  return sampled === 'zip' || sampled === 'docx' || sampled === 'xlsx' ? examineArchive(source, sampled) : sampled;
}

async function detect(detection: ReturnType<typeof fileTypeFromBuffer>): Promise<SampledType> {
  try {
    const found = await detection;
    return found?.ext === 'zip' ? 'zip' : byEnding[found?.ext ?? ''];
  } catch {
    // The detector stumbled over damaged bytes.
    return undefined;
  }
}

function textType(name: string): FileType | undefined {
  const ending = endingOf(name);
  return ending === 'csv' || ending === 'txt' ? ending : undefined;
}

/** Whether bytes look like text: UTF-16 with its mark, or any one-byte encoding without control characters; never a known format's mark. */
export function isText(sample: Uint8Array): boolean {
  if ((sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff)) return true;
  if (startsWith(sample, '%PDF-') || startsWith(sample, '{\\rtf')) return false;
  return !sample.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d);
}

function startsWith(sample: Uint8Array, mark: string): boolean {
  return Buffer.from(sample.subarray(0, mark.length)).toString('latin1') === mark;
}
