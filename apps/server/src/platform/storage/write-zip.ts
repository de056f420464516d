import { Zip, ZipPassThrough } from 'fflate';

export interface ZippedFile {
  readonly name: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
}

/**
 * Writes files to a ZIP archive, without compressing them: PDFs are compressed already. The same
 * files give the same bytes. An archive has at most 65,535 files and 4 GB.
 */
export async function* writeZip(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for await (const { name, bytes } of files) {
    const file = new ZipPassThrough(name);
    // The format has local times without a zone. The year of its first day is the same anywhere.
    file.mtime = new Date(1980, 0, 1);
    zip.add(file);
    if (bytes instanceof Uint8Array) file.push(bytes, true);
    else {
      for await (const chunk of bytes) {
        file.push(chunk);
        yield* parts.splice(0);
      }
      file.push(new Uint8Array(), true);
    }
    yield* parts.splice(0);
  }
  zip.end();
  yield* parts.splice(0);
}
