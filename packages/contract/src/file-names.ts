import type { FileType } from '@redress/forms/definition';

/** Further names of a type. Those of `txt` are what programs call tables. */
const otherExtensions: Partial<Record<FileType, readonly string[]>> = {
  jpg: ['jpeg', 'jpe', 'jfif'],
  heic: ['heif', 'hif'],
  tif: ['tiff'],
  txt: ['tsv', 'tab', 'dat', 'prn', 'asc', 'text'],
};

/** The extensions of a type, the usual one first. They decide nothing that the content can tell. */
export const extensionsOf = (type: FileType): readonly string[] => [type, ...(otherExtensions[type] ?? [])];

/** In lower case, without its dot; empty when there is none. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Whether a name promises one of these types. */
export const isNamedAs = (types: readonly FileType[], name: string): boolean =>
  types.some((type) => extensionsOf(type).includes(extensionOf(name)));
