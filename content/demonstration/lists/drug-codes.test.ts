import { expect, test } from 'vitest';
import { facts } from '../facts.ts';
import { drugCodes, elevenDigits } from './drug-codes.ts';

test.each([
  ['99999-0833-21', '99999083321'],
  ['0008-0833-21', '00008083321'],
  ['99999-833-21', '99999083321'],
  ['99999-0833-2', '99999083302'],
])('%s has the eleven digits %s', (ndc, digits) => {
  expect(elevenDigits(ndc)).toBe(digits);
});

test('every code is unique, has 5, 4 and 2 digits, and has a labeler that nobody uses', () => {
  expect(drugCodes.filter(({ ndc }) => !/^99999-\d{4}-\d{2}$/.test(ndc))).toEqual([]);
  expect(new Set(drugCodes.map(({ ndc }) => elevenDigits(ndc))).size).toBe(drugCodes.length);
});

test('brand and generic have each strength in packages of 30, 90 and 100', () => {
  const offered = new Set(drugCodes.map(({ kind, milligrams, capsules }) => `${kind} ${milligrams} ${capsules}`));
  const wanted = ['Brand', 'Generic'].flatMap((kind) =>
    [37.5, 75, 150].flatMap((strength) => [30, 90, 100].map((capsules) => `${kind} ${strength} ${capsules}`)),
  );
  expect([...offered].toSorted()).toEqual(wanted.toSorted());
});

test('every package was on the market at some time of the class period', () => {
  const { from, to } = facts.brandDrug.classPeriod;
  expect(drugCodes.filter(({ marketed }) => marketed.from > to || marketed.to < from)).toEqual([]);
});
