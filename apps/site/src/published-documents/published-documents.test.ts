import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DocumentLink, Documents } from './published-documents.tsx';

const documents = () => ({
  title: 'Court order',
  language: 'en' as const,
  href: '/documents/court-order.pdf',
  type: 'PDF' as const,
  bytes: 215_040,
  pages: 8,
});
const of = 'court-order';

it('says on a Spanish page that a document is in English, and marks its title so', () => {
  const list = renderToStaticMarkup(createElement(Documents, { of: [of], language: 'es', documents }));
  expect(list).toContain('<a href="/documents/court-order.pdf" hrefLang="en" lang="en">Court order</a>');
  expect(list).toContain('PDF, 210 kB, 8 páginas, en inglés');
  const amid = renderToStaticMarkup(createElement(DocumentLink, { of, language: 'es', documents }, 'la orden'));
  expect(amid).toContain('<a href="/documents/court-order.pdf" hrefLang="en">la orden</a>');
  expect(amid).toContain('(PDF, 210 kB, 8 páginas, en inglés)');
});

it('says nothing of the language on a page in the same', () => {
  const list = renderToStaticMarkup(createElement(Documents, { of: [of], language: 'en', documents }));
  expect(list).toContain('<a href="/documents/court-order.pdf">Court order</a>');
  expect(list).toContain('<small>PDF, 210 kB, 8 pages</small>');
});
