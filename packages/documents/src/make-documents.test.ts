import { PDFDocument } from '@cantoo/pdf-lib';
import type { PublishedDocument } from '@redress/contract/published-documents';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDocuments } from './make-documents.ts';

let root: string;
let officialFolder: string;
let outFolder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'redress-documents-'));
  officialFolder = join(root, 'official');
  outFolder = join(root, 'out');
  await mkdir(officialFolder);
});
afterEach(() => rm(root, { recursive: true }));

const prose = (id: string, markdown = 'Some text.'): PublishedDocument => ({
  id,
  title: `Title of ${id}`,
  language: 'en',
  source: { kind: 'prose', markdown },
});
const workbook: PublishedDocument = {
  id: 'codes',
  title: 'Codes',
  language: 'en',
  source: {
    kind: 'workbook',
    sheets: [{ name: 'Codes', columns: [{ header: 'Code', width: 20, format: 'text' }], rows: [['007']] }],
  },
};
const documents = [prose('long-notice'), prose('short-notice'), workbook];
const make = (list: readonly PublishedDocument[] = documents) =>
  makeDocuments({ documents: list, officialFolder, outFolder });
const putOfficial = (file: string, bytes: Uint8Array | string) => writeFile(join(officialFolder, file), bytes);
async function pdfOf(pages: number): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) pdf.addPage().drawText('Official');
  return pdf;
}

test('each document becomes a file with an entry in the list', async () => {
  const made = await make();
  expect(made.map(({ id, file, type, pages, isOfficial }) => [id, file, type, pages, isOfficial])).toEqual([
    ['long-notice', 'long-notice.pdf', 'PDF', 1, false],
    ['short-notice', 'short-notice.pdf', 'PDF', 1, false],
    ['codes', 'codes.xlsx', 'Excel', undefined, false],
  ]);
  for (const { file, bytes, sha256 } of made) {
    const content = await readFile(join(outFolder, file));
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
  }
  expect(JSON.parse(await readFile(join(outFolder, 'documents.json'), 'utf8'))).toEqual(made);
});

test('the number of pages is correct', async () => {
  const [made] = await make([prose('long', 'A line.\n\n'.repeat(120))]);
  const pdf = await PDFDocument.load(await readFile(join(outFolder, 'long.pdf')));
  expect(pdf.getPageCount()).toBeGreaterThan(2);
  expect(made?.pages).toBe(pdf.getPageCount());
});

test('a second run gives the same bytes and removes earlier files', async () => {
  const first = await make();
  await writeFile(join(outFolder, 'withdrawn.pdf'), 'old');
  expect(await make()).toEqual(first);
  expect(await readdir(outFolder)).not.toContain('withdrawn.pdf');
});

test('an official PDF replaces the generated one', async () => {
  const official = await (await pdfOf(3)).save();
  await putOfficial('short-notice.pdf', official);
  await putOfficial('notices.ts', 'source code beside it is left alone');
  const made = await make();
  expect(made[1]).toMatchObject({ file: 'short-notice.pdf', type: 'PDF', pages: 3, isOfficial: true });
  expect(new Uint8Array(await readFile(join(outFolder, 'short-notice.pdf')))).toEqual(official);
  expect(made[0]?.isOfficial).toBe(false);
});

test('an official PDF may be write-protected', async () => {
  const pdf = await pdfOf(2);
  pdf.encrypt({ ownerPassword: 'invented', userPassword: '', permissions: { modifying: false } });
  await putOfficial('long-notice.pdf', await pdf.save());
  expect((await make())[0]).toMatchObject({ pages: 2, isOfficial: true });
});

test('an official workbook may replace a PDF', async () => {
  await make();
  await putOfficial('long-notice.xlsx', await readFile(join(outFolder, 'codes.xlsx')));
  const [made] = await make();
  expect(made).toMatchObject({ file: 'long-notice.xlsx', type: 'Excel', isOfficial: true });
  expect(made).not.toHaveProperty('pages');
  expect(await readdir(outFolder)).not.toContain('long-notice.pdf');
});

test('a source that an official file replaces is not rendered', async () => {
  const tooLong: PublishedDocument = {
    ...prose('order'),
    source: { kind: 'prose', markdown: 'A line.\n\n'.repeat(900), layout: 'one-page' },
  };
  await expect(make([tooLong])).rejects.toThrow('"order"');
  await putOfficial('order.pdf', await (await pdfOf(1)).save());
  expect((await make([tooLong]))[0]?.isOfficial).toBe(true);
});

test.each([
  ['short-notice.pdf', 'short-notice.pdf cannot be read'],
  ['short-notice.xlsx', 'short-notice.xlsx cannot be read'],
  ['short_notice.pdf', 'short_notice.pdf: no document has the id "short_notice" (closest: short-notice)'],
  // A file of another type would silently be left out.
  ...['long-notice.docx', 'codes.xls', 'codes.csv', 'long-notice'].map((file) => [
    file,
    `${file}: only PDF and Excel files (.pdf, .xlsx) can take a document’s place`,
  ]),
])('rejects the official file %s: %s', async (file, message) => {
  await putOfficial(file, 'this is no such file');
  await expect(make()).rejects.toThrow(message);
});

test('an error leaves earlier files alone', async () => {
  await make();
  await putOfficial('unknown.pdf', 'x');
  await expect(make()).rejects.toThrow('"unknown"');
  await rm(join(officialFolder, 'unknown.pdf'));
  await expect(make([prose('new-notice'), prose('wrong', '> no')])).rejects.toThrow('"wrong"');
  expect((await readdir(outFolder)).toSorted()).toEqual([
    'codes.xlsx',
    'documents.json',
    'long-notice.pdf',
    'short-notice.pdf',
  ]);
});

test('ignores source code, notes and hidden files', async () => {
  for (const file of ['notices.ts', 'notes.md', '.DS_Store']) await putOfficial(file, 'x');
  await mkdir(join(officialFolder, 'drafts'));
  expect((await make()).some(({ isOfficial }) => isOfficial)).toBe(false);
});

test('the folder of official files is optional', async () => {
  await rm(officialFolder, { recursive: true });
  expect(await make()).toHaveLength(3);
  await mkdir(officialFolder);
});

test('rejects two official files for one document', async () => {
  await putOfficial('codes.pdf', await (await pdfOf(1)).save());
  await putOfficial('codes.xlsx', 'x');
  await expect(make()).rejects.toThrow('two files for the document "codes": codes.pdf and codes.xlsx');
});
