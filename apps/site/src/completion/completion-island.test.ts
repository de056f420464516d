import { site } from '@redress/content/site';
import type { ClaimStatus } from '@redress/contract/claim-status';
import { groupReference } from '@redress/contract/receipt-request';
import type { DataCheck, DataChecks } from '@redress/contract/data-checks';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pageOfKind } from '../routing/find-page.ts';
import { CompletionIsland } from './completion-island.tsx';
import { completeIslandData } from '../islands/island-data.ts';

const status: ClaimStatus = {
  reference: '11415REF1234567897',
  settlement: 'Invented Settlement',
  due: [],
  next: ['We review it.', 'We pay it.'],
};
const claim = {
  claimNumber: '1234567897',
  dateCreated: '2025-07-18T03:30:00.000Z',
  formId: 'tpp',
  late: false,
  documents: 2,
  status,
};
const nothing = { late: false, documents: 2, status, review: [] };
const passed: DataCheck = { name: 'a.csv', state: 'checked', message: '10 rows count.', errors: 0, findings: [] };
const faulty: DataCheck = {
  ...passed,
  name: 'b <1>.xlsx',
  message: '3 rows have errors.',
  errors: 3,
  findings: [{ title: 'Not a date', count: 1_234, mend: 'Write a date.' }],
};
const waiting: DataCheck = { name: 'c.txt', state: 'waiting', message: 'We are checking it.', findings: [] };

function render(path: string, dataChecks?: DataChecks, changes: Partial<ClaimStatus> = {}): string {
  const data = completeIslandData(site, pageOfKind(site, 'complete', path));
  const shown = { ...claim, status: { ...status, ...changes }, ...(dataChecks ? { dataChecks } : {}) };
  return renderToString(createElement(CompletionIsland, { ...data, claim: shown }));
}
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('names the case, and lists the next steps in order', () => {
  const html = render('/tpp-complete');
  expect(textOf(html)).toContain('Your claim in the Invented Settlement is filed.');
  expect(html).toMatch(/What happens next<\/h2><ol[^>]*><li>We review it\.<\/li><li>We pay it\.<\/li><\/ol>/);
});

test('a phone number can be called, and never breaks', () => {
  const next = ['We review it.', 'Questions? Call 1-800-555-0100.'];
  expect(render('/tpp-complete', undefined, { next })).toContain(
    '<li><span>Questions? Call </span><a class="unbroken" href="tel:+1-800-555-0100">1-800-555-0100</a><span>.</span></li>',
  );
});

test('shows a reference number under the prefix it was filed with, on either completion page', () => {
  for (const path of ['/tpp-complete', '/consumer-complete', '/es/consumer-complete']) {
    const text = render(path).replace(/<[^>]+>/g, '');
    expect(text).toContain('11415REF1234567897');
    expect(text).not.toContain('11416REF');
  }
});

test('the groups of a number are elements without spaces, so that it is copied as it is', () => {
  expect(groupReference('11416REF1048823917')).toEqual(['11416REF', '104', '882', '3917']);
  expect(groupReference('1048823917')).toEqual(['104', '882', '3917']);
  expect(groupReference('short')).toEqual(['short']);
  expect(render('/tpp-complete')).toMatch(
    /<dd class="reference"><span>11415REF<\/span><span>123<\/span><span>456<\/span><span>7897<\/span><\/dd>/,
  );
});

test('says what is due and where to send it, that the claim is late, and where the receipt went', () => {
  const text = textOf(
    render('/tpp-complete', undefined, {
      lateNotice: 'It is late.',
      due: ['Your membership data.'],
      sending: { text: 'Mail it here.', address: ['Settlement', 'P.O. Box 1'] },
      receipt: 'We emailed your receipt to j•••@example.com.',
    }),
  );
  expect(text).toContain(
    'It is late. We received 2 documents with your claim. What we still need from you Your membership data. ' +
      'Mail it here. Settlement P.O. Box 1 We emailed your receipt to j•••@example.com.',
  );
  expect(textOf(render('/tpp-complete'))).not.toContain('What we still need');
});

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
      'We have checked your files. 1 of 2 needs another look. Your files',
      'a.csv 10 rows count.',
      'b &lt;1&gt;.xlsx 3 rows have errors. Not a date (1,234) Write a date.',
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

test('while a file is being checked, the page says so to screen readers, and without script offers to look again', () => {
  const html = render('/tpp-complete', { ...nothing, files: [passed, waiting] });
  expect(html).toMatch(/<div role="status"><p>We are checking 1 file\./);
  expect(html).toMatch(/<noscript><form action="\/receipt".*See if the check is done/);
  expect(render('/tpp-complete', { ...nothing, files: [passed] })).not.toContain('See if');
});

test('the Spanish page says so in Spanish', () => {
  const text = textOf(render('/es/tpp-complete', { ...nothing, files: [waiting, waiting] }));
  expect(text).toContain(
    'Estamos revisando 2 archivos. No tiene que esperar: su reclamo está a salvo. Ver si la revisión',
  );
  const one = textOf(render('/es/tpp-complete', { ...nothing, files: [faulty] }));
  expect(one).toContain('La revisión de su archivo ha terminado. Tiene algo que corregir.');
});
