import { describe, expect, test } from 'vitest';
import { isClaimant } from './find-claimed.ts';

const claimant = (name: string, zip: string | null = null) => ({ people: [name], companies: [], zip });

test.each([
  ['Doe', 'Jane Doe'],
  ['DOE ', 'Jane Doe'],
  ['Jane Doe', 'Jane Doe'],
  ['nunez', 'José Núñez'],
  ['Núñez', 'JOSE NUNEZ'],
  ['OBrien', "Pat O'Brien"],
  ['o’brien', 'Pat OBRIEN'],
  ['Garcia Lopez', 'María García-López'],
  ['García', 'María García López'],
  ['López', 'María García López'],
  ['de la Cruz', 'Ana de la Cruz'],
  ['la Cruz', 'Ana de la Cruz'],
  ['Le', 'Minh Le'],
  ['King', 'Martin King, Jr.'],
  ['King Jr', 'Martin King'],
  ['Lukasz', 'Anna Łukasz'],
  ['Prince', 'Prince'],
  ...['Kaahumanu', 'Kaʻahumanu', 'Ka‘ahumanu', 'Ka´ahumanu', 'kaʼahumanu'].map((typed) => [
    typed,
    'Leilani Kaʻahumanu',
  ]),
  ['Delacruz', 'Ana de la Cruz'],
  ['de la Cruz', 'Ana Delacruz'],
  ['dela Cruz', 'Ana De La Cruz'],
  ['Mc Neil', 'Ann McNeil'],
  ['O Brien', "Pat O'Brien"],
  ['GarciaLopez', 'María García-López'],
  ['Le', 'Minh Van Le'],
  ['thora', 'Jón Þóra'],
  ['Borg', 'Ġorġ Borġ'],
  ['Ghallis', 'Ġużè Għallis'],
  ['Memmedova', 'Leyla Məmmədova'],
  ['Mammadova', 'Leyla Məmmədova'],
  ['Mueller', 'Eva Müller'],
  ['Müller', 'Eva Mueller'],
  ['Muller', 'Eva Müller'],
  ['Sorensen', 'Ida Sørensen'],
  ['Soerensen', 'Ida Sørensen'],
])('%j is the last name of %j', (typed, name) => {
  expect(isClaimant(typed, claimant(name))).toBe(true);
});

test.each([
  ['Jane', 'Jane Doe'],
  ['Do', 'Jane Doe'],
  ['oe', 'Jane Doe'],
  ['Doe Jane', 'Jane Doe'],
  ['A', 'Jane A Doe'],
  ['Jr', 'Martin King Jr'],
  ['de', 'Ana de la Cruz'],
  ['de la', 'Ana de la Cruz'],
  ['dela', 'Ana de la Cruz'],
  ['Anadela', 'Ana de la Cruz'],
  ['Mc', 'Ann Mc Neil'],
  ['Cruzana', 'Ana de la Cruz'],
  ['', 'Jane Doe'],
  ['-', 'Jane Doe'],
  ['%', 'Jane Doe'],
  ['.*', 'Jane Doe'],
])('%j is not the last name of %j', (typed, name) => {
  expect(isClaimant(typed, claimant(name))).toBe(false);
});

describe('a ZIP code', () => {
  test.each(['85001', '85001-1234', ' 85001 ', '850011234', '85001-9999'])('%j fits 85001-1234', (typed) => {
    expect(isClaimant(typed, claimant('Jane Doe', '85001-1234'))).toBe(true);
  });
  test.each(['8500', '85002', '1234', '85001 Phoenix Doe'.slice(0, 4)])('%j does not', (typed) => {
    expect(isClaimant(typed, claimant('Jane Doe', '85001-1234'))).toBe(false);
  });
});

test('a company is known by its whole name, its contact by the last name', () => {
  const payor = { people: ['Maria Ortiz'], companies: ['Harborview Health Plan, Inc.'], zip: '02110' };
  for (const typed of [
    'Harborview Health Plan Inc',
    'HARBORVIEW HEALTH PLAN, INC.',
    'Harbor View Healthplan Inc',
    'Ortiz',
    '02110',
  ])
    expect(isClaimant(typed, payor)).toBe(true);
  for (const typed of ['Plan', 'Health Plan Inc', 'Harborview']) expect(isClaimant(typed, payor)).toBe(false);
});
