// The privacy policy.
import type { PublishedDocument } from '@redress/contract/published-documents';

export const policies: readonly PublishedDocument[] = [
  { id: 'privacy-policy', title: 'Privacy policy', language: 'en', source: { kind: 'prose', markdown: 'Policy.' } },
];
