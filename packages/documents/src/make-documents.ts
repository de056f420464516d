import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PublishedDocument, PublishedFile } from '@redress/contract/published-documents';
import type { PDFDocument } from 'pdfkit';
import { drawClaimForm } from './claim-form.ts';
import { checkWorkbook, countPages, findOfficialFiles } from './official-files.ts';
import { drawProseDocument } from './prose-document.ts';
import { makeWorkbook } from './workbook.ts';

export interface Making {
  readonly documents: readonly PublishedDocument[];
  /** A file `<id>.pdf` or `<id>.xlsx` in it takes the place of what would be made. */
  readonly officialFolder: string;
  /** Emptied first; gets the files, and `documents.json` with the list that is returned. */
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

/**
 * Makes every document of a case as a file: PDF or xlsx. It throws with a sentence that says what to do where an id is used twice, an
 * official file has no place or cannot be read, or a text cannot be set.
 */
export async function makeDocuments({ documents, officialFolder, outFolder }: Making): Promise<PublishedFile[]> {
  const ids = documents.map(({ id }) => id);
  checkIds(ids);
  const official = await findOfficialFiles(officialFolder, ids);
  const contents: Named[] = [];
  for (const document of documents) {
    const file = official.get(document.id);
    const content = file === undefined ? await make(document) : await readOfficial(join(officialFolder, file));
    contents.push({ ...content, id: document.id, isOfficial: file !== undefined });
  }
  // Only now, so that a document that cannot be made leaves the others as they were.
  await rm(outFolder, { recursive: true, force: true });
  await mkdir(outFolder, { recursive: true });
  const made = await Promise.all(contents.map((content) => store(outFolder, content)));
  await writeFile(join(outFolder, 'documents.json'), `${JSON.stringify(made, undefined, 2)}\n`);
  return made;
}

function checkIds(ids: readonly string[]): void {
  for (const [index, id] of ids.entries()) {
    // It becomes part of an address.
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
      throw new Error(`The document id "${id}" must be small letters, digits and single hyphens.`);
    if (ids.indexOf(id) !== index) throw new Error(`Two documents have the id "${id}".`);
  }
}

async function make(document: PublishedDocument): Promise<Content> {
  const { source } = document;
  switch (source.kind) {
    case 'prose':
      return drawn(drawProseDocument({ ...document, source }));
    case 'claim-form':
      return drawn(drawClaimForm({ ...document, source }));
    case 'workbook':
      return { bytes: await makeWorkbook(source, document.title, document.language), ending: 'xlsx' };
  }
}

async function drawn(document: PDFDocument): Promise<Content> {
  const chunks: Buffer[] = [];
  for await (const chunk of document) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const { start, count } = document.bufferedPageRange();
  return { bytes: Buffer.concat(chunks), ending: 'pdf', pages: start + count };
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
