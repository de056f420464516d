import type { LetterTemplate } from '@redress/contract/letters';
import { expect, test } from 'vitest';
import { mergeLetter } from './merge-letter.ts';

const template: LetterTemplate = {
  version: 1,
  subject: 'Your claim {reference}',
  body: [
    'Dear {name},',
    { heading: 'What {settlement} needs' },
    { reasons: 'all' },
    { list: ['Go to {statusPage}', 'Write to {address}'] },
    { heading: 'Your files' },
    { files: 'all' },
  ],
};
const parts = {
  template,
  language: 'en',
  caption: 'In re Oak',
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
  reasons: ['Send receipts.', 'Sign the form.'],
  files: ['receipt.pdf'],
} as const;

test('fills in the placeholders and lists all reasons and files', () => {
  expect(mergeLetter(parts)).toEqual({
    lang: 'en-US',
    siteName: 'Oak Settlement',
    caption: 'In re Oak',
    returnAddress: ['Oak Settlement', 'P.O. Box 1'],
    statusPage: 'https://oak.example.com/status',
    phone: '1-800-555-0100',
    date: 'March 1, 2027',
    reference: 'OAK0123456789',
    subject: 'Your claim OAK0123456789',
    body: [
      'Dear Ann Lee,',
      { heading: 'What Oak Settlement needs' },
      { list: ['Send receipts.', 'Sign the form.'] },
      { list: ['Go to https://oak.example.com/status', 'Write to Oak Settlement, P.O. Box 1'] },
      { heading: 'Your files' },
      { list: ['receipt.pdf'] },
    ],
  });
});

test.each(['{reference} & {phone}', '{due}', '{{name}}', '$& $1 $`', '{', '</p><b>'])(
  'a claimant named %s is written so, and nothing is filled in or looked up in the name',
  (name) => {
    const { body } = mergeLetter({ ...parts, values: { ...parts.values, name } });
    expect(body[0]).toBe(`Dear ${name},`);
  },
);

test('a name with line breaks stays on its line', () => {
  const { body } = mergeLetter({ ...parts, values: { ...parts.values, name: ' Ann\r\nBcc: \tLee\u2028' } });
  expect(body[0]).toBe('Dear Ann Bcc: Lee,');
});

test('an empty list is left out with its heading', () => {
  const { body } = mergeLetter({ ...parts, reasons: [], files: [] });
  expect(body).toEqual(['Dear Ann Lee,', mergeLetter(parts).body[3]]);
});

test('a letter that asks for nothing has no section that names a last day', () => {
  const body = ['Dear {name},', { heading: 'If you disagree' }, 'Write by {due}.', 'You may have more time.'];
  const values = { ...parts.values, due: null };
  const merged = mergeLetter({
    ...parts,
    values,
    template: { ...template, body: [...body, { heading: 'Questions' }, 'Call.'] },
  });
  expect(merged.body).toEqual(['Dear Ann Lee,', { heading: 'Questions' }, 'Call.']);
});

test('a placeholder without a value is refused, and so is the name of a property that every object has', () => {
  for (const name of ['due', 'constructor', 'toString'])
    expect(() => mergeLetter({ ...parts, template: { ...template, body: [`by {${name}}`] } })).toThrow(`{${name}}`);
});
