import type { ReportContent } from '@redress/contract/console/reports';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { collapseSpaces, hasPoppler, hasQpdf, pdfPages, pdfStructure, runPdfTool } from '../fixtures/pdf-tools.ts';
import { createClaimsReport } from './claims-report.ts';
import { createClaimsReportWorkbook } from './claims-report-workbook.ts';

const weeks = Array.from({ length: 60 }, (_, index) => {
  const monday = new Date(Date.UTC(2025, 0, 6 + 7 * index)).toISOString().slice(0, 10);
  return [monday, index * 10, index * 100] as const;
});
const content: ReportContent = {
  title: 'Claims report',
  captions: [
    {
      settlement: 'Invented Settlement',
      court: 'District Court of Nowhere',
      caption: 'In re Invented Litigation',
      docketNumber: 'No. 1:23-cv-45678',
    },
  ],
  summary: [
    { label: 'Claims received', value: '1,600', note: '1,500 on time, 100 late' },
    { label: 'Amount approved', value: '$1,250.50' },
  ],
  details: [
    { label: 'As of seal', value: '12' },
    { label: 'Root of the seal', value: 'ab'.repeat(32) },
  ],
  notes: ['It counts what the sealed history says.'],
  sealedAt: '2025-07-17T15:42:00.000Z',
  figures: [
    {
      name: 'claims-by-form',
      title: 'Claims by form',
      definition: 'Claims received, by the form that they were filed on.',
      columns: [
        { name: 'form', header: 'Form', kind: 'text' },
        { name: 'claims', header: 'Claims', kind: 'count' },
        { name: 'share', header: 'Share', kind: 'share' },
        { name: 'amount', header: 'Amount claimed', kind: 'money' },
      ],
      rows: [
        ['CONSUMER CLAIM FORM', 1200, 0.75, '1250.5000'],
        ['=TPP', 400, 0.25, '12345678901234567.8900'],
      ],
      total: [null, 1600, 1, '12345678901235818.3900'],
    },
    {
      name: 'claims-by-week',
      title: 'Claims by week',
      definition: 'Claims received in each week.',
      columns: [
        { name: 'week', header: 'Week', kind: 'week' },
        { name: 'claims', header: 'Claims', kind: 'count' },
        { name: 'all', header: 'Claims so far', kind: 'count' },
      ],
      rows: weeks.map((row) => [...row]),
    },
  ],
};

test('the same content gives the same bytes at any time', async () => {
  const [first, second] = [await createClaimsReport(content), await createClaimsReport(structuredClone(content))];
  expect(second.equals(first)).toBe(true);
  expect(first.toString('latin1')).toContain('D:20250717154200Z');
  const book = Buffer.from(await createClaimsReportWorkbook(content));
  expect(Buffer.from(await createClaimsReportWorkbook(structuredClone(content))).equals(book)).toBe(true);
});

