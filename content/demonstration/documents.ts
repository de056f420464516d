import type { PublishedDocument } from '@redress/contract/published-documents';
import { claimFormDocumentsEs } from './documents/claim-forms.es.ts';
import { claimFormDocuments } from './documents/claim-forms.ts';
import { courtDocuments } from './documents/court-documents.ts';
import { englishNotices } from './documents/notices-en.ts';
import { spanishNotices } from './documents/notices-es.ts';
import { policies } from './documents/policies.ts';
import { workbooks } from './documents/workbooks.ts';

/** Every published document. Pages refer to them by id. */
export const documents: readonly PublishedDocument[] = [
  ...claimFormDocuments,
  ...claimFormDocumentsEs,
  ...workbooks,
  ...englishNotices,
  ...spanishNotices,
  ...courtDocuments,
  ...policies,
];
