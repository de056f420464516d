import type { PublishedDocument } from '@redress/contract/published-documents';
import { demonstrationNoticeInSpanish } from './brand-drug-settlements.es.ts';
import { demonstrationNotice } from './brand-drug-settlements.ts';
import { privacyPolicyInSpanish } from './privacy-policy.es.ts';
import { privacyPolicy } from './privacy-policy.ts';

/** The privacy policies. */
export const policies: readonly PublishedDocument[] = [
  {
    id: 'privacy-policy',
    title: 'Privacy policy',
    language: 'en',
    source: { kind: 'prose', notice: demonstrationNotice, markdown: privacyPolicy },
  },
  {
    id: 'politica-de-privacidad',
    title: 'Política de privacidad',
    language: 'es',
    source: { kind: 'prose', notice: demonstrationNoticeInSpanish, markdown: privacyPolicyInSpanish },
  },
];
