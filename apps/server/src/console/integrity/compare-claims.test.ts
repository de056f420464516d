import { consumerV1 } from '@redress/content/forms/consumer.v1';
import { expect, test } from 'vitest';
import { featuresOf } from './claim-features.ts';
import { compareClaims, nameShares } from './compare-claims.ts';

let lastId = 0;
function claimOf(answers: Readonly<Record<string, string>>) {
  lastId += 1;
  const all = {
    name1: 'John Smith',
    street1: '12 Larkmoor Lane',
    city: 'Phoenix',
    state: 'Arizona',
    zip: '85001',
    ...answers,
  };
  return featuresOf(consumerV1, all, {
    id: String(lastId),
    number: String(lastId).padStart(10, '0'),
    filedAt: new Date('2025-06-01T12:00:00Z'),
    withoutScript: false,
    hiddenFieldFilled: false,
    taxIds: [],
    documents: [],
  });
}

/** One in a hundred is a Smith, one in fifty a John; other names are rare. */
const shares = nameShares((kind, word) => {
  if (kind === 'surname') return word === 'smith' ? 1_049.5 : 0;
  return word === 'john' ? 2_099.5 : 0;
}, 100_000);

const decibans = (ratio: number) => Math.round(10 * Math.log10(ratio) * 10) / 10;

test('at one address, the first name decides, by how common it is', () => {
  // −8 before; +1 for the last name; 0.85 / 0.02 for the first one.
  const expected = Math.round((-8 + 1 + 10 * Math.log10(0.85 / 0.02)) * 10) / 10;
  expect(compareClaims(claimOf({}), claimOf({}), shares)).toMatchObject({ address: 'same', decibans: expected });
  expect(compareClaims(claimOf({}), claimOf({ name1: 'Jon Smith' }), shares).decibans).toBeCloseTo(expected - 3, 1);
  expect(compareClaims(claimOf({}), claimOf({ name1: 'Mary Smith' }), shares).decibans).toBe(-8 + 1 - 22);
  // A father usually leaves out what the son writes.
  expect(compareClaims(claimOf({}), claimOf({ name1: 'John Smith Jr.' }), shares).decibans).toBe(-8 + 1 - 22);
  expect(
    compareClaims(claimOf({ name1: 'John Smith Sr.' }), claimOf({ name1: 'John Smith Jr.' }), shares).decibans,
  ).toBe(-8 + 1 - 22);
});

test('a marriage leaves the first name and the address', () => {
  const before = claimOf({ name1: 'Anneliese Smith' });
  const after = claimOf({ name1: 'Anneliese Vanterpool' });
  const rare = Math.min(24, decibans(0.85 / (0.5 / 105_000)));
  expect(compareClaims(before, after, shares).decibans).toBe(-8 - 8 + rare);
});

test('where many people live, an equal first name with another last name is no marriage', () => {
  const [one, other] = [claimOf({ name1: 'Anneliese Smith' }), claimOf({ name1: 'Anneliese Vanterpool' })];
  const rare = Math.min(24, decibans(0.85 / (0.5 / 105_000)));
  expect(compareClaims(one, other, shares, { house: 7, phone: 1, mailbox: 1 }).decibans).toBe(-8 - 25 + rare);
});

test("a phone number that many claims give is nobody's own", () => {
  const at = (street1: string) => claimOf({ name1: 'Anneliese Vanterpool', phone1: '602-555-0100', street1 });
  const [one, other] = [at('1 Elm Street'), at('9 Oak Street')];
  const few = compareClaims(one, other, shares, { house: 1, phone: 6, mailbox: 1 }).decibans;
  expect(few - compareClaims(one, other, shares, { house: 1, phone: 7, mailbox: 1 }).decibans).toBe(26 - 6);
});

test('a misspelled street is the same house if the number and the ZIP code agree', () => {
  const address = (street1: string) => compareClaims(claimOf({}), claimOf({ street1 }), shares).address;
  expect(address('12 Larkmor Lane')).toBe('building');
  expect(address('13 Larkmor Lane')).toBe('zip');
  expect(address('12 Elm Street')).toBe('zip');
});

test.each([
  ['158 Larkmoor Lane', '15 8Larkmoor Lane', 'same'],
  ['1026 Cedar Drive', '1206 Cedar Drive', 'slip'],
  ['439 Farlerell St', '4399 Farlerell St', 'slip'],
  ['158 Larkmoor Lane', '159 Larkmoor Lane', 'zip'],
  ['158 Larkmoor Lane', '158 Elm Street', 'zip'],
])('the addresses %s and %s are %s', (one, other, level) => {
  expect(compareClaims(claimOf({ street1: one }), claimOf({ street1: other }), shares).address).toBe(level);
});

test('a mailbox tells what an initial or a misspelled first name means, if the other claim has that name', () => {
  const gregory = claimOf({ name1: 'Gregory Smith', email: 'fish9@mail.example' });
  const initial = (email: string) => compareClaims(gregory, claimOf({ name1: 'G Smith', email }), shares);
  const rare = Math.min(24, decibans(0.85 / (0.5 / 105_000)));
  expect(initial('gregorysmith7@mail.example')).toMatchObject({ givenInMailbox: true, decibans: -8 + 1 + rare - 7 });
  expect(initial('gsmith7@mail.example')).toMatchObject({ givenInMailbox: false, decibans: -8 + 1 + 9 });
  const lisa = claimOf({ name1: 'Lisa Smith' });
  const givenBy = (email: string) => compareClaims(lisa, claimOf({ name1: 'Lsia Smith', email }), shares).given;
  expect(givenBy('lisa.smith@mail.example')).toBe('similar');
  expect(givenBy('beach@mail.example')).toBe('different');
});

test('elsewhere, a rare name and a phone number say more than a common name', () => {
  const at = (name1: string, phone1: string, street1: string) => claimOf({ name1, phone1, street1, zip: '85002' });
  const rare = compareClaims(
    at('Anneliese Vanterpool', '602-555-0100', '1 Elm Street'),
    at('Anneliese Vanterpool', '6025550100', '9 Oak Street'),
    shares,
  );
  // −60 before; 36 and 24 at most for the names; 26 for the phone; 8 for the ZIP code.
  expect(rare).toMatchObject({ address: 'zip', samePhone: true, decibans: -60 + 36 + 24 + 26 + 8 });
  const common = compareClaims(at('John Smith', '', '1 Elm Street'), at('John Smith', '', '9 Oak Street'), shares);
  expect(common.decibans).toBeCloseTo(-60 + 10 * Math.log10(0.9 / 0.01) + 10 * Math.log10(0.85 / 0.02) + 8, 1);
});

test('the order of the claims does not matter', () => {
  const [a, b] = [claimOf({ name1: 'Garcia, Maria', phone1: '6025550100' }), claimOf({ name1: 'Maria Garcia' })];
  expect(compareClaims(a, b, shares)).toEqual(compareClaims(b, a, shares));
  expect(compareClaims(a, b, shares)).toMatchObject({ given: 'same', surname: 'same' });
});

test.each([
  ['Mario', 'Maria', 'different'],
  ['Daniel', 'Danielle', 'different'],
  ['Joan', 'John', 'different'],
  ['Ida', 'Ada', 'different'],
  ['Victoria', 'Vicotria', 'similar'],
  ['Victoria', 'Victria', 'similar'],
  ['Bob', 'Robert', 'nickname'],
  ['J', 'John', 'initial'],
])('%s and %s are %s', (a, b, level) => {
  expect(compareClaims(claimOf({ name1: `${a} Smith` }), claimOf({ name1: `${b} Smith` }), shares).given).toBe(level);
});
