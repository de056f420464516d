import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blobSource } from '../byte-source.ts';
import { hasPassword } from './pdf-password.ts';

// `qpdf --encrypt "" owner BITS` made `open-…`, and `qpdf --encrypt secret owner BITS` made
// `password-…`.
const fixtures = join(import.meta.dirname, '../../fixtures/pdf');
const of = (bytes: Buffer<ArrayBuffer>) => hasPassword(blobSource(new Blob([bytes]), 'a.pdf'));

const files = readdirSync(fixtures).filter((file) => file.endsWith('.pdf'));
test.each(files)('%s', async (file) => {
  expect(await of(readFileSync(join(fixtures, file)))).toBe(file.startsWith('password'));
});

test('NULs after the end of a file change nothing', async () => {
  expect(await of(Buffer.concat([readFileSync(join(fixtures, 'password-256.pdf')), Buffer.alloc(200_000)]))).toBe(true);
});

test('there is a file of each kind of encryption', () => {
  expect(files.length).toBeGreaterThan(12);
});

test.each([
  ['a PDF without encryption', '%PDF-1.4\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF', false],
  ['encryption that is not there', '%PDF-1.4\ntrailer<</Encrypt 7 0 R>>\nstartxref\n0\n%%EOF', false],
  ['encryption for certificates', '%PDF-1.4\n7 0 obj<</Filter/Adobe.PubSec>>endobj\ntrailer<</Encrypt 7 0 R>>', true],
  [
    'a text about encryption',
    '%PDF-1.4\n4 0 obj<</Filter/FlateDecode>>stream\n\nendstream endobj\n(/Encrypt 4 0 R) Tj\ntrailer<</Root 1 0 R>>',
    false,
  ],
  ['nothing', '', false],
] as const)('%s', async (_name, text, expected) => {
  expect(await of(Buffer.from(text))).toBe(expected);
});
