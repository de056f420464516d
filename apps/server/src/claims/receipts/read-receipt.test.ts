import { expect, test } from 'vitest';
import { formatDay } from '@redress/contract/language';
import { describeUploads, formatMoment } from './read-receipt.ts';

const moment = 'Jul 17, 2031, 3:42 PM EDT';
const none = { isAsked: true, stored: 0, announced: 0 };

test('a receipt of a form that asks for no uploads mentions none', () => {
  expect(describeUploads({ ...none, isAsked: false }, moment, 'en')).toEqual([]);
});

test('a receipt of a form that asks for uploads says that none arrived', () => {
  expect(describeUploads(none, moment, 'en')).toEqual([
    expect.stringContaining(`no documents for this claim on ${moment}`),
  ]);
});

test('a receipt says how many of the announced uploads are missing', () => {
  expect(describeUploads({ ...none, stored: 1, announced: 3 }, moment, 'en')).toEqual([
    expect.stringMatching(/would send 3 documents.* we had 1 of them/),
  ]);
  expect(describeUploads({ ...none, stored: 3, announced: 3 }, moment, 'en')).toEqual([]);
});

const zone = 'America/New_York';

test.each([
  ['2025-07-17T19:42:00Z', 'Jul 17, 2025, 3:42 PM EDT', '17 jul 2025, 3:42 p. m. EDT'],
  // Standard time, just after midnight.
  ['2025-12-01T05:05:00Z', 'Dec 1, 2025, 12:05 AM EST', '1 dic 2025, 12:05 a. m. EST'],
  ['2025-07-18T03:59:59Z', 'Jul 17, 2025, 11:59 PM EDT', '17 jul 2025, 11:59 p. m. EDT'],
])('%s in New York time', (moment, english, spanish) => {
  expect(formatMoment(new Date(moment), zone, 'en')).toBe(english);
  expect(formatMoment(new Date(moment), zone, 'es').replaceAll('\u00a0', ' ')).toBe(spanish);
});

test('the time in Spanish stays on one line', () => {
  const written = formatMoment(new Date('2025-07-17T19:42:00Z'), zone, 'es');
  expect(written.slice(written.indexOf('3:42'))).not.toContain(' ');
});

test('a day does not depend on the time zone of the server', () => {
  expect([formatDay('2025-07-17', 'en'), formatDay('2025-07-17', 'es')]).toEqual([
    'July 17, 2025',
    '17 de julio de 2025',
  ]);
});
