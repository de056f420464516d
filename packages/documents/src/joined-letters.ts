import { PageSizes, PDFDocument } from '@cantoo/pdf-lib';
import { createLetter, type PrintedLetter } from './letter.ts';

/**
 * Renders letters into one PDF for a printer. It has no tags: people read the single letters. After
 * an odd number of pages there is a blank one, so that no letter is on the back of another one.
 */
export async function createJoinedLetters(letters: readonly PrintedLetter[]): Promise<Buffer> {
  const joined = await PDFDocument.create({ updateMetadata: false });
  for (const letter of letters) {
    const one = await PDFDocument.load(await createLetter(letter), { updateMetadata: false });
    for (const page of await joined.copyPages(one, one.getPageIndices())) joined.addPage(page);
    if (joined.getPageCount() % 2 === 1) joined.addPage(PageSizes.Letter);
  }
  return Buffer.from(await joined.save());
}
