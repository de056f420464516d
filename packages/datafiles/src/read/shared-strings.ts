import { UnreadableFileError } from '../opened-file.ts';
import { decodeExcelEscapes, scanXml } from './xml.ts';

/** The texts that a workbook's cells refer to by number. */
export interface SharedStrings {
  readonly get: (index: number) => string | undefined;
}

/** More texts than a workbook has; each takes 8 bytes even when it is empty. */
const mostTexts = 8 * 1024 * 1024;
/** Characters in a page of texts. */
const pageLength = 64 * 1024;
/** Texts in a page. */
const pageTexts = 64 * 1024;
/** The first texts are what repeats from row to row: kept as they are, they need not be cut out again. */
const readyTexts = 16 * 1024;

/**
 * Reads shared strings into pages of text, and of each string only where it stands: a million of them take what their characters and 8
 * bytes each take, where a string of its own takes five times that.
 */
export async function readSharedStrings(pieces: AsyncIterable<Uint8Array>): Promise<SharedStrings> {
  const pages: string[] = [];
  let page: string[] = [];
  let pageFill = 0;
  let count = 0;
  let starts = new Uint32Array(1024);
  let pageOf = new Uint32Array(1024);
  const endPage = () => {
    // Joined, the page is one flat text that keeps nothing else in memory.
    pages.push(page.join(''));
    page = [];
    pageFill = 0;
  };
  const add = (text: string) => {
    if (count === mostTexts) throw new UnreadableFileError('too-much-inside');
    if (page.length === pageTexts || (pageFill > 0 && pageFill + text.length > pageLength)) endPage();
    if (count + 1 >= starts.length) {
      starts = grown(starts);
      pageOf = grown(pageOf);
    }
    starts[count] = pageFill;
    pageOf[count] = pages.length;
    count++;
    page.push(text);
    pageFill += text.length;
  };

  let current = '';
  let inText = false;
  let inPhonetics = false;
  await scanXml(pieces, {
    get wantsText() {
      return inText;
    },
    open(name) {
      if (name === 'si') current = '';
      else if (name === 't') inText = !inPhonetics;
      else if (name === 'rPh') inPhonetics = true;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetics = false;
      else if (name === 'si') add(decodeExcelEscapes(current));
    },
    characters(text) {
      current += text;
      if (current.length > maxTextLength) throw new UnreadableFileError('damaged');
    },
  });
  endPage();

  const ready: (string | undefined)[] = [];
  return {
    get(index) {
      if (!(index >= 0 && index < count)) return undefined;
      const known = ready[index];
      if (known !== undefined) return known;
      const pageIndex = pageOf[index] ?? 0;
      const end = index + 1 < count && pageOf[index + 1] === pageIndex ? starts[index + 1] : undefined;
      const text = (pages[pageIndex] ?? '').slice(starts[index], end);
      if (index < readyTexts) ready[index] = text;
      return text;
    },
  };
}

/** Far beyond what a cell holds. */
const maxTextLength = 1024 * 1024;

function grown(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}
