import { expect, onTestFinished, test } from 'vitest';
import { mergeLetter } from './letters/merge-letter.ts';
import { printLetter } from './letters/print-letter.ts';
import { createPdfRenderer } from './pdf-renderer.ts';

test('a child process renders a letter, with the same bytes each time', async () => {
  const renderer = createPdfRenderer();
  onTestFinished(() => renderer.close());
  const content = mergeLetter({
    template: { version: 1, subject: 'Your claim', body: ['Dear {name},'] },
    language: 'en',
    returnAddress: ['Oak Settlement', 'P.O. Box 1'],
    date: 'March 1, 2027',
    values: {
      name: 'Ann Lee',
      reference: 'OAK0123456789',
      settlement: 'Oak Settlement',
      filedOn: 'January 2, 2027',
      statusPage: 'https://oak.example.com/status',
      phone: '1-800-555-0100',
    },
  });
  const letter = printLetter({ code: '000000014U', language: 'en', content, address: ['Ann Lee', '1 Oak Street'] });
  const pdf = await renderer.renderLetter(letter);
  expect(pdf.toString('latin1')).toMatch(/^%PDF-1\.7/);
  expect(await renderer.renderLetter(letter)).toEqual(pdf);
});
