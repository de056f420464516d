import { decodeHead, findEncoding, isBinary } from './text-blocks.ts';

/** `ole`: Office files before 2007, and encrypted ones. `other`: no form accepts the format. */
export type DetectedFormat = 'pdf' | 'jpg' | 'png' | 'tif' | 'heic' | 'zip' | 'ole' | 'text' | 'other';

const signatures: readonly (readonly [DetectedFormat, string])[] = [
  ['jpg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['tif', 'II*\0'],
  ['tif', 'MM\0*'],
  // An archive begins with its first entry, or with its end if it is empty.
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['ole', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['other', '%!PS'],
  ['other', '{\\rtf'],
  ['other', 'GIF8'],
  ['other', '\x1f\x8b'],
  ['other', 'Rar!'],
  ['other', '7z\xbc\xaf'],
  // UTF-32
  ['other', '\xff\xfe\0\0'],
];
/** Pictures of uniform color consist of printable characters: BMP, and PBM to PPM. */
const plainPicture = /^BM.{4}\0{4}|^P[1-6]\r?\n(?:#[^\n]*\n)*\d+\s\d+\s/s;
/** A camera's raw picture begins like a TIFF scan. Many have tag 50706, the version of DNG. */
const rawPicture = /^II\*\0(?:.{4}CR|.*\x12\xc6\x01\0\x04\0\0\0)|^MM\0\*.*\xc6\x12\0\x01\0\0\0\x04/s;
const heicBrand = /^.{4}ftyp(?:hei[cxms]|hev[cxms]|m[is]f1)/s;
/** Readers accept a PDF with other bytes before it: ISO 32000-1, implementation note 13. */
const maxBytesBeforePdf = 1024;
/** Web pages and drawings are text, but not readable as such. */
const markup = /^\s*<(?:[?!]|html|head|body|svg|table|script)/i;

/**
 * Detects the format of a file by its first bytes, for the readers of data and the checks of
 * uploads in browser and server. `text` is any text that the reader of data reads.
 */
export function detectFormat(head: Uint8Array): DetectedFormat {
  const start = String.fromCharCode(...head.subarray(0, maxBytesBeforePdf));
  const found = signatures.find(([, signature]) => start.startsWith(signature));
  if (found) return rawPicture.test(start) ? 'other' : found[0];
  if (heicBrand.test(start)) return 'heic';
  if (/%PDF-\d/.test(start)) return 'pdf';
  if (plainPicture.test(start)) return 'other';
  const text = decodeHead(head, findEncoding(head));
  return isBinary(text) || markup.test(text) ? 'other' : 'text';
}
