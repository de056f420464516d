import { expect, it } from 'vitest';
import { listDocuments } from './case-documents.ts';

const documents = [{ id: 'aviso', title: 'Aviso detallado', language: 'es' }] as const;
const made = [
  { id: 'aviso', file: 'aviso.pdf', type: 'PDF', bytes: 215_040, pages: 8, sha256: '', isOfficial: false },
] as const;

it('joins what a document is called with the file that was made of it', () => {
  expect(listDocuments(documents, made)('aviso')).toEqual({
    title: 'Aviso detallado',
    language: 'es',
    href: '/documents/aviso.pdf',
    type: 'PDF',
    bytes: 215_040,
    pages: 8,
  });
});

it('says where to look when a page offers a document that does not exist', () => {
  expect(() => listDocuments(documents, made)('avsio')).toThrow('"avsio": content/documents.ts has none');
});

it('says what to run when the documents have not been made', () => {
  expect(() => listDocuments(documents, undefined)('aviso')).toThrow('run "npm run documents"');
});
