import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from './faults.ts';
import { runFault } from './run-fault.ts';
import { openTestFolder } from './environment/leftovers.ts';
import { makeTemplate } from './environment/template.ts';

// One of the faults of `npm run test:faults`; checker.test.ts runs another.

let folder: string;
let template: string;

beforeAll(async () => {
  folder = await openTestFolder();
  template = join(folder, 'template');
  await makeTemplate(template);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('nothing is lost when connections break in the middle of requests', { timeout: 240_000 }, async () => {
  const name = 'cut-bodies';
  const fault = faults.find((candidate) => candidate.name === name);
  if (!fault) throw new Error('There is no such fault');
  const result = await runFault({
    fault,
    run: 0,
    folder: join(folder, name),
    parts: { template },
    arrivalsPerSecond: 5,
    calmMilliseconds: 1_500,
  });
  expect(result.findings).toEqual([]);
  expect(result.claimsAnswered).toBeGreaterThan(5);
  expect(result.documentsAnswered).toBeGreaterThan(2);
});
