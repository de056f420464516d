/** A line of a CSV file (RFC 4180) whose cells no spreadsheet program computes. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

/** A cell that a spreadsheet program would compute begins with an apostrophe instead. */
export function formatCell(text: string): string {
  const safe =
    /^[\s\u0000-\u001f]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Makes spreadsheet programs read a file as UTF-8. */
export const byteOrderMark = '\uFEFF';
