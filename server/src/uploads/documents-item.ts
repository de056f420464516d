import type { DocumentsItem, Form } from '@redress/forms/definition';

/** Where a form asks for documents, if it does. */
export function documentsItemOf(form: Form | undefined): DocumentsItem | undefined {
  return form?.sections.flatMap((section) => section.items).find((item) => item.kind === 'documents');
}
