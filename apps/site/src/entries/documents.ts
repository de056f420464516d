import { documents } from '@redress/content/documents';
import type { PublishedFile } from '@redress/contract/published-documents';
import { listDocuments } from '../published-documents/case-documents.ts';

// Made by `npm run documents`; a folder of the build, so that Vite's glob may find nothing.
const made = import.meta.glob<readonly PublishedFile[]>('../../../../packages/documents/dist/*.json', {
  eager: true,
  import: 'default',
});

/** The documents that the website offers, as they were made. */
export const caseDocuments = listDocuments(documents, Object.values(made)[0]);
