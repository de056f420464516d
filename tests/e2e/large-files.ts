import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Large files for a test, in a folder that is removed when it ends. */
export interface LargeFiles {
  /**
   * Pipe-delimited rows as a payor sends them, of about this many bytes; each file is different.
   * Returns the path.
   */
  rows(name: string, bytes: number): string;
  /** A file with the first bytes of a photo. */
  photo(name: string, bytes: number): string;
  /** A file with the first bytes of a PDF. */
  pdf(name: string, bytes: number): string;
  remove(): void;
}

export function makeLargeFiles(): LargeFiles {
  const folder = mkdtempSync(join(tmpdir(), 'redress-large-'));
  const write = (name: string, chunks: Iterable<Buffer>) => {
    const path = join(folder, name);
    const file = openSync(path, 'w');
    for (const chunk of chunks) writeSync(file, chunk);
    closeSync(file);
    return path;
  };
  return {
    rows: (name, bytes) => write(name, rowPieces(bytes)),
    photo: (name, bytes) =>
      write(name, [
        Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
        // Avoids accidental markers: bytes after one could be treated as metadata and removed.
        Buffer.from(randomBytes(bytes - 22).map((byte) => Math.min(byte, 0xfe))),
        Buffer.from('ffd9', 'hex'),
      ]),
    pdf: (name, bytes) => write(name, [Buffer.from('%PDF-1.4\n'), randomBytes(bytes - 14), Buffer.from('%%EOF')]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const header =
  'TPP Name|NDC or Drug Name|Fill or Purchase Date|State of Purchase|State of Insured|Amount Paid|Plan or Group Name\r\n';

function* rowPieces(bytes: number): Generator<Buffer> {
  yield Buffer.from(header);
  const row = (number: number) =>
    `Harborview Health Plan|99999-0833-21|03/${String((number % 28) + 1).padStart(2, '0')}/2010|Massachusetts|Massachusetts|${(number % 900) + 10}.25|`;
  const block = Array.from({ length: 8_000 }, (_, number) => row(number));
  for (let written = header.length, chunk = 0; written < bytes; chunk += 1) {
    const mark = randomBytes(6).toString('hex');
    const text = Buffer.from(`${block.join(`Plan ${mark} ${chunk}\r\n`)}Plan ${mark} ${chunk}\r\n`);
    yield text;
    written += text.length;
  }
}
