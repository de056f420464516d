import type { InventedFile } from '@redress/contract/demonstration';
import { createTypewrittenPdf } from '@redress/documents/typewritten';
import { createWorkbook } from '@redress/documents/workbook';

/** Characters. */
const columnWidth = 24;

/** The bytes of a file that an invented claimant sends. */
export async function renderInventedFile(
  file: InventedFile,
  readPhoto: (name: string) => Promise<Buffer>,
): Promise<Buffer> {
  if (file.kind === 'photo') return readPhoto(file.photo);
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
