import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settlement } from '@redress/contract/settlement';
import { documents } from '../../../content/template/documents.ts';
import { settlement } from '../../../content/template/settlement.ts';
import { expect, test } from 'vitest';
import { findDemonstrationWords } from './demonstration-words.ts';

const ofDemonstration = join(import.meta.dirname, '../../../packages/documents/dist/demonstration');

/**
 * Finds the demonstration's words in a website of these files, keyed by path, with one document.
 */
async function findIn(files: Readonly<Record<string, string>>, copied: string[], changed: Settlement = settlement) {
  const client = await mkdtemp(join(tmpdir(), 'redress-words-'));
  try {
    await mkdir(join(client, 'claim'));
    await mkdir(join(client, 'documents'));
    for (const [file, text] of Object.entries(files)) await writeFile(join(client, file), text);
    for (const file of copied) await copyFile(join(ofDemonstration, file), join(client, 'documents', file));
    return await findDemonstrationWords({ name: 'another', settlement: changed, documents, client });
  } finally {
    await rm(client, { recursive: true });
  }
}

test('a settlement without words of the demonstration gets no sentence', async () => {
  expect(await findIn({ 'index.html': '<h1>Welcome</h1>' }, [])).toEqual([]);
});

test('names each page and script with the word, and what to do', async () => {
  const files = {
    'claim/index.html': '<p>Call 1-800-555-0142</p>',
    'claim/chunk.js': 'const prefix="11416REF"',
  };
  const to = 'a word of content/demonstration: replace it in content/another.';
  expect((await findIn(files, [])).toSorted()).toEqual([
    `/claim says "1-800-555-0142", ${to}`,
    `/claim/chunk.js says "11416REF", ${to}`,
  ]);
});

test('reads documents, and what the server sends', async () => {
  const receipts = { template: { settlement: 'Savings Club Settlement', heading: '', next: [] } };
  const found = (await findIn({}, ['privacy-policy.pdf'], { ...settlement, receipts })).join('\n');
  expect(found).toContain('/documents/privacy-policy.pdf says "info@settlement.example.com"');
  expect(found).toContain('settlement.ts, receipts, says "Savings Club Settlement"');
});