test.skipIf(!hasPoppler)(
  'the PDF begins with a page of caption and summary, and ends with definitions and the seal',
  async () => {
    const pages = pdfPages(await createClaimsReport(content));
    const [page = []] = pages;
    const text = pages.flat().join('\n');
    expect(page[0]).toBe('DISTRICT COURT OF NOWHERE');
    expect(text).toContain('In re Invented Litigation No. 1:23-cv-45678');
    expect(text).toContain('Claims report\nInvented Settlement\nAs of seal 12\n');
    expect(page.join('\n')).toContain('Claims received 1,600 1,500 on time, 100 late\nAmount approved $1,250.50\n');
    expect(pages[1]?.[0]).toBe('1. Claims by form');
    const parts = [
      'Definitions',
      '1. Claims by form Claims received, by the form',
      'Seal and verification',
      'It counts',
    ];
    const places = parts.map((part) => text.lastIndexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(text.indexOf('2. Claims by week'));
    expect(text).toContain('CONSUMER CLAIM FORM 1,200 75.0% $1,250.50\n');
    expect(text).toContain('Total 1,600 100.0% $12,345,678,901,235,818.39\n');
  },
);

test.skipIf(!hasPoppler)('the PDF is tagged: headings, column and row headers, page numbers as artifacts', async () => {
  const pdf = await createClaimsReport(content);
  expect(runPdfTool('pdfinfo', ['FILE'], pdf)).toMatch(/^Tagged: +yes$/m);
  expect(pdf.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>');
  const structure = pdfStructure(pdf);
  expect(structure).toContain('H1 "Claims report"');
  expect(structure).toContain('H2 "1. Claims by form"');
  expect(structure).toContain('TH: /Scope /Column "Claims"');
  expect(structure).toContain('TR TH: /Scope /Row "CONSUMER CLAIM FORM" TD "1,200"');
  expect(structure).not.toContain('Page 1 of');
});

test.skipIf(!hasPoppler)(
  'the chart of weeks has a scale of round values and names weeks between the first and the last',
  async () => {
    const [page = []] = pdfPages(await createClaimsReport(content));
    const text = page.join('\n');
    for (const value of ['0', '200', '400', '600']) expect(text).toMatch(new RegExp(`^${value}$`, 'm'));
    expect(text.match(/\b\w{3} \d+, 202[56]\b/g)?.length).toBeGreaterThan(3);
  },
);

test.skipIf(!hasPoppler)('a long table repeats its header on each page and loses no row', async () => {
  const pages = pdfPages(await createClaimsReport(content));
  expect(pages.length).toBeGreaterThan(1);
  expect(pages[2]?.[0]).toBe('Week Claims Claims so far');
  const rows = collapseSpaces(pages.flat().join(' '));
  for (const [, claims, all] of weeks) expect(rows).toContain(`${claims} ${all.toLocaleString('en-US')}`);
});

test.skipIf(!hasPoppler).each([
  [12, 'Claim form of certain payors'],
  [30, 'Unabbreviated'],
])('a figure of %i more columns fits on the page', async (count, header) => {
  const columns = Array.from({ length: count }, (_, index) => ({ name: `${index}`, header, kind: 'count' as const }));
  const [first] = content.figures;
  const wide = {
    ...content,
    figures: [
      {
        name: 'wide',
        title: 'Wide',
        definition: 'All.',
        columns: [...(first?.columns.slice(0, 1) ?? []), ...columns],
        rows: [['Form', ...columns.map((_, index) => 1_000_000 + index)]],
      },
    ],
  };
  const text = pdfPages(await createClaimsReport(wide))
    .flat()
    .join('')
    .replaceAll(/[^\d]/g, '');
  for (const index of columns.keys()) expect(text).toContain(`${1_000_000 + index}`.slice(0, 4));
});

test.skipIf(!hasQpdf)('qpdf finds no errors', async () => {
  expect(runPdfTool('qpdf', ['--check', 'FILE'], await createClaimsReport(content))).toContain('No syntax');
});

test('the spreadsheet has a summary, a sheet of whole words for each figure with numbers as numbers, and definitions', async () => {
  const { sheets } = await readXlsx(await createClaimsReportWorkbook(content));
  expect(sheets.map(({ name }) => name)).toEqual([
    'Summary',
    'Claims by form',
    'Claims by week',
    'Definitions and seal',
  ]);
  const summary = (sheets[0]?.rows ?? []).flat();
  expect(summary).toEqual(expect.arrayContaining(['Claims report', 'No. 1:23-cv-45678', 'As of seal: 12', '1,600']));
  expect(sheets[1]?.rows).toEqual([
    ['Form', 'Claims', 'Share', 'Amount claimed'],
    ['CONSUMER CLAIM FORM', 1200, 0.75, 1250.5],
    // A number of more than 15 digits is text, because a spreadsheet would round it.
    ['=TPP', 400, 0.25, '$12,345,678,901,234,567.89'],
    ['Total', 1600, 1, '$12,345,678,901,235,818.39'],
  ]);
  expect(sheets[2]?.rows[1]).toEqual(['Jan 6 – 12, 2025', 0, 0]);
});
