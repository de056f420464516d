import { expect, test } from 'vitest';
import { compareNames, compareStreets } from './match-person.ts';

test.each([
  ['Jane Doe', 'JANE DOE'],
  ['Jane Doe', 'Doe, Jane'],
  ['José Núñez', 'jose nunez'],
  ["Sean O'Neil", 'Sean ONeil'],
])('the names %s and %s are the same', (one, other) => {
  expect(compareNames(one, other)).toBe(1);
});

test.each([
  ['Jane Doe', 'Jnae Doe', 1 / 8],
  ['Margaret Thompson', 'Margret Thompson', 1 / 17],
  ['Margaret Thompson', 'Margaret Tompson', 1 / 17],
  ['Jane Doe', 'Jane Roe', 1 / 8],
])('the names %s and %s differ by one edit', (one, other, share) => {
  expect(compareNames(one, other)).toBeCloseTo(1 - share);
});

test('different names, and an empty one, are not alike', () => {
  expect(compareNames('Jane Doe', 'Robert Martinez')).toBeLessThan(0.5);
  expect(compareNames('', 'Jane Doe')).toBe(0);
  expect(compareNames('جين دو', 'Jane Doe')).toBeLessThan(0.5);
});

test.each([
  ['12 North Main Street, Apt. 4', '12 N Main St Apt 4'],
  ['7 Ocean Avenue', '7 OCEAN AVE.'],
])('the streets %s and %s are the same', (one, other) => {
  expect(compareStreets(one, other)).toBe(1);
});

test('other numbers are other streets, and a very long text takes no time', () => {
  expect(compareStreets('12 Main Street', '21 Main Street')).toBeLessThan(1);
  expect(compareStreets('x'.repeat(1_000_000), 'y'.repeat(1_000_000))).toBe(0);
});
