import type { ByteSource } from '@redress/datafiles/byte-source';
import { readZipDirectory } from '@redress/datafiles/read/zip';

export type ArchiveType = 'docx' | 'xlsx' | 'macros' | 'too-much-inside' | undefined;

/** Deflate makes nothing smaller than that; an archive that says otherwise uses the same bytes many times over. */
const mostUnpacked = 1_100;
/** Real workbooks stay far below: only what unpacks to more than `muchUnpacked` is held to it. */
const usualUnpacked = 200;
const muchUnpacked = 1024 ** 3;

/**
 * What an Office file is by the list of its parts, without unpacking any. `sampled`: what its first bytes say, which counts when the list is
 * damaged: whoever opens it will see that it is. Undefined for any other archive, and for one with a password.
 */
export async function examineArchive(source: ByteSource, sampled: 'zip' | 'docx' | 'xlsx'): Promise<ArchiveType> {
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
  if (unpacked > source.size * mostUnpacked || (unpacked > muchUnpacked && unpacked > source.size * usualUnpacked))
    return 'too-much-inside';
  if (has(/^xl\/workbook[^/]*\.xml$/i)) return 'xlsx';
  return has(/^word\/document[^/]*\.xml$/i) ? 'docx' : undefined;
}
