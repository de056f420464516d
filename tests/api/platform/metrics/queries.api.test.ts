import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hasProgram } from '../../../setup/programs.ts';
import { alertRules, alertTests, readDashboardQueries } from './queries.ts';
import { makeFolder } from '../../../setup/folders.ts';

const run = promisify(execFile);
const hasPromtool = hasProgram('promtool', ['--version']);

test.runIf(hasPromtool)('the alert rules are valid, and each fires in its situation alone', async () => {
  await run('promtool', ['check', 'rules', alertRules]);
  const { stdout } = await run('promtool', ['test', 'rules', alertTests]);
  expect(stdout).toContain('SUCCESS');
});

test('each alert has a test in which it fires', async () => {
  const rules = [...(await readFile(alertRules, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const tests = await readFile(alertTests, 'utf8');
  expect(rules.length).toBeGreaterThan(10);
  expect(rules.filter((name) => !tests.includes(`alertname="${name}",alertstate="firing"`))).toEqual([]);
});

test.runIf(hasPromtool)('the queries of the dashboard are valid', async () => {
  const folder = await makeFolder();
  const file = join(folder, 'rules.yml');
  const rules = readDashboardQueries().map((expr, index) => ({ record: `query_${index}`, expr }));
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const { stdout } = await run('promtool', ['check', 'rules', file]);
  expect(stdout).toContain(`${rules.length} rules found`);
});

test('each alert leads to a section of the runbook', async () => {
  const rules = await readFile(alertRules, 'utf8');
  const alerts = [...rules.matchAll(/- alert: /g)];
  const links = [...rules.matchAll(/^ +runbook: docs\/operations\.md#(\S+)$/gm)].map(([, anchor = '']) => anchor);
  expect(links.length).toBe(alerts.length);
  const runbook = await readFile(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
  const anchors = [...runbook.matchAll(/^#{2,4} (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});
