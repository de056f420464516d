import JsBarcode from 'jsbarcode';
import type { PDFDocument } from 'pdfkit';

/** A place in points, around the middle of a line. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A bar of 1 point is wide enough for every scanner: 0.35 mm. */
const maxModule = 1;
/** Modules of white space on each side, which scanners need to find a code. */
const quietZone = 10;

/** Draws text as a Code 128 bar code, black on white. */
export function renderBarCode(document: PDFDocument, text: string, { x, y, width, height }: Place): void {
  const { encodings } = encode(text);
  const modules = encodings.map(({ data }) => data).join('');
  const size = Math.min(maxModule, width / (modules.length + 2 * quietZone));
  const left = x - (modules.length * size) / 2;
  for (const { index, 0: bar } of modules.matchAll(/1+/g))
    document.rect(left + index * size, y, bar.length * size, height).fill('#000000');
}

/** Given a plain object, the library fills it instead of drawing. */
function encode(text: string): { readonly encodings: readonly { readonly data: string }[] } {
  const target = { encodings: [] };
  JsBarcode(target, text, { format: 'CODE128' });
  return target;
}
