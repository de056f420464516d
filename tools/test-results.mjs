import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { property } from './project.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts vitest's JSON report. A file that failed to load is one failure.
 * @param {unknown} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const files = list(property(report, 'testResults'));
  const brokenFiles = files.filter((file) => {
    const tests = list(property(file, 'assertionResults'));
    return property(file, 'status') === 'failed' && !tests.some((test) => property(test, 'status') === 'failed');
  });
  return {
    passed: number(report, 'numPassedTests'),
    failed: number(report, 'numFailedTests') + brokenFiles.length,
    skipped: number(report, 'numPendingTests') + number(report, 'numTodoTests'),
  };
}

/**
 * Counts Playwright's JSON report. A test that passed only on a retry counts as failed.
 * @param {unknown} report
 * @returns {Counts}
 */
export function countPlaywright(report) {
  const stats = property(report, 'stats');
  return {
    passed: number(stats, 'expected'),
    failed: number(stats, 'unexpected') + number(stats, 'flaky') + list(property(report, 'errors')).length,
    skipped: number(stats, 'skipped'),
  };
}

/**
 * Reads the seconds of each test file in vitest's JSON report, by its absolute path.
 * @param {unknown} report
 * @returns {[path: string, seconds: number][]}
 */
export function timeVitest(report) {
  return list(property(report, 'testResults')).map((file) => [
    String(property(file, 'name')),
    (number(file, 'endTime') - number(file, 'startTime')) / 1000,
  ]);
}

/**
 * Adds up the seconds of the tests of each file in Playwright's JSON report, by its absolute path.
 * Tests run at the same time as others.
 * @param {unknown} report
 * @returns {[path: string, seconds: number][]}
 */
export function timePlaywright(report) {
  const folder = String(property(property(report, 'config'), 'rootDir'));
  return list(property(report, 'suites')).map((suite) => [
    join(folder, String(property(suite, 'file'))),
    sumDurations(suite) / 1000,
  ]);
}

/**
 * @param {unknown} suite
 * @returns {number} milliseconds
 */
function sumDurations(suite) {
  const results = list(property(suite, 'specs')).flatMap((spec) =>
    list(property(spec, 'tests')).flatMap((test) => list(property(test, 'results'))),
  );
  const inner = list(property(suite, 'suites') ?? []).map(sumDurations);
  return [...results.map((result) => number(result, 'duration')), ...inner].reduce((sum, each) => sum + each, 0);
}

/**
 * Reads which tests of vitest's JSON report failed: file, title and the first lines of the message.
 * @param {unknown} report
 * @returns {string[]}
 */
export function failuresVitest(report) {
  return list(property(report, 'testResults')).flatMap((file) => {
    const failed = list(property(file, 'assertionResults')).filter((test) => property(test, 'status') === 'failed');
    if (failed.length === 0)
      return property(file, 'status') === 'failed'
        ? [describeFailure(file, 'did not load', property(file, 'message'))]
        : [];
    return failed.map((test) => {
      const [message] = list(property(test, 'failureMessages'));
      return describeFailure(file, property(test, 'fullName'), message);
    });
  });
}

/**
 * Reads which tests of Playwright's JSON report failed, or passed only on a retry.
 * @param {unknown} report
 * @returns {string[]}
 */
export function failuresPlaywright(report) {
  return list(property(report, 'suites')).flatMap(failuresOfSuite);
}

/**
 * @param {unknown} suite
 * @returns {string[]}
 */
function failuresOfSuite(suite) {
  const failed = list(property(suite, 'specs')).flatMap((spec) =>
    list(property(spec, 'tests'))
      .filter((test) => ['unexpected', 'flaky'].includes(String(property(test, 'status'))))
      .map((test) => {
        const error = list(property(test, 'results'))
          .map((result) => property(result, 'error'))
          .find(Boolean);
        return describeFailure({ name: property(spec, 'file') }, property(spec, 'title'), property(error, 'message'));
      }),
  );
  return [...failed, ...list(property(suite, 'suites') ?? []).flatMap(failuresOfSuite)];
}

/**
 * @param {unknown} file
 * @param {unknown} title
 * @param {unknown} message
 */
function describeFailure(file, title, message) {
  const lines = stripVTControlCharacters(typeof message === 'string' ? message : '').split('\n');
  return [`${String(property(file, 'name'))} › ${String(title)}`, ...lines.slice(0, 12)].join('\n    ');
}

/**
 * A step that exits with an error has at least one failure, whatever its report says.
 * @param {Counts} counts
 * @param {boolean} succeeded
 * @returns {Counts}
 */
export function withExitCode(counts, succeeded) {
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/**
 * @param {unknown} value
 * @param {string} name
 */
function number(value, name) {
  const found = property(value, name);
  if (typeof found !== 'number') throw new Error(`The test report has no number "${name}"`);
  return found;
}

/**
 * @param {unknown} value
 * @returns {unknown[]}
 */
function list(value) {
  if (!Array.isArray(value)) throw new Error('The test report has no list of tests');
  return value;
}
