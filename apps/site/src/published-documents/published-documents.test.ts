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

it('marks an English document on a Spanish page', () => {
  const list = renderToStaticMarkup(createElement(Documents, { of: [of], language: 'es', documents: findDocument }));
  expect(list).toContain('<a href="/documents/court-order.pdf" hrefLang="en" lang="en">Court order</a>');
  expect(list).toContain('PDF, 210\u00a0kB, 8\u00a0páginas, en\u00a0inglés');
  const amid = renderToStaticMarkup(
    createElement(DocumentLink, { of, language: 'es', documents: findDocument }, 'la orden'),
  );
  expect(amid).toContain('<a href="/documents/court-order.pdf" hrefLang="en">la orden</a>');
  expect(amid).toContain('(PDF, en\u00a0inglés)');
});

it('omits the language of a document in the language of the page', () => {
  const list = renderToStaticMarkup(createElement(Documents, { of: [of], language: 'en', documents: findDocument }));
  expect(list).toContain('<a href="/documents/court-order.pdf">Court order</a>');
  expect(list).toContain('<small>PDF, 210\u00a0kB, 8\u00a0pages</small>');
});

it('shows a date beside a court paper', () => {
  const dated = () => ({ ...findDocument(), date: { day: '2025-09-17', event: 'announced' as const } });
  const inEnglish = renderToStaticMarkup(createElement(Documents, { of: [of], language: 'en', documents: dated }));
  expect(inEnglish).toContain(
    '<small>Announced <time dateTime="2025-09-17">September 17, 2025</time> · PDF, 210\u00a0kB, 8\u00a0pages</small>',
  );
  const inSpanish = renderToStaticMarkup(createElement(Documents, { of: [of], language: 'es', documents: dated }));
  expect(inSpanish).toContain('Anunciada el <time dateTime="2025-09-17">17 de septiembre de 2025</time> · PDF');
});

const documents = [{ id: 'aviso', title: 'Aviso detallado', language: 'es' }] as const;
const files = [
  { id: 'aviso', file: 'aviso.pdf', type: 'PDF', bytes: 215_040, pages: 8, sha256: '', isOfficial: false },
] as const;

it('joins a document with its generated file', () => {
  expect(listDocuments(documents, files)('aviso')).toMatchObject({
    title: 'Aviso detallado',
    language: 'es',
    href: '/documents/aviso.pdf',
    type: 'PDF',
    bytes: 215_040,
    pages: 8,
  });
});

it('fails with a hint for an unknown document', () => {
  expect(() => listDocuments(documents, files)('avsio')).toThrow('"avsio": documents.ts has none');
});

it('fails with a hint if documents have not been generated', () => {
  expect(() => listDocuments(documents, undefined)('aviso')).toThrow('run "npm run documents"');
});
