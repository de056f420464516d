// The privacy policy. Its text follows from what the forms ask for and accept. If you write another
// one, the build names what it must say.
import type { PublishedDocument } from '@redress/contract/published-documents';
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
];
