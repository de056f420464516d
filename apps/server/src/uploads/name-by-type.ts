import type { FileType } from '@redress/forms/definition';
import { endingOf } from './file-name.ts';

/** Endings of names by what the file is; the first is the one that is put on. */
const endings: Readonly<Record<FileType, readonly [string, ...string[]]>> = {
  pdf: ['pdf'],
  jpg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  heic: ['heic', 'heif', 'hif'],
  tif: ['tif', 'tiff'],
  docx: ['docx'],
  xlsx: ['xlsx'],
  csv: ['csv'],
  txt: ['txt'],
};
const known = new Set(Object.values(endings).flat());

/**
 * The name of a file as it says what the file is: the wrong ending of a kind of document that we take is changed, anything else stays and gets one
 * more. `invoice.pdf` that is a photo becomes `invoice.jpg`; a PDF called `bill.pdf.exe` becomes `bill.pdf.exe.pdf`, which no computer runs.
 */
export function nameByType(name: string, type: FileType): string {
  const ending = endingOf(name);
  const right = endings[type];
  if (right.includes(ending)) return name;
  return known.has(ending) ? `${name.slice(0, -ending.length)}${right[0]}` : `${name}.${right[0]}`;
}
