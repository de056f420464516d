import { type SignalCode, signalCodes } from '@redress/contract/console/integrity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatEvidence } from './integrity-messages.ts';
import { type FoundSignal, scoreClaim } from './score-claim.ts';
import { caps, definitionOf, publishedWeights } from './signal-catalog.ts';

const weights = publishedWeights();
const found = (signal: SignalCode, level: string, strength = 1): FoundSignal => ({
  signal,
  level,
  strength,
  arguments: { claim: '0000000001', claims: 12, surnames: 11 },
});

test('without signals, both scores are the prior', () => {
  const { duplicate, machine } = scoreClaim([], weights);
  expect([duplicate.decibans, machine.decibans, duplicate.reached, machine.reached]).toEqual([-20, -20, false, false]);
});

test('equal answers reach one half, and of one signal only the strongest counts', () => {
  expect(scoreClaim([found('same-answers', 'all')], weights).duplicate).toMatchObject({ decibans: 0, reached: true });
  const several = scoreClaim(
    [found('same-notice', 'typed'), found('same-notice', 'login'), found('same-notice', 'login')],
    weights,
  );
  expect(several.duplicate).toMatchObject({ decibans: -2, reached: false });
  expect(several.machine.decibans).toBe(-20);
});

test('behavior and networks never reach one half, whatever was measured', () => {
  const all = signalCodes
    .filter((signal) => ['machine', 'network'].includes(definitionOf(signal).group))
    .flatMap((signal) => Object.keys(definitionOf(signal).levels).map((level) => found(signal, level)));
  const { machine } = scoreClaim(all, weights);
  expect(machine).toMatchObject({ decibans: -20 + caps.machine + caps.network, reached: false });
});

test('burst, highest range, shared network and hosting never queue a claim, even by other weights', () => {
  const heavy = new Map([...weights].map(([key, points]) => [key, points * 10]));
  const alone = [
    found('burst', 'hour'),
    found('top-range', 'no-documents'),
    found('shared-network', 'two-hours'),
    found('network-kind', 'hosting'),
  ];
  expect(scoreClaim(alone, heavy).machine).toMatchObject({ decibans: -0.1, reached: false, limited: true });
  expect(scoreClaim([...alone, found('keyboard-walk', 'walk')], heavy).machine).toMatchObject({ reached: true });
});

test('what speaks for a claim is not capped, and nothing is rounded twice', () => {
  const { machine } = scoreClaim([found('own-notice', 'login'), found('phone-run', 'rising', 0.33)], weights);
  expect(machine.decibans).toBe(-20 - 12 + 4);
});

test('the order in which signals were found does not matter', () => {
  const one = fc
    .constantFrom(...signalCodes)
    .chain((signal) =>
      fc.constantFrom(...Object.keys(definitionOf(signal).levels)).map((level) => found(signal, level)),
    );
  fc.assert(
    fc.property(fc.array(one), (signals) => {
      expect(scoreClaim(signals.toReversed(), weights)).toEqual(scoreClaim(signals, weights));
    }),
  );
});

test('every level of every signal has its evidence in two languages, with the same numbers', () => {
  for (const signal of signalCodes)
    for (const level of Object.keys(definitionOf(signal).levels)) {
      const values = Object.fromEntries(
        'claim claims surnames names givens percent usual amount quantity seconds spread fields kinds price date'
          .split(' ')
          .map((name, index) => [name, String(1_000 + index)]),
      );
      const numbersIn = (text: string) => (text.match(/1,?\d{3}(?:\.00)?/g) ?? []).toSorted();
      const english = formatEvidence(signal, level, values);
      const spanish = formatEvidence(signal, level, values, 'es');
      expect(english, `${signal}/${level}`).toMatch(/^[A-Z0-9].*\.$/);
      expect(spanish, `${signal}/${level}`).toMatch(/^[A-Z0-9].*\.$/);
      expect(english).not.toMatch(/[{}]/);
      expect(spanish).not.toBe(english);
      expect(numbersIn(spanish), `${signal}/${level}`).toEqual(numbersIn(english));
    }
});
