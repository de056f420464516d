import type { FastifyReply } from 'fastify';

/**
 * Formats a line of a CSV file (RFC 4180). Spreadsheet programs treat none of its cells as a
 * formula.
 */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

/** Spreadsheet programs run a cell that begins with one of these as a formula. */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Formats a cell (RFC 4180). An apostrophe before a formula makes it text. */
export function formatCell(text: string): string {
  const safe = beginsFormula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Makes spreadsheet programs read a file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Answers with a CSV file to download. */
export function sendCsv(reply: FastifyReply, fileName: string, csv: string): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .serializer((text: string) => text)
    .send(csv);
}
