import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DocumentLink, Documents, listDocuments } from './published-documents.tsx';

const findDocument = () => ({
  title: 'Court order',
  language: 'en' as const,
  href: '/documents/court-order.pdf',
  type: 'PDF' as const,
  bytes: 215_040,
  pages: 8,
});
const of = 'court-order';

it('says on a Spanish page that a document is in English, and marks its title so', () => {
  const list = renderToStaticMarkup(createElement(Documents, { of: [of], language: 'es', documents: findDocument }));
  expect(list).toContain('<a href="/documents/court-order.pdf" hrefLang="en" lang="en">Court order</a>');
  expect(list).toContain('PDF, 210 kB, 8 páginas, en inglés');
  const amid = renderToStaticMarkup(
    createElement(DocumentLink, { of, language: 'es', documents: findDocument }, 'la orden'),
  );
  expect(amid).toContain('<a href="/documents/court-order.pdf" hrefLang="en">la orden</a>');
  expect(amid).toContain('(PDF, 210 kB, 8 páginas, en inglés)');
});

it('says nothing of the language on a page in the same', () => {
  const list = renderToStaticMarkup(createElement(Documents, { of: [of], language: 'en', documents: findDocument }));
  expect(list).toContain('<a href="/documents/court-order.pdf">Court order</a>');
  expect(list).toContain('<small>PDF, 210 kB, 8 pages</small>');
});

const documents = [{ id: 'aviso', title: 'Aviso detallado', language: 'es' }] as const;
const files = [
  { id: 'aviso', file: 'aviso.pdf', type: 'PDF', bytes: 215_040, pages: 8, sha256: '', isOfficial: false },
] as const;

it('joins what a document is called with the file that was made of it', () => {
  expect(listDocuments(documents, files)('aviso')).toEqual({
    title: 'Aviso detallado',
    language: 'es',
    href: '/documents/aviso.pdf',
    type: 'PDF',
    bytes: 215_040,
    pages: 8,
  });
});

it('says where to look when a page offers a document that does not exist', () => {
  expect(() => listDocuments(documents, files)('avsio')).toThrow('"avsio": content/documents.ts has none');
});

it('says what to run when the documents have not been made', () => {
  expect(() => listDocuments(documents, undefined)('aviso')).toThrow('run "npm run documents"');
});
