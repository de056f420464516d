// Every document to download. To publish a court paper or an official notice, add an entry and put
// the PDF file into documents/ under its ID; docs/new-case.md explains it.
import type { PublishedDocument } from '@redress/contract/published-documents';
// <spanish>
import { claimFormDocumentsInSpanish } from './documents/claim-forms.es.ts';
// </spanish>
import { claimFormDocuments } from './documents/claim-forms.ts';
import { policies } from './documents/policies.ts';
// <data-files>
import { workbooks } from './documents/workbooks.ts';
// </data-files>

export const documents: readonly PublishedDocument[] = [
  ...claimFormDocuments,
  // <spanish>
  ...claimFormDocumentsInSpanish,
  // </spanish>
  // <data-files>
  ...workbooks,
  // </data-files>
  ...policies,
];
