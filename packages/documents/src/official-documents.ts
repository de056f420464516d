import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';

const endings = ['.pdf', '.xlsx'];
/** The source files of documents, and notes. */
const ownEndings = ['.ts', '.md'];

/**
 * Finds the files that replace generated documents, by id. Throws at any other file, because nobody
 * would notice that it is missing.
 */
export async function findOfficialFiles(folder: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const file of await listOwnFiles(folder)) {
    const ending = extname(file);
    if (ownEndings.includes(ending)) continue;
    if (!endings.includes(ending.toLowerCase()))
      throw new Error(
        `${folder}/${file}: only PDF and Excel files (${endings.join(', ')}) can take a document’s place. Save it as one, or move it away.`,
      );
    if (ending !== ending.toLowerCase()) throw new Error(`${folder}/${file}: its extension must be lowercase.`);
    const id = file.slice(0, -ending.length);
    if (!ids.includes(id))
      throw new Error(
        `${folder}/${file}: no document has the id "${id}".${suggest(id, ids)} Rename the file, or add the document.`,
      );
    const other = found.get(id);
    if (other !== undefined)
      throw new Error(`${folder} has two files for the document "${id}": ${other} and ${file}. Remove one.`);
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
  const near = ids
    .map((one) => ({ one, distance: editDistance(id.toLowerCase(), one) }))
    .filter(({ one, distance }) => distance <= Math.max(3, one.length / 3) || one.includes(id) || id.includes(one))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3);
  return near.length === 0 ? '' : ` Near to it: ${near.map(({ one }) => one).join(', ')}.`;
}

/** The Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (character === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Also counts the pages of a write-protected PDF. `name` is for the error. */
export async function countPages(bytes: Uint8Array, name: string): Promise<number> {
  try {
    const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
    const pages = document.getPageCount();
    if (pages > 0) return pages;
  } catch (cause) {
    throw new Error(`${name} cannot be read as a PDF: put a sound file there, or remove it.`, { cause });
  }
  throw new Error(`${name} has no pages.`);
}

/** A workbook is a ZIP archive, which begins with these bytes. */
export function checkWorkbook(bytes: Uint8Array, name: string): void {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
  if (!isArchive) throw new Error(`${name} cannot be read as an Excel workbook: put a sound file there, or remove it.`);
}
