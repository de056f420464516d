import { afterAll, beforeAll, expect, test } from 'vitest';
import { figuresOf, type IntegrityFigures } from '../../../bench/integrity/integrity-figures.ts';
import { inventPopulation } from '../../../bench/integrity/population.ts';
import { scorePopulation } from '../../../bench/integrity/score-population.ts';
import { createTestDatabase, type TestDatabase } from '../../../setup/test-database.ts';
import { keys } from '../../../setup/test-server.ts';

// `npm run bench:integrity` measures this with ten times as many claims. Here are few of each kind, so limits are loose.

let database: TestDatabase;
let figures: IntegrityFigures;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
  const population = inventPopulation('guard', 2_000);
  const options = { connectionString: database.url, keys, step: 700, onProgress: () => {} };
  figures = figuresOf([await scorePopulation(population, options)]);
});
afterAll(() => database.drop());

test('hardly any ordinary claim is queued', () => {
  expect(figures.falseShare).toBeLessThanOrEqual(0.01);
  expect(figures.clients.queued).toBeLessThanOrEqual(0.1);
});

test.each([
  ['loop with fixed answers', 0.9],
  ['name lists, counted mailboxes', 0.6],
  ['hand-made variants', 0.6],
  ['headless browsers, catch-all domain', 0.6],
])('most claims are queued of: %s', (name, least) => {
  const attacker = figures.attackers.find(({ source }) => source.name === name);
  expect(attacker?.claims).toBeGreaterThanOrEqual(40);
  expect(attacker?.queued).toBeGreaterThanOrEqual(least);
});

test('of no honest group more than one in twenty is queued', () => {
  const rates = figures.groups.map(({ source, queued }) => [source.name, queued] as const);
  expect(rates).toHaveLength(13);
  expect(rates.filter(([, rate]) => !(rate <= 0.05))).toEqual([]);
});

test('nearly everybody who files twice is found', () => {
  expect(figures.doubleFilersFound).toBeGreaterThanOrEqual(0.9);
  const moved = figures.groups.find(({ source }) => source.name === 'files again, moved or married');
  // One of their two claims.
  expect(moved?.byScore.duplicate).toBeGreaterThanOrEqual(0.4);
});
