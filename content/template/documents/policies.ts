// The privacy policy. Its text follows from the questions and uploads of the forms. If you write
// another policy, the build names the statements that it must make.
import type { PublishedDocument } from '@redress/contract/published-documents';
// <spanish>
import { privacyPolicyInSpanish } from '../../shared/documents/privacy-policy.es.ts';
// </spanish>
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
      markdown: privacyPolicy(settlement, {
        administrator: 'the settlement administrator',
        mailingAddress: facts.mailingAddress,
        asksFor: 'what you paid or lost',
      }),
    },
  },
  // <spanish>
  {
    id: 'politica-de-privacidad',
    title: 'Política de privacidad',
    language: 'es',
    source: {
      kind: 'prose',
      markdown: privacyPolicyInSpanish(settlement, {
        administrator: 'el Administrador del Acuerdo',
        mailingAddress: facts.mailingAddress,
        asksFor: 'lo que pagó o perdió',
      }),
    },
  },
  // </spanish>
];
