// This is npm test. With --fast, it is npm run check, without tests that cross packages. With
// --long, it is npm run test:long, with only the tests that take too long for every run. Later
// steps run even if one fails. CONTENT limits it to the tests about that settlement. Without
// CONTENT, all tests run with the default settlement, and then the tests about the others.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join, relative } from 'node:path';
import { chooseSettlement, defaultSettlement, environmentOf, otherSettlements } from './content.mjs';
import { findBrowser } from './find-browser.mjs';
import { findNode24 } from './find-node24.mjs';
import { readJson, root, runCommand } from './project.mjs';
import { withNodeFirst } from './run-step.mjs';
import {
  countPlaywright,
  countVitest,
  failuresPlaywright,
  failuresVitest,
  timePlaywright,
  timeVitest,
  withExitCode,
} from './test-results.mjs';
import { openTestRunFolder } from './test-run-folder.mjs';
import { whenParentIsGone } from './watch-parent.mjs';

/**
 * @typedef {import("./test-results.mjs").Counts} Counts
 * @typedef {object} Step
 * @property {string} title
 * @property {string} program file of a package: `typescript/bin/tsc`, or of the checkout:
 * `../tools/test.mjs`
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {Report} [report] without one the step itself is one test
 *
 * @typedef {object} Report the file of a test runner
 * @property {string} path
 * @property {(report: unknown) => Counts} count
 * @property {(report: unknown) => [path: string, seconds: number][]} time
 * @property {(report: unknown) => string[]} failures
 */

/** A run prints this many of the slowest test files. */
const slowestFiles = 20;
const reports = join(root, 'test-results', 'reports');

