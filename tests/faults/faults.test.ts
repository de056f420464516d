import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from './faults.ts';
import { runFault } from './run-fault.ts';
import { openTestFolder } from './environment/leftovers.ts';
import { makeTemplate } from './environment/template.ts';

// Two of the faults of `npm run test:faults`; checker.test.ts runs another.

let folder: string;
let template: string;

beforeAll(async () => {
  folder = await openTestFolder();
  template = join(folder, 'template');
  await makeTemplate(template);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const cases = [
  ['connections break in the middle of requests', 'cut-bodies', 0],
  // Many commits wait for the standby then.
  ['the primary is killed and its synchronous standby promoted', 'failover', 1],
] as const;
test.each(cases)('nothing is lost when %s', { timeout: 240_000 }, async (_what, name, run) => {
  const fault = faults.find((candidate) => candidate.name === name);
  if (!fault) throw new Error('There is no such fault');
  const result = await runFault({
    fault,
    run,
    folder: join(folder, name),
    parts: { template },
    arrivalsPerSecond: 5,
    calmMilliseconds: 1_500,
  });
  expect(result.findings).toEqual([]);
  expect(result.claimsAnswered).toBeGreaterThan(5);
  expect(result.documentsAnswered).toBeGreaterThan(2);
});
