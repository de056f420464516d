import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSettlement } from '@redress/content/folders';
import type { PublishedDocument } from '@redress/contract/published-documents';
import type { Settlement } from '@redress/contract/settlement';
import { findWords, wordsOf } from '@redress/contract/settlement-words';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

export const demonstrationName = 'demonstration';
/** Whether there is a demonstration whose words can be found. */
export const hasDemonstration = existsSync(join(import.meta.dirname, '../../../content', demonstrationName));

/** A settlement with its built website. */
export interface BuiltSettlement {
  /** Its folder in `content/`. */
  readonly name: string;
  readonly settlement: Settlement;
  readonly documents: readonly PublishedDocument[];
  /** The folder of built files that browsers get. */
  readonly client: string;
}

/**
 * Finds words of the demonstration that another settlement still uses: on its pages, in scripts and
 * documents, and in the server's messages. Needs `hasDemonstration`. Returns sentences.
 */
export async function findDemonstrationWords(built: BuiltSettlement): Promise<string[]> {
  const { name, settlement, documents, client } = built;
  const paths = settlement.site.pages.map(({ path }) => path);
  const demonstration = loadSettlement(demonstrationName);
  const words = wordsOf(demonstration.settlement, demonstration.documents).filter((word) => !paths.includes(word));
  const files = (await readdir(client, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(async ({ parentPath, name: file }) => {
      const path = join(parentPath, file);
      return { place: placeOf(path.slice(client.length)), text: await readText(path) };
    }),
  );
  const found = [
    ...texts,
    ...Object.entries(settlement).map(([part, value]) => ({ place: `settlement.ts, ${part},`, text: toText(value) })),
    ...documents.map((document) => ({ place: `documents.ts, "${document.id}",`, text: toText(document) })),
  ].flatMap(({ place, text }) => {
    const said = findWords(text, words);
    // Phone numbers are also found without their "1-".
    const whole = said.filter((word) => !said.some((other) => other !== word && other.includes(word)));
    return whole.map((word) => `${place} says "${word}"`);
  });
  return [...new Set(found)].map(
    (sentence) => `${sentence}, a word of content/${demonstrationName}: replace it in content/${name}.`,
  );
}

/** The URL of a page, whichever day it was rendered for, or of another file. */
const placeOf = (file: string): string =>
  file
    .replaceAll('\\', '/')
    .replace(/^\/variants\/[^/]+/, '')
    .replace(/\/?index\.html$/, '') || '/';

async function readText(file: string): Promise<string> {
  if (file.endsWith('.pdf')) return readPdf(file);
  if (!/\.(html|js|json|txt|xml)$/.test(file)) return '';
  const text = await readFile(file, 'utf8');
  return text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ');
}

async function readPdf(file: string): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(await readFile(file)), verbosity: VerbosityLevel.ERRORS });
  const pdf = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '')).join(''));
  }
  await loading.destroy();
  return pages.join(' ').replaceAll(/\s+/g, ' ');
}

const toText = (value: unknown): string => JSON.stringify(value) ?? '';
