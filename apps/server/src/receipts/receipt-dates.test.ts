import { expect, test } from 'vitest';
import { writeDay, writeMoment } from './receipt-dates.ts';

const zone = 'America/New_York';

test.each([
  ['2025-07-17T19:42:00Z', 'Jul 17, 2025, 3:42 PM EDT', '17 de julio de 2025, 3:42 p. m. EDT'],
  // Winter time, just after midnight.
  ['2025-12-01T05:05:00Z', 'Dec 1, 2025, 12:05 AM EST', '1 de diciembre de 2025, 12:05 a. m. EST'],
  ['2025-07-18T03:59:59Z', 'Jul 17, 2025, 11:59 PM EDT', '17 de julio de 2025, 11:59 p. m. EDT'],
])('%s is written for a reader in New York', (moment, english, spanish) => {
  expect(writeMoment(new Date(moment), zone, 'en')).toBe(english);
  expect(writeMoment(new Date(moment), zone, 'es').replaceAll('\u00a0', ' ')).toBe(spanish);
});

test('the time in Spanish stays on one line', () => {
  const written = writeMoment(new Date('2025-07-17T19:42:00Z'), zone, 'es');
  expect(written.slice(written.indexOf('3:42'))).not.toContain(' ');
});

test('a day is that day, wherever the server stands', () => {
  expect([writeDay('2025-07-17', 'en'), writeDay('2025-07-17', 'es')]).toEqual([
    'July 17, 2025',
    '17 de julio de 2025',
  ]);
});
