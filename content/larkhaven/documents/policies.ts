// The privacy policy.
import type { PublishedDocument } from '@redress/contract/published-documents';
import { facts } from '../facts.ts';

export const policies: readonly PublishedDocument[] = [
  {
    id: 'privacy-policy',
    title: 'Privacy policy',
    language: 'en',
    source: {
      kind: 'prose',
      markdown: `We use what you enter only to run the settlement and to handle your claim. We keep it for ${facts.yearsKept} years after the deadline. Questions? Call ${facts.phone}.`,
    },
  },
];
