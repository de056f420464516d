// Every document to download. To publish a court paper or an official notice, add an entry and put
// the PDF file into documents/ under its ID; docs/new-case.md explains it.
import type { PublishedDocument } from '@redress/contract/published-documents';
import { claimFormDocuments } from './documents/claim-forms.ts';
import { policies } from './documents/policies.ts';

export const documents: readonly PublishedDocument[] = [...claimFormDocuments, ...policies];
