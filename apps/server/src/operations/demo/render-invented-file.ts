import type { InventedFile } from '@redress/contract/demonstration';
import { createTypewrittenPdf } from '@redress/documents/typewritten';
import { createWorkbook } from '@redress/documents/workbook';
import { crc32 } from 'node:zlib';

/** Characters. */
const columnWidth = 24;

/** The bytes of a file that an invented claimant sends. */
export async function renderInventedFile(
  file: InventedFile,
  readPhoto: (name: string) => Promise<Buffer>,
): Promise<Buffer> {
  if (file.kind === 'photo') return labelPicture(await readPhoto(file.photo), file.label);
  if (file.kind === 'printout') return createTypewrittenPdf(file.title, file.lines);
  const rows = file.rows();
  switch (file.format) {
    case 'workbook':
      return renderWorkbook(rows);
    case 'comma-delimited':
      return Buffer.from(rows.map((row) => `${row.map(quote).join(',')}\r\n`).join(''));
    case 'pipe-delimited':
      return Buffer.from(rows.map((row) => `${row.join('|')}\n`).join(''));
  }
}

async function renderWorkbook([header = [], ...rows]: readonly (readonly string[])[]): Promise<Buffer> {
  const columns = header.map((name) => ({ header: name, width: columnWidth, format: 'text' }) as const);
  return Buffer.from(await createWorkbook({ kind: 'workbook', sheets: [{ name: 'Data', columns, rows }] }, 'Data'));
}

const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Bytes before the first segment of a JPEG, and before the second chunk of a PNG. */
const begin = { jpeg: 2, png: 33 };

/** Adds a comment to a JPEG or PNG, as a camera adds metadata. Equal files would link their claims. */
function labelPicture(picture: Buffer, label: string): Buffer {
  const text = Buffer.from(label, 'latin1');
  const insert = (at: number, ...parts: readonly Buffer[]) =>
    Buffer.concat([picture.subarray(0, at), ...parts, picture.subarray(at)]);
  if (picture.readUInt16BE(0) === 0xffd8) {
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    // The length counts itself.
    head.writeUInt16BE(text.length + 2, 2);
    return insert(begin.jpeg, head, text);
  }
  const chunk = Buffer.concat([Buffer.from('tEXtComment\0', 'latin1'), text]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  checksum.writeUInt32BE(crc32(chunk));
  return insert(begin.png, length, chunk, checksum);
}
