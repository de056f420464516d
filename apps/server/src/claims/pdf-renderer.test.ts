import { createJoinedLetters } from '@redress/documents/joined-letters';
import { expect, onTestFinished, test } from 'vitest';
import { printLetter } from './letters/print-letter.ts';
import { createPdfRenderer } from './pdf-renderer.ts';

const content = {
  lang: 'en-US',
  siteName: 'Invented Settlement',
  returnAddress: [],
  statusPage: 'https://claims.example.com/status',
  phone: '1-800-555-0100',
  date: 'March 1, 2027',
  reference: '99999REF0123456789',
  subject: 'We need more information',
  body: ['Please sign the form.'],
};

test('letters for a printer are one PDF with all of them', async () => {
  const { renderLetters, close } = createPdfRenderer();
  onTestFinished(close);
  const letters = ['Jane Doe', 'Rosa Núñez'].map((name) =>
    printLetter({ code: 'ABCDEFGHJ*', language: 'en', content, address: [name] }),
  );
  expect((await renderLetters(letters)).equals(await createJoinedLetters(letters))).toBe(true);
});
