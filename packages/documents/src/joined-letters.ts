import { PDFDocument } from '@cantoo/pdf-lib';
import { createLetter, type PrintedLetter } from './letter.ts';

/** Renders letters into one PDF for a printer. It has no tags: people read the single letters. */
export async function createJoinedLetters(letters: readonly PrintedLetter[]): Promise<Buffer> {
  const joined = await PDFDocument.create({ updateMetadata: false });
  for (const letter of letters) {
    const one = await PDFDocument.load(await createLetter(letter), { updateMetadata: false });
    for (const page of await joined.copyPages(one, one.getPageIndices())) joined.addPage(page);
  }
  return Buffer.from(await joined.save());
}
