import type { CaseDocument } from '@redress/contract/documents';
import { demonstrationNotice } from './brand-drug-settlements.ts';
import { privacyPolicy } from './privacy-policy.ts';

/** What this website promises. */
export const policies: readonly CaseDocument[] = [
  {
    id: 'privacy-policy',
    title: 'Privacy policy',
    language: 'en',
    source: { kind: 'prose', notice: demonstrationNotice, markdown: privacyPolicy },
  },
];
