import { site } from '@redress/content/site';
import type { DataCheck, DataChecks } from '@redress/contract/data-checks';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pageOfKind } from '../routing/find-page.ts';
import { CompletionIsland } from './completion-island.tsx';
import { pageIslandData } from '../islands/island-data.ts';

const claim = {
  claimNumber: '1234567897',
  dateCreated: '2025-07-18T03:30:00.000Z',
  formId: 'tpp',
  late: false,
  documents: 2,
};
const nothing = { late: false, documents: 2, review: [] };
const passed: DataCheck = { name: 'a.csv', state: 'checked', message: '10 rows count.', errors: 0, findings: [] };
const faulty: DataCheck = {
  ...passed,
  name: 'b <1>.xlsx',
  message: '3 rows have errors.',
  errors: 3,
  findings: [{ title: 'Not a date', count: 1_234, mend: 'Write a date.' }],
};
const waiting: DataCheck = { name: 'c.txt', state: 'waiting', message: 'We are checking it.', findings: [] };

function render(path: string, dataChecks?: DataChecks): string {
  const data = pageIslandData(site, pageOfKind(site, 'complete', path));
  return renderToString(
    createElement(CompletionIsland, { ...data, claim: { ...claim, ...(dataChecks ? { dataChecks } : {}) } }),
  );
}
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('the page of a claim without data files does not mention them', () => {
  expect(render('/tpp-complete')).not.toContain('data-check');
  expect(render('/tpp-complete', { ...nothing, files: [] })).not.toContain('data-check');
});

test('lists the result of each data file, what is wrong and how to fix it, then the review of all files', () => {
  const html = render('/tpp-complete', {
    ...nothing,
    files: [passed, faulty],
    review: ['The sums differ.'],
    mending: 'Write to us.',
  });
  expect(textOf(html)).toContain(
    [
      'The check of your files is done. 1 of 2 needs another look. Your files',
      'a.csv 10 rows count.',
      'b &lt;1&gt;.xlsx 3 rows have errors. Not a date ( 1,234 ) Write a date.',
      'Your files and your claim The sums differ. Write to us.',
    ].join(' '),
  );
  // The outcome colors this edge.
  expect([...html.matchAll(/class="data-check(?: (\w+))?"/g)].map(([, state]) => state)).toEqual([
    'checked',
    'faulty',
    undefined,
  ]);
});

test('while a file is being checked, the page says so to screen readers, and without script asks for a reload', () => {
  const html = render('/tpp-complete', { ...nothing, files: [passed, waiting] });
  expect(html).toMatch(/<div role="status"><p>We are checking 1 file\./);
  expect(html).toMatch(/<noscript><p>Reload this page/);
  expect(render('/tpp-complete', { ...nothing, files: [passed] })).not.toContain('Reload');
});

test('the Spanish page says so in Spanish', () => {
  const text = textOf(render('/es/tpp-complete', { ...nothing, files: [waiting, waiting] }));
  expect(text).toContain(
    'Estamos revisando 2 archivos. No tiene que esperar: su reclamo está a salvo. Vuelva a cargar',
  );
});

test('the page shows what the server says about lateness and documents', () => {
  const text = textOf(render('/tpp-complete', { ...nothing, late: true, documents: 3, files: [] }));
  expect(text).toContain('It is marked late. We received 3 documents with it.');
});
