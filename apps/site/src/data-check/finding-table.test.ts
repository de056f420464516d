import { emptyRules as rules, reportWith } from '@redress/datafiles/fixtures/sample-report';
import type { DataReport, Finding } from '@redress/datafiles/report';
import { dataMessagesEn } from '@redress/datafiles/messages/messages-en';
import { createElement } from 'react';
import { DataCheckContextProvider } from './data-check-context.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { dataCheckEn } from '../messages/data-check-en.ts';
import { filterFindings, FindingTable } from './finding-table.tsx';

const context = { rules, dataMessages: dataMessagesEn, messages: dataCheckEn } as const;
const finding = (line: number, more: Partial<Finding> = {}): Finding => ({
  code: 'date-unreadable',
  severity: 'error',
  table: 0,
  line,
  column: 'date',
  value: '13/45/2009',
  ...more,
});
const reportOf = (findings: readonly Finding[], sheet?: string): DataReport =>
  reportWith({
    tables: [{ kind: 'purchases', headers: [], sample: [], columns: [], rows: 5_000, ...(sheet ? { sheet } : {}) }],
    counts: [{ code: 'date-unreadable', severity: 'error', count: 3_456 }],
    findings,
  });
const render = (report: DataReport) =>
  renderToStaticMarkup(
    createElement(
      DataCheckContextProvider,
      { value: context },
      createElement(FindingTable, { report, filter: {}, onFilter: () => {} }),
    ),
  );

test('filters findings by severity, kind and column together', () => {
  const found = [
    finding(1),
    finding(2, { code: 'amount-rounded', severity: 'warning', column: 'amount' }),
    finding(3, { code: 'value-missing', column: 'amount' }),
  ];
  const lines = (filter: Parameters<typeof filterFindings>[1]) => filterFindings(found, filter).map(({ line }) => line);
  expect(lines({})).toEqual([1, 2, 3]);
  expect(lines({ severity: 'error' })).toEqual([1, 3]);
  expect(lines({ severity: 'error', column: 'amount' })).toEqual([3]);
  expect(lines({ code: 'amount-rounded' })).toEqual([2]);
  expect(lines({ code: 'amount-rounded', severity: 'error' })).toEqual([]);
});

test('shows 50 of 1,000 findings, with their number', () => {
  const rendered = render(reportOf(Array.from({ length: 1_000 }, (_, index) => finding(index + 2))));
  expect(rendered.match(/<th scope="row">/g)).toHaveLength(50);
  expect(rendered).toContain('Places 1 to 50 of 1,000');
  expect(rendered).toContain('We list 1,000 of 3,456 places');
});

test('a location in a workbook includes its sheet, one in a text file its line', () => {
  expect(render(reportOf([finding(1_234)], 'Data 2009'))).toContain('Data 2009, row 1,234');
  expect(render(reportOf([finding(1_234)]))).toContain('Line 1,234');
});

test('escapes values from the file', () => {
  expect(render(reportOf([finding(2, { value: '<img src=x onerror=alert(1)>' })]))).not.toContain('<img');
});
