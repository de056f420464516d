import { expect, test } from 'vitest';
import { inventPopulation, sources } from './population.ts';

const population = inventPopulation('test', 1_000);

test('the same seed invents the same population, another seed another one', () => {
  expect(JSON.stringify(inventPopulation('test', 1_000))).toBe(JSON.stringify(population));
  expect(JSON.stringify(inventPopulation('other', 1_000))).not.toBe(JSON.stringify(population));
});

test('has as many claims of each attacker and group as it should, in the order of their arrival', () => {
  const { filings } = population;
  expect(filings.map(({ filing }) => filing.filedAt)).toEqual(
    filings.map(({ filing }) => filing.filedAt).sort((a, b) => a.getTime() - b.getTime()),
  );
  for (const { name, share } of sources) {
    const count = filings.filter(({ source }) => source.name === name).length;
    expect.soft(count, name).toBeGreaterThanOrEqual(1_000 * share);
    expect.soft(count, name).toBeLessThan(1_000 * share + 60);
  }
  expect(sources.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
});

test("some of a preparer's claims are honest, and the first one of each person who files again", () => {
  const { filings } = population;
  const ofPreparers = filings.filter(({ source }) => source.name === 'preparer, invented clients');
  const share = ofPreparers.filter(({ isHonest }) => isHonest).length / ofPreparers.length;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.85);
  for (const { name, firstIsHonest } of sources.filter(({ name: each }) => each !== 'preparer, invented clients'))
    for (const claims of Map.groupBy(
      filings.filter(({ source }) => source.name === name),
      ({ unit }) => unit,
    ).values())
      expect(claims.map(({ isHonest }) => isHonest)).toEqual(
        claims.map((_, index) => firstIsHonest === true && index === 0),
      );
});
