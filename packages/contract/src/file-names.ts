import type { DocumentsItem, FileType } from '@redress/forms/definition';

// One table of the kinds of files for browser, server and pages without script.

/** Names of each type, the usual one first. They decide nothing that the content can tell. */
export const fileExtensions: Readonly<Record<FileType, readonly [string, ...string[]]>> = {
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
/** Names that programs give to tables in text. */
const tableExtensions = ['tsv', 'tab', 'dat', 'prn', 'asc', 'text'];

/** All extensions of a type, for choosing files. */
export const extensionsOf = (type: FileType): readonly string[] =>
  type === 'txt' ? [...fileExtensions.txt, ...tableExtensions] : fileExtensions[type];

/** The type that a name promises. */
export function typeOfName(name: string): FileType | undefined {
  const extension = extensionOf(name);
  const types: readonly FileType[] = ['pdf', 'jpg', 'png', 'heic', 'tif', 'docx', 'xlsx', 'csv', 'txt'];
  return types.find((type) => extensionsOf(type).includes(extension));
}

/** In lower case, without its dot; empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The limit in bytes for a file of a type. */
export function maxBytesOf(item: DocumentsItem, type: FileType | undefined): number {
  return item.dataFiles && isDataFile(item, type) ? item.dataFiles.maxBytes : item.maxBytes;
}

export function isDataFile({ dataFiles }: DocumentsItem, type: FileType | undefined): boolean {
  return type !== undefined && dataFiles?.types.includes(type) === true;
}
