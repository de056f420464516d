import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from './faults.ts';
import { runFault } from './run-fault.ts';
import { openTestFolder } from './environment/leftovers.ts';
import { makeTemplate } from './environment/template.ts';

// A short selection of `npm run test:faults`; one more stands in checker.test.ts.

let folder: string;
let template: string;

beforeAll(async () => {
  folder = await openTestFolder();
  template = join(folder, 'template');
  await makeTemplate(template);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.concurrent.each(['cut-bodies', 'two-servers'])('nothing is lost: %s', { timeout: 240_000 }, async (name) => {
  const fault = faults.find((candidate) => candidate.name === name);
  if (!fault) throw new Error('There is no such fault');
  const result = await runFault({
    fault,
    run: 0,
    folder: join(folder, name),
    template,
    arrivalsPerSecond: 5,
    calmMilliseconds: 1_500,
  });
  expect(result.findings).toEqual([]);
  expect(result.claimsAnswered).toBeGreaterThan(5);
  expect(result.documentsAnswered).toBeGreaterThan(2);
});
