import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { describeRuns, replaceTable } from './report.ts';
import type { RunResult } from './run-fault.ts';

const fault: Fault = { name: 'flood', title: 'water in the cellar', inject: () => Promise.resolve() };
const run: RunResult = {
  fault: 'flood',
  claimsAnswered: 1_000,
  claimsUnanswered: 1,
  documentsAnswered: 20,
  repeats: 7,
  findings: [],
  lostByControl: 0,
  recoveredAfterMilliseconds: 1_240,
};

test('the table adds up the runs of a fault, and shows the longest recovery', () => {
  const lost = { ...run, findings: [{ kind: 'claim-lost', what: 'gone' }], recoveredAfterMilliseconds: 2_000 } as const;
  expect(describeRuns([fault], [run, lost]).split('\n').at(-1)).toBe(
    '| water in the cellar | 2 | 2,000 | 2 | 40 | 14 | 1 | 2.0 s |',
  );
});

test('the table says "never" if a service did not recover, and why a fault was skipped', () => {
  const never = { ...run, recoveredAfterMilliseconds: undefined };
  expect(describeRuns([fault], [run, never])).toContain('| never |');
  const impossible = { ...fault, skipReason: () => 'it needs root' };
  expect(describeRuns([impossible], [])).toContain('| skipped: it needs root |');
});

test('the losses of a control are claims that it had to lose', () => {
  const control = { ...fault, isControl: true } as const;
  expect(
    describeRuns(
      [control],
      [
        { ...run, lostByControl: 12 },
        { ...run, lostByControl: 3 },
      ],
    ),
  ).toContain('| 15 claims |');
});

test('the documentation has a row for each fault', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/reliability.md'), 'utf8');
  const [, table = ''] = /<!-- fault table -->([^]*)<!-- end of the fault table -->/.exec(text) ?? [];
  expect(faults.filter(({ title }) => !table.includes(`| ${title} |`)).map(({ name }) => name)).toEqual([]);
});

test('the table replaces the existing one, and nothing else changes', () => {
  const text = 'before\n<!-- fault table -->\nold\n<!-- end of the fault table -->\nafter';
  expect(replaceTable(text, 'new')).toBe(
    'before\n<!-- fault table -->\n\nnew\n\n<!-- end of the fault table -->\nafter',
  );
  expect(() => replaceTable('no mark', 'new')).toThrow('not marked');
});
