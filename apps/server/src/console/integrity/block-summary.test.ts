import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSeries, hasPassedStep, maxWithin, summarizeBlock } from './block-summary.ts';
import { packBrief, unknownRegion, unpackBrief } from './blocking-keys.ts';

test('the most claims within a window are those of a naive count', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000)), fc.nat(300), (times, seconds) => {
      const sorted = times.toSorted((a, b) => a - b);
      const naive = Math.max(
        0,
        ...sorted.map((from) => sorted.filter((time) => time >= from && time <= from + seconds).length),
      );
      expect(maxWithin(sorted, seconds)).toBe(naive);
    }),
  );
});

test('claims half a minute apart are a series, and a long pause ends it', () => {
  const even = Array.from({ length: 12 }, (_, index) => 1_000 + index * 31 + (index % 2));
  expect(findSeries(even)).toEqual({ claims: 12, seconds: 32, spread: 0 });
  expect(findSeries([1, 2, 3, ...even.slice(0, 4), 9_000, 9_500])).toBeUndefined();
});

test('a brief is packed into 63 bits and back', () => {
  const brief = fc.record({
    surname: fc.nat(2 ** 15 - 1),
    given: fc.nat(2 ** 14 - 1),
    region: fc.nat(15),
    extra: fc.nat(2 ** 30 - 1),
  });
  fc.assert(
    fc.property(brief, (each) => {
      const packed = packBrief(each);
      expect(BigInt(packed)).toBeLessThan(2n ** 63n);
      expect(unpackBrief(packed)).toEqual(each);
    }),
  );
});

const member = (claimId: number, surname: number, given: number, extra: number, region = 8) => ({
  claimId: String(claimId),
  surname,
  given,
  region,
  extra,
});

test('names are counted once each, and counted numbers are found in the order of claims', () => {
  const members = [member(1, 1, 1, 104), member(2, 1, 2, 105), member(3, 2, 1, 106), member(4, 2, 1, 200)];
  expect(summarizeBlock('phone-run', members)).toMatchObject({
    surnames: 2,
    givens: 2,
    names: 3,
    run: { claims: 3, from: 104, to: 106 },
  });
  expect(summarizeBlock('building', [member(1, 1, 1, 0), member(2, 2, 1, 77)])).toMatchObject({ withoutUnit: 1 });
});

test('numbers in mailboxes are counted up also between others', () => {
  const numbers = [1, 77, 2, 3, 12, 4, 3];
  const members = numbers.map((number, index) => member(index + 1, index, index, number));
  expect(summarizeBlock('mailbox-run', members).run).toEqual({ claims: 4, from: 1, to: 4 });
  // Counting down is what chance does, too.
  const falling = [9, 8, 7].map((number, index) => member(index + 1, index, index, number));
  expect(summarizeBlock('mailbox-run', falling).run).toBeUndefined();
});

test('regions are those of ZIP codes, without claims whose region is unknown', () => {
  const members = [9, 9, 9, 1, 0, unknownRegion].map((region, index) => member(index + 1, index, index, 0, region));
  expect(summarizeBlock('browser', members)).toMatchObject({ regions: 3, inMainRegion: 3 });
});

test('members are scored again when their group has grown by a step, not with every claim', () => {
  expect(hasPassedStep(4, 5)).toBe(true);
  expect(hasPassedStep(5, 6)).toBe(false);
  expect(hasPassedStep(12, 90)).toBe(true);
  expect(hasPassedStep(200, 4_000)).toBe(false);
});
