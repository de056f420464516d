import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Example, fitWeights, logistic, solve } from './fit-weights.ts';

const defaults = new Map([
  ['a/x', 10],
  ['b/x', 5],
  ['c/x', -12],
  ['d/x', 7],
]);
const example = (features: Readonly<Record<string, number>>, positive: boolean, weight = 1): Example => ({
  features: new Map(Object.entries(features)),
  positive,
  weight,
});
const hyperparameters = { prior: -20, deviation: 4, maxIterations: 100, tolerance: 1e-9 };

test('without examples, the weights are the defaults', () => {
  expect(fitWeights([], defaults)).toEqual(defaults);
});

test('the fitted weight is where likelihood and prior balance', () => {
  // One signal: the slope of the penalized log-likelihood is zero at the solution.
  const examples = [example({ 'a/x': 1 }, true, 30), example({ 'a/x': 1 }, false, 3)];
  const fitted = fitWeights(examples, defaults, hyperparameters).get('a/x') ?? 0;
  const nat = 10 / Math.LN10;
  const slopeAt = (decibans: number) => {
    const chance = logistic((-20 + decibans) / nat);
    return 30 * (1 - chance) - 3 * chance + ((nat / 4) ** 2 * (10 - decibans)) / nat;
  };
  expect(Math.sign(slopeAt(fitted - 0.01))).toBe(1);
  expect(Math.sign(slopeAt(fitted + 0.01))).toBe(-1);
  expect(fitted).toBeGreaterThan(10);
});

test('a signal that no verdict has keeps its weight, and none changes sides', () => {
  const examples = Array.from({ length: 500 }, () => example({ 'a/x': 1, 'c/x': 1 }, false, 100)).concat(
    Array.from({ length: 500 }, () => example({ 'c/x': 1 }, true, 100)),
  );
  const fitted = fitWeights(examples, defaults, hyperparameters);
  expect(fitted.get('b/x')).toBe(5);
  expect(fitted.get('a/x')).toBe(0);
  expect(fitted.get('c/x')).toBe(0);
});

test('the same examples give the same weights, bit for bit', () => {
  const feature = fc.constantFrom('a/x', 'b/x', 'c/x', 'd/x');
  const one = fc.tuple(fc.dictionary(feature, fc.double({ min: 0.1, max: 1.3, noNaN: true })), fc.boolean());
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (list) => {
      const examples = list.map(([features, positive]) => example(features, positive));
      expect([...fitWeights(examples, defaults)]).toEqual([...fitWeights(structuredClone(examples), defaults)]);
      for (const [name, weight] of fitWeights(examples, defaults))
        expect(weight * (defaults.get(name) ?? 0)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 30 },
  );
});

test('a linear system is solved', () => {
  const matrix = [
    [4, 1, 0],
    [1, 3, 1],
    [0, 1, 2],
  ];
  // By hand: x = (1, 2, 3).
  const solution = solve(matrix, [6, 10, 8]);
  for (const [index, expected] of [1, 2, 3].entries()) expect(solution[index]).toBeCloseTo(expected, 12);
});
