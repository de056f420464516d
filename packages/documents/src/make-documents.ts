import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { nearestNames } from '@redress/forms/nearest-name';
import type { PublishedDocument, PublishedFile, Workbook } from '@redress/contract/published-documents';
import type { PDFDocument as PdfDocument } from 'pdfkit';
import { renderClaimForm } from './claim-form.ts';
import { collectPdf } from './pdf-writer.ts';
import { renderProseDocument } from './prose-document.ts';
import { createWorkbook } from './workbook.ts';
import { existsSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';

interface MakeDocumentsOptions {
  readonly documents: readonly PublishedDocument[];
  /** A file `<id>.pdf` or `<id>.xlsx` in this folder replaces the generated one. */
  readonly officialFolder: string;
  /** Emptied first. Receives the files, and `documents.json` with the returned list. */
  readonly outFolder: string;
}
interface Content {
  readonly bytes: Uint8Array;
  readonly ending: 'pdf' | 'xlsx';
  readonly pages?: number;
}
type NamedContent = Content & Pick<PublishedFile, 'id' | 'isOfficial'>;

/** Generates all documents of a case. Errors tell the case team how to fix them. */
export async function makeDocuments({
  documents,
  officialFolder,
  outFolder,
}: MakeDocumentsOptions): Promise<PublishedFile[]> {
  const ids = documents.map(({ id }) => id);
  const official = await findOfficialFiles(officialFolder, ids);
  const contents: NamedContent[] = [];
  for (const document of documents) {
    const file = official.get(document.id);
    const content = file === undefined ? await generate(document) : await readOfficial(join(officialFolder, file));
    contents.push({ ...content, id: document.id, isOfficial: file !== undefined });
  }
  // The folder is emptied only now, so that an error leaves the existing files alone.
  await rm(outFolder, { recursive: true, force: true });
  await mkdir(outFolder, { recursive: true });
  const files = await Promise.all(contents.map((content) => store(outFolder, content)));
  await writeFile(join(outFolder, 'documents.json'), `${JSON.stringify(files, undefined, 2)}\n`);
  return files;
}

async function generate(document: PublishedDocument): Promise<Content> {
  const { source } = document;
  switch (source.kind) {
    case 'prose':
      return toContent(renderProseDocument({ ...document, source }));
    case 'claim-form':
      return toContent(renderClaimForm({ ...document, source }));
    case 'workbook':
      return { bytes: await generateWorkbook(document, source), ending: 'xlsx' };
  }
}

async function generateWorkbook({ id, title, language }: PublishedDocument, source: Workbook): Promise<Uint8Array> {
  try {
    return await createWorkbook(source, title, language);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The document "${id}" cannot be made: ${reason}`, { cause });
  }
}

async function toContent(document: PdfDocument): Promise<Content> {
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

async function store(folder: string, { id, bytes, ending, pages, isOfficial }: NamedContent): Promise<PublishedFile> {
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

const endings = ['.pdf', '.xlsx'];
/** The source files of documents, and notes. */
const ownEndings = ['.ts', '.md'];

/** Official files by id. Throws for any other file, because its absence would go unnoticed. */
async function findOfficialFiles(folder: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const file of await listOwnFiles(folder)) {
    const ending = extname(file);
    if (ownEndings.includes(ending)) continue;
    if (!endings.includes(ending.toLowerCase()))
      throw new Error(
        `${folder}/${file}: only PDF and Excel files (${endings.join(', ')}) can take a document’s place; save it as one, or move it away.`,
      );
    if (ending !== ending.toLowerCase()) throw new Error(`${folder}/${file}: its extension must be lowercase.`);
    const id = file.slice(0, -ending.length);
    if (!ids.includes(id))
      throw new Error(
        `${folder}/${file}: no document has the id "${id}"${suggest(id, ids)}; rename the file, or add the document.`,
      );
    const other = found.get(id);
    if (other !== undefined)
      throw new Error(`${folder} has two files for the document "${id}": ${other} and ${file}; remove one.`);
    found.set(id, file);
  }
  return found;
}

/** Skips hidden files, which programs leave there. Empty if the folder does not exist. */
async function listOwnFiles(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
}

function suggest(id: string, ids: readonly string[]): string {
  const near = nearestNames(id, ids);
  return near.length === 0 ? '' : ` (closest: ${near.join(', ')})`;
}

/** Also counts the pages of a write-protected PDF. `name` is for the error. */
async function countPages(bytes: Uint8Array, name: string): Promise<number> {
  try {
    const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
    const pages = document.getPageCount();
    if (pages > 0) return pages;
  } catch (cause) {
    throw new Error(`${name} cannot be read as a PDF: put an intact file there, or remove it.`, { cause });
  }
  throw new Error(`${name} has no pages.`);
}

/** A workbook is a ZIP archive, which begins with these bytes. */
function checkWorkbook(bytes: Uint8Array, name: string): void {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
  if (!isArchive)
    throw new Error(`${name} cannot be read as an Excel workbook: put an intact file there, or remove it.`);
}
