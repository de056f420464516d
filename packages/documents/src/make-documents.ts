import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PublishedDocument, PublishedFile } from '@redress/contract/published-documents';
import type { PDFDocument } from 'pdfkit';
import { renderClaimForm } from './claim-form.ts';
import { checkWorkbook, countPages, findOfficialFiles } from './official-documents.ts';
import { collectPdf } from './pdf-writer.ts';
import { renderProseDocument } from './prose-document.ts';
import { createWorkbook } from './workbook.ts';

export interface MakeDocumentsOptions {
  readonly documents: readonly PublishedDocument[];
  /** A file `<id>.pdf` or `<id>.xlsx` in it replaces the generated one. */
  readonly officialFolder: string;
  /** Emptied first. Gets the files, and `documents.json` with the returned list. */
  readonly outFolder: string;
}
interface Content {
  readonly bytes: Uint8Array;
  readonly ending: 'pdf' | 'xlsx';
  readonly pages?: number;
}
interface Named extends Content {
  readonly id: string;
  readonly isOfficial: boolean;
}

/** Generates all documents of a case. Throws errors that tell the case team what to do. */
export async function makeDocuments({
  documents,
  officialFolder,
  outFolder,
}: MakeDocumentsOptions): Promise<PublishedFile[]> {
  const ids = documents.map(({ id }) => id);
  checkIds(ids);
  const official = await findOfficialFiles(officialFolder, ids);
  const contents: Named[] = [];
  for (const document of documents) {
    const file = official.get(document.id);
    const content = file === undefined ? await generate(document) : await readOfficial(join(officialFolder, file));
    contents.push({ ...content, id: document.id, isOfficial: file !== undefined });
  }
  // Only now, so that an error leaves the existing files alone.
  await rm(outFolder, { recursive: true, force: true });
  await mkdir(outFolder, { recursive: true });
  const files = await Promise.all(contents.map((content) => store(outFolder, content)));
  await writeFile(join(outFolder, 'documents.json'), `${JSON.stringify(files, undefined, 2)}\n`);
  return files;
}

function checkIds(ids: readonly string[]): void {
  for (const [index, id] of ids.entries()) {
    // The id is part of a URL.
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
      throw new Error(`The document id "${id}" must have only lowercase letters, digits and single hyphens.`);
    if (ids.indexOf(id) !== index) throw new Error(`Two documents have the id "${id}".`);
  }
}

async function generate(document: PublishedDocument): Promise<Content> {
  const { source } = document;
  switch (source.kind) {
    case 'prose':
      return toContent(renderProseDocument({ ...document, source }));
    case 'claim-form':
      return toContent(renderClaimForm({ ...document, source }));
    case 'workbook':
      return { bytes: await createWorkbook(source, document.title, document.language), ending: 'xlsx' };
  }
}

async function toContent(document: PDFDocument): Promise<Content> {
  const bytes = await collectPdf(document);
  const { start, count } = document.bufferedPageRange();
  return { bytes, ending: 'pdf', pages: start + count };
}

async function readOfficial(path: string): Promise<Content> {
  const bytes = await readFile(path);
  if (extname(path) === '.pdf') return { bytes, ending: 'pdf', pages: await countPages(bytes, path) };
  checkWorkbook(bytes, path);
  return { bytes, ending: 'xlsx' };
}

async function store(folder: string, { id, bytes, ending, pages, isOfficial }: Named): Promise<PublishedFile> {
  const file = `${id}.${ending}`;
  await writeFile(join(folder, file), bytes);
  return {
    id,
    file,
    type: ending === 'pdf' ? 'PDF' : 'Excel',
    bytes: bytes.length,
    ...(pages !== undefined && { pages }),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    isOfficial,
  };
}
