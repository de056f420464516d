import type { ClaimForm, DocumentsItem, Form } from '@redress/forms/definition';

/** Where a form asks for documents, if it does. */
export function documentsItemOf(form: Form | undefined): DocumentsItem | undefined {
  return form?.sections.flatMap((section) => section.items).find((item) => item.kind === 'documents');
}

/** Where the form that a claim was filed with asks for documents. */
export function documentsItemOfClaim(
  forms: readonly ClaimForm[],
  claim: { readonly form_id: string; readonly form_version: number },
): DocumentsItem | undefined {
  return documentsItemOf(forms.find(({ id, version }) => id === claim.form_id && version === claim.form_version));
}

/** Whether files of a type, or with an ending, are data that is checked. */
export function isDataFile(item: DocumentsItem, typeOrEnding: string): boolean {
  const types: readonly string[] = item.dataFiles?.types ?? [];
  return types.includes(typeOrEnding);
}

/** How large a file of a type, or with an ending, may be in bytes. */
export function maxBytesOf(item: DocumentsItem, typeOrEnding: string): number {
  return item.dataFiles && isDataFile(item, typeOrEnding) ? item.dataFiles.maxBytes : item.maxBytes;
}
