import { UnreadableFileError } from '../opened-file.ts';
import { decodeExcelEscapes, scanXml } from './xml.ts';

/** Cells refer to strings by index. */
export interface SharedStrings {
  readonly get: (index: number) => string | undefined;
}

/** No workbook has more. Each string takes 8 bytes even if it is empty. */
const maxTexts = 8 * 1024 * 1024;
/** The length is in characters. */
const pageLength = 64 * 1024;
const pageTexts = 64 * 1024;
/** The first strings repeat from row to row, so caching them saves slicing. */
const cachedTexts = 16 * 1024;

/** Stores strings in pages of text, which takes a fifth of the memory of separate strings. */
export async function readSharedStrings(pieces: AsyncIterable<Uint8Array>): Promise<SharedStrings> {
  const pages: string[] = [];
  let page: string[] = [];
  let pageFill = 0;
  let count = 0;
  let starts = new Uint32Array(1024);
  let pageOf = new Uint32Array(1024);
  const endPage = () => {
    // Joining makes one flat string that keeps no others alive.
    pages.push(page.join(''));
    page = [];
    pageFill = 0;
  };
  const add = (text: string) => {
    if (count === maxTexts) throw new UnreadableFileError('too-much-inside');
    if (page.length === pageTexts || (pageFill > 0 && pageFill + text.length > pageLength)) endPage();
    if (count + 1 >= starts.length) {
      starts = doubled(starts);
      pageOf = doubled(pageOf);
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

  const cache: (string | undefined)[] = [];
  return {
    get(index) {
      if (!(index >= 0 && index < count)) return undefined;
      const known = cache[index];
      if (known !== undefined) return known;
      const pageIndex = pageOf[index] ?? 0;
      const end = index + 1 < count && pageOf[index + 1] === pageIndex ? starts[index + 1] : undefined;
      const text = (pages[pageIndex] ?? '').slice(starts[index], end);
      if (index < cachedTexts) cache[index] = text;
      return text;
    },
  };
}

/** A cell holds far less. */
const maxTextLength = 1024 * 1024;

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}
