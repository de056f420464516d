import type { FileType } from '@redress/forms/definition';

/** Programs save tables with the extensions of `txt`. */
const otherExtensions: Partial<Record<FileType, readonly string[]>> = {
  jpg: ['jpeg', 'jpe', 'jfif'],
  heic: ['heif', 'hif'],
  tif: ['tiff'],
  txt: ['tsv', 'tab', 'dat', 'prn', 'asc', 'text'],
};

/** The usual extension comes first. Extensions count only where content cannot decide. */
export const extensionsOf = (type: FileType): readonly string[] => [type, ...(otherExtensions[type] ?? [])];

/** The extension is in lower case without its dot, or empty. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const isNamedAs = (types: readonly FileType[], name: string): boolean =>
  types.some((type) => extensionsOf(type).includes(extensionOf(name)));
