import type { PublishedDocument } from '@redress/contract/published-documents';
import { claimFormPapersInSpanish } from './documents/claim-forms.es.ts';
import { claimFormPapers } from './documents/claim-forms.ts';
import { courtPapers } from './documents/court-papers.ts';
import { englishNotices } from './documents/notices-en.ts';
import { spanishNotices } from './documents/notices-es.ts';
import { policies } from './documents/policies.ts';
import { workbooks } from './documents/workbooks.ts';

/** Every published document. Pages refer to them by id. */
export const documents: readonly PublishedDocument[] = [
  ...claimFormPapers,
  ...claimFormPapersInSpanish,
  ...workbooks,
  ...englishNotices,
  ...spanishNotices,
  ...courtPapers,
  ...policies,
];
