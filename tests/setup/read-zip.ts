import { readZipDirectory, unpackText } from '@redress/datafiles/read/zip';
import { blobSource } from '@redress/datafiles/byte-source';

/** The files of a ZIP archive as text, without a byte order mark, in their order. */
export async function readZip(bytes: Buffer): Promise<Map<string, string>> {
  const source = blobSource(new Blob([new Uint8Array(bytes)]), 'test.zip');
  const directory = await readZipDirectory(source);
  if (!('entries' in directory)) throw new Error(directory.reason);
  const files = new Map<string, string>();
  for (const entry of directory.entries.values()) files.set(entry.name, await unpackText(source, entry, 10_000_000));
  return files;
}
