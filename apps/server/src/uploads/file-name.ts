import type { FileType } from '@redress/forms/definition';

/** Characters. */
const maxNameLength = 120;
const maxExtensionLength = 12;

/** File extensions by type. The first is added to names that lack one. */
const extensions: Readonly<Record<FileType, readonly [string, ...string[]]>> = {
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
const knownExtensions = new Set(Object.values(extensions).flat());

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

/** In lower case, without its dot; empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/**
 * Gives a file name the extension of the file's type. Replaces the extension of another accepted
 * type (`photo.pdf` becomes `photo.jpg`) and keeps any other (`bill.exe` becomes `bill.exe.pdf`,
 * which no computer runs).
 */
export function nameByType(name: string, type: FileType): string {
  const extension = extensionOf(name);
  const expected = extensions[type];
  if (expected.includes(extension)) return name;
  return knownExtensions.has(extension)
    ? `${name.slice(0, -extension.length)}${expected[0]}`
    : `${name}.${expected[0]}`;
}
