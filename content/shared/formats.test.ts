import { expect, test } from 'vitest';
import {
  atClockTimeInSpanish,
  clockTime,
  days,
  dollars,
  dollarsAndCents,
  hours,
  listed,
  longDate,
  monthAndYear,
  numericDate,
} from './formats.ts';

test('dates and times are written for the reader', () => {
  expect([longDate('2025-07-17'), longDate('2025-07-17', 'es')]).toEqual(['July 17, 2025', '17 de julio de 2025']);
  expect(numericDate('2025-07-17')).toBe('07/17/2025');
  expect([monthAndYear('2008-06-14'), monthAndYear('2008-06-14', 'es')]).toEqual(['June 2008', 'junio de 2008']);
  expect([clockTime('13:00'), clockTime('13:00', 'es'), clockTime('00:05'), clockTime('12:30')]).toEqual([
    '1:00\u00a0pm',
    '1:00\u00a0p.\u00a0m.',
    '12:05\u00a0am',
    '12:30\u00a0pm',
  ]);
});

test('in Spanish one hour is singular', () => {
  expect(['13:00', '14:30', '10:00', '01:05'].map(atClockTimeInSpanish)).toEqual([
    'a la 1:00\u00a0p.\u00a0m.',
    'a las 2:30\u00a0p.\u00a0m.',
    'a las 10:00\u00a0a.\u00a0m.',
    'a la 1:05\u00a0a.\u00a0m.',
  ]);
});

test.each([
  [2_250_000, '$2.25 million', '2.25 millones de dólares'],
  [25_500_000, '$25.5 million', '25.5 millones de dólares'],
  [1_000_000, '$1 million', '1 millón de dólares'],
  [765_000, '765,000 dollars', '765,000 dólares'],
  // In millions, these amounts would be rounded.
  [2_250_500, '2,250,500 dollars', '2,250,500 dólares'],
  [12_345_678, '12,345,678 dollars', '12,345,678 dólares'],
  [2_255_000, '$2.255 million', '2.255 millones de dólares'],
])('%i is %s, in Spanish %s', (sum, english, spanish) => {
  expect([dollars(sum), dollars(sum, 'es')]).toEqual([english, spanish]);
});

test('lists have commas, and a conjunction before the last item', () => {
  expect([listed([37.5, 75, 150]), listed(['uno', 'dos'], 'es'), listed(['one']), listed([])]).toEqual([
    '37.5, 75 and 150',
    'uno y dos',
    'one',
    '',
  ]);
});

test('amounts in tables have cents only if they are not zero, and always two digits', () => {
  expect([765_000, 93.5, 7.15].map(dollarsAndCents)).toEqual(['$765,000', '$93.50', '$7.15']);
});

test('hours up to nine are spelled out', () => {
  expect([hours(7_200), hours(3_600), hours(86_400), hours(5_400)]).toEqual([
    'two hours',
    'one hour',
    '24 hours',
    '1.5 hours',
  ]);
  expect([hours(7_200, 'es'), hours(3_600, 'es')]).toEqual(['dos horas', 'una hora']);
  expect([days(2_592_000), days(2_592_000, 'es')]).toEqual(['30 days', '30 días']);
});
