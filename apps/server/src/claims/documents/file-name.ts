import { extensionOf, extensionsOf } from '@redress/contract/file-names';
import { typeOfName } from '@redress/contract/file-type';
import type { FileType } from '@redress/forms/definition';

/** In characters, as is `maxExtensionLength`. */
const maxNameLength = 120;
const maxExtensionLength = 12;

interface FileTypeFacts {
  /** The name that people see in both languages. */
  readonly name: string;
  readonly media?: string;
}
const office = 'application/vnd.openxmlformats-officedocument';
export const fileTypes: Readonly<Record<FileType, FileTypeFacts>> = {
  pdf: { name: 'PDF', media: 'application/pdf' },
  jpg: { name: 'JPG', media: 'image/jpeg' },
  png: { name: 'PNG', media: 'image/png' },
  heic: { name: 'HEIC', media: 'image/heic' },
  tif: { name: 'TIF', media: 'image/tiff' },
  docx: { name: 'Word (docx)', media: `${office}.wordprocessingml.document` },
  xlsx: { name: 'Excel (xlsx)', media: `${office}.spreadsheetml.sheet` },
  csv: { name: 'CSV' },
  txt: { name: 'TXT' },
};
/**
 * The last part of a path without control and bidirectional characters, shortened to 120 characters
 * with its extension. It is displayed, and never used as a path.
 */
export function cleanFileName(given: string): string {
  const name = given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .split(/[/\\]/)
    .findLast((part) => part.trim() !== '')
    ?.trim();
  if (name === undefined || /^\.+$/.test(name)) return 'document';
  const characters = [...name];
  if (characters.length <= maxNameLength) return name;
  const extension = [...(/\.[^.]*$/.exec(name)?.[0] ?? '')];
  const kept = extension.length <= maxExtensionLength ? extension : [];
  return [...characters.slice(0, maxNameLength - kept.length), ...kept].join('');
}

/**
 * Gives a file name the extension of the file's type. Replaces the extension of another accepted
 * type (`photo.pdf` becomes `photo.jpg`) and keeps any other (`bill.exe` becomes `bill.exe.pdf`,
 * which no computer runs).
 */
export function nameByType(name: string, type: FileType): string {
  const extension = extensionOf(name);
  // Few computers can open a table called `claims.dat`.
  if (extension === type || (type !== 'txt' && extensionsOf(type).includes(extension))) return name;
  return typeOfName(name) === undefined ? `${name}.${type}` : `${name.slice(0, -extension.length)}${type}`;
}
