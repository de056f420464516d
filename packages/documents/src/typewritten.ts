import { PDFDocument } from 'pdfkit';
import { collectPdf, fixedDate } from './pdf-writer.ts';

/** Lengths are in points. A line of Courier has 80 characters of 0.6 times its size. */
const size = 10;
const lineHeight = 14;
const margin = 60;
const top = 72;
const linesPerPage = Math.floor((792 - 2 * top) / lineHeight);

/**
 * A PDF of lines in a typewriter font, like the output of simple programs: small, quick to make,
 * without tags. Characters that the font lacks become question marks.
 */
export async function createTypewrittenPdf(title: string, lines: readonly string[]): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top, bottom: 0, left: margin, right: 0 },
    font: 'Courier',
    info: { Title: title, Author: title, CreationDate: fixedDate },
  });
  document.fontSize(size);
  for (const [index, line] of lines.entries()) {
    const row = index % linesPerPage;
    if (index > 0 && row === 0) document.addPage();
    document.text(line.replaceAll(/[^ -~¡-ÿ]/gu, '?'), margin, top + row * lineHeight, {
      lineBreak: false,
      baseline: 'alphabetic',
    });
  }
  document.end();
  return collectPdf(document);
}
