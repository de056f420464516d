import type { PublishedDocument } from '@redress/contract/published-documents';
import { demonstrationNoticeInSpanish } from './brand-drug-settlements.es.ts';
import { demonstrationNotice } from './brand-drug-settlements.ts';
import { privacyPolicyInSpanish } from '../../shared/documents/privacy-policy.es.ts';
import { privacyPolicy } from '../../shared/documents/privacy-policy.ts';
import { facts } from '../facts.ts';
import { settlement } from '../settlement.ts';

export const policies: readonly PublishedDocument[] = [
  {
    id: 'privacy-policy',
    title: 'Privacy policy',
    language: 'en',
    source: {
      kind: 'prose',
      notice: demonstrationNotice,
      markdown: privacyPolicy(settlement, {
        administrator: `the ${facts.administrator.toLowerCase()}`,
        mailingAddress: facts.mailingAddress,
        asksFor: 'what you paid',
      }),
    },
  },
  {
    id: 'politica-de-privacidad',
    title: 'Política de privacidad',
    language: 'es',
    source: {
      kind: 'prose',
      notice: demonstrationNoticeInSpanish,
      markdown: privacyPolicyInSpanish(settlement, {
        administrator: `el ${facts.administratorInSpanish}`,
        mailingAddress: facts.mailingAddress,
        asksFor: 'lo que pagó',
      }),
    },
  },
];
