import { expect, test } from 'vitest';
import { countPlaywright, countVitest, timePlaywright, timeVitest, withExitCode } from './test-results.mjs';

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
