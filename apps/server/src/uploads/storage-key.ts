/** The folder of the store for documents of forms that are not filed yet. */
export const stagedFolder = 'posted';

/** Where the bytes of a claim's document are kept, unless it came with the form. */
export function storageKeyOf(claim: { readonly number: string }, documentId: string): string {
  return `${claim.number}/${documentId}`;
}

/**
 * Whether a claim's document can be kept there: it stays in its place when the form that it came
 * with is filed.
 */
export function isStorageKeyOf(claim: { readonly number: string }, documentId: string, key: string): boolean {
  return key === storageKeyOf(claim, documentId) || key === `${stagedFolder}/${documentId}`;
}
