import { expect, test } from 'vitest';
import {
  countPlaywright,
  countVitest,
  failuresPlaywright,
  failuresVitest,
  timePlaywright,
  timeVitest,
  withExitCode,
} from './test-results.mjs';

const file = (status: string, ...tests: string[]): unknown => ({
  status,
  assertionResults: tests.map((assertion) => ({ status: assertion })),
});

test('vitest: tests are counted by their outcome', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 2,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [file('failed', 'failed', 'passed'), file('passed', 'passed')],
  };
  expect(countVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test('vitest: a file that failed to load is a failure', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [file('failed'), file('passed', 'passed')],
  };
  expect(countVitest(report).failed).toBe(1);
});

test('Playwright: a test that passed on a retry, and an error outside tests, are failures', () => {
  const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: ['no server'] };
  expect(countPlaywright(report)).toEqual({ passed: 3, failed: 3, skipped: 2 });
});

test('a step that exits with an error has a failure even when its report has none', () => {
  const clean = { passed: 3, failed: 0, skipped: 0 };
  expect(withExitCode(clean, true)).toEqual(clean);
  expect(withExitCode(clean, false).failed).toBe(1);
  expect(withExitCode({ ...clean, failed: 2 }, false).failed).toBe(2);
});

test('vitest: the time of each file', () => {
  const report = { testResults: [{ name: '/here/a.test.ts', startTime: 2_000, endTime: 3_500 }] };
  expect(timeVitest(report)).toEqual([['/here/a.test.ts', 1.5]]);
});

test('Playwright: the time of each file is the sum of its tests, in groups too', () => {
  const specs = (...durations: number[]) => [{ tests: [{ results: durations.map((duration) => ({ duration })) }] }];
  const report = {
    config: { rootDir: '/here' },
    suites: [{ file: 'e2e/a.spec.ts', specs: specs(1_000, 500), suites: [{ specs: specs(250) }] }],
  };
  expect(timePlaywright(report)).toEqual([['/here/e2e/a.spec.ts', 1.75]]);
});

test('vitest: what failed is named, with its message', () => {
  const report = {
    testResults: [
      {
        name: '/here/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'one', failureMessages: [] },
          { status: 'failed', fullName: 'two', failureMessages: ['\u001B[31mexpected 1\u001B[39m\nto be 2'] },
        ],
      },
      { name: '/here/b.test.ts', status: 'failed', message: 'no such import', assertionResults: [] },
    ],
  };
  expect(failuresVitest(report)).toEqual([
    '/here/a.test.ts › two\n    expected 1\n    to be 2',
    '/here/b.test.ts › did not load\n    no such import',
  ]);
});

test('Playwright: what failed or needed a retry is named, in groups too', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'e2e/a.spec.ts',
    tests: [{ status, results: [{ error: { message: `${title} broke` } }, {}] }],
  });
  const report = {
    suites: [
      { specs: [spec('one', 'unexpected'), spec('two', 'expected')], suites: [{ specs: [spec('three', 'flaky')] }] },
    ],
  };
  expect(failuresPlaywright(report)).toEqual([
    'e2e/a.spec.ts › one\n    one broke',
    'e2e/a.spec.ts › three\n    three broke',
  ]);
});
