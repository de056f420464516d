import type { DocumentsItem } from '@redress/forms/definition';

/** Bytes of a claim's uploads, arriving ones included: two of the largest files and many others. */
export const maxClaimBytes = 5 * 1024 ** 3;

export function isDataFile(item: DocumentsItem, typeOrExtension: string): boolean {
  const types: readonly string[] = item.dataFiles?.types ?? [];
  return types.includes(typeOrExtension);
}

/** The limit in bytes for a file of a type or extension. */
export function maxBytesOf(item: DocumentsItem, typeOrExtension: string): number {
  return item.dataFiles && isDataFile(item, typeOrExtension) ? item.dataFiles.maxBytes : item.maxBytes;
}