await runCommand(async () => {
  const isFast = process.argv.includes('--fast');
  const isLong = process.argv.includes('--long');
  if (isLong) process.env['LONG_TESTS'] = 'on';
  const isDefault = chooseSettlement() === defaultSettlement();
  const node = findNode24();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const folder = openTestRunFolder(node);
  process.env['TMPDIR'] = folder.path;
  let isAborted = false;
  /** @param {number} code */
  const abort = (code) => {
    isAborted = true;
    void folder.close().then(() => process.exit(code));
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.once(signal, () => abort(128 + constants.signals[signal]));
  whenParentIsGone(() => abort(1));
  const steps = [...(isLong ? [] : checks()), unitTests(isFast), ...(isFast ? [] : [await endToEndTests()])];
  if (isDefault && !isFast && !isLong)
    for (const name of otherSettlements()) steps.push(unitTests(false, name), await endToEndTests(name));
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {[path: string, seconds: number][]} */
  const files = [];
  /** @type {string[]} */
  const failures = [];
  for (const [index, step] of steps.entries()) {
    console.log(`\n[${String(index + 1)}/${String(steps.length)}] ${step.title}`);
    const startedAt = Date.now();
    const counts = await runTests(node, step);
    if (isAborted) return;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`[${String(index + 1)}/${String(steps.length)}] ${describe(step, counts)} in ${seconds} s`);
    // Playwright empties the folder of the reports before it, so they are read at once.
    const report = step.report !== undefined && existsSync(step.report.path) ? readJson(step.report.path) : undefined;
    if (report !== undefined) files.push(...(step.report?.time(report) ?? []));
    const named = report === undefined ? [] : (step.report?.failures(report) ?? []);
    failures.push(...(named.length === 0 && counts.failed > 0 ? [step.title] : named));
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  await folder.close();
  printSlowest(files);
  // They stand at the end again, because logs are read from their end.
  if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n\n').replaceAll(root, '.')}`);
  if (total.skipped > 0) console.log(`\n${String(total.skipped)} skipped`);
  console.log(`\n${String(total.passed)} passed, ${String(total.failed)} failed`);
  if (total.failed > 0) process.exitCode = 1;
});

/** @returns {Step[]} */
function checks() {
  return [
    { title: 'Format', program: 'oxfmt/bin/oxfmt', args: ['--check'] },
    { title: 'Lint', program: 'oxlint/bin/oxlint', args: ['--type-aware'] },
    { title: 'Types', program: 'typescript/bin/tsc', args: ['-b'] },
    {
      title: 'Imports',
      program: 'dependency-cruiser/bin/dependency-cruiser.mjs',
      args: ['--config', '.dependency-cruiser.mjs', 'apps', 'packages', 'content', 'tests', 'tools'],
    },
    {
      title: 'Content of the template',
      program: '../apps/site/build/check-content.ts',
      args: ['content/template'],
      env: environmentOf('template'),
    },
    { title: 'Unused code and packages', program: 'knip/bin/knip.js', args: ['--no-progress'] },
  ];
}

/**
 * @param {boolean} isFast without the tests that cross packages
 * @param {string} [name] a settlement other than the chosen one
 * @returns {Step}
 */
function unitTests(isFast, name) {
  const path = join(reports, `vitest-${name ?? 'chosen'}.json`);
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  return {
    title: `${isFast ? 'Unit tests' : 'Unit and API tests'}${ofSettlement(name)}`,
    program: 'vitest/vitest.mjs',
    args: [
      ...args,
      ...(isFast ? ['--exclude=tests/**'] : []),
      ...(name === undefined ? [] : ['tests/settlement/', `content/${name}/`]),
    ],
    env: name === undefined ? {} : environmentOf(name),
    report: { path, count: countVitest, time: timeVitest, failures: failuresVitest },
  };
}

/**
 * @param {string} [name] a settlement other than the chosen one
 * @returns {Promise<Step>}
 */
async function endToEndTests(name) {
  const path = join(reports, `playwright-${name ?? 'chosen'}.json`);
  return {
    title: `End-to-end tests in Chromium${ofSettlement(name)}`,
    program: '@playwright/test/cli.js',
    args: [
      'test',
      `--config=${join('tests', 'playwright.config.ts')}`,
      '--reporter=list,json',
      // The default settlement has the same styles.
      ...(name === undefined ? [] : ['--grep-invert=@styles']),
    ],
    env: {
      CHROMIUM_PATH: await findBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: path,
      // Node itself reads TypeScript: Playwright would compile all files of the server anew in each run.
      PW_DISABLE_TS_ESM: '1',
      ...(name !== undefined && environmentOf(name)),
    },
    report: { path, count: countPlaywright, time: timePlaywright, failures: failuresPlaywright },
  };
}

/** @param {string} [name] */
function ofSettlement(name) {
  return name === undefined ? '' : `, content/${name}`;
}

/**
 * @param {string} node
 * @param {Step} step
 * @returns {Promise<Counts>}
 */
async function runTests(node, { program, args, env, report }) {
  /** @type {boolean} */
  const succeeded = await new Promise((resolve) => {
    const child = spawn(node, [join(root, 'node_modules', program), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...withNodeFirst(node), ...env },
    });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.on('exit', (code) => {
      resolve(code === 0);
    });
  });
  if (report === undefined)
    return succeeded ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
  const counts = existsSync(report.path) ? report.count(readJson(report.path)) : { passed: 0, failed: 1, skipped: 0 };
  return withExitCode(counts, succeeded);
}

/**
 * @param {Step} step
 * @param {Counts} counts
 */
function describe({ title, report }, { passed, failed }) {
  if (report === undefined) return `${title}: ${failed === 0 ? 'passed' : 'FAILED'}`;
  return `${title}: ${String(passed)} passed, ${String(failed)} ${failed === 0 ? 'failed' : 'FAILED'}`;
}

/** @param {[path: string, seconds: number][]} files */
function printSlowest(files) {
  const slowest = files.toSorted(([, one], [, other]) => other - one).slice(0, slowestFiles);
  if (slowest.length === 0) return;
  console.log(`\nThe ${String(slowest.length)} slowest test files, in seconds:`);
  for (const [path, seconds] of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${relative(root, path)}`);
}
