import { expect, test } from 'vitest';
import { formatEvidence } from './integrity-messages.ts';

test.each([
  ['en', 1, '8 claims with 1 name share one mailbox, ignoring dots and tags.'],
  ['en', 2, '8 claims with 2 names share one mailbox, ignoring dots and tags.'],
  ['es', 1, '8 reclamos con 1 nombre tienen un mismo buzón, sin contar puntos ni etiquetas.'],
  ['es', 2, '8 reclamos con 2 nombres tienen un mismo buzón, sin contar puntos ni etiquetas.'],
] as const)('evidence in %s about %i of something uses the right word', (language, names, sentence) => {
  expect(formatEvidence('shared-mailbox', 'seven', { claims: 8, names }, language)).toBe(sentence);
});

test('a verb agrees with its number', () => {
  const evidence = (fields: number, language: 'en' | 'es') =>
    formatEvidence('filling', 'hurried', { fields, seconds: 1 }, language);
  expect([1, 9].map((fields) => evidence(fields, 'en'))).toEqual([
    '1 field was typed within 1 second.',
    '9 fields were typed within 1 second.',
  ]);
  expect([1, 9].map((fields) => evidence(fields, 'es'))).toEqual([
    'Se escribió 1 campo en 1 segundo.',
    'Se escribieron 9 campos en 1 segundo.',
  ]);
});
