import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The requirements of OWASP ASVS 5.0.0 (https://github.com/OWASP/ASVS, 5.0/docs_en) of level 1 and
 * 2, and of chapter V5 (file handling) of level 3, by chapter and section: `1.2 1-9` are 1.2.1 to
 * 1.2.9.
 */
const requirements = {
  L1: `1.2 1-5; 1.3 1-2; 1.5 1; 2.1 1; 2.2 1-2; 2.3 1; 3.2 1-2; 3.3 1; 3.4 1-2; 3.5 1-3; 4.1 1; 4.4 1; 5.2 1-2; 5.3 1-2; 6.1 1; 6.2 1-8;
    6.3 1-2; 6.4 1-2; 7.2 1-4; 7.4 1-2; 8.1 1; 8.2 1-2; 8.3 1; 9.1 1-3; 9.2 1; 10.4 1-5; 11.3 1-2; 11.4 1; 12.1 1; 12.2 1-2; 13.4 1;
    14.2 1; 14.3 1; 15.1 1; 15.2 1; 15.3 1`,
  L2: `1.1 1-2; 1.2 6-9; 1.3 3-11; 1.4 1-3; 1.5 2; 2.1 2-3; 2.2 3; 2.3 2-4; 2.4 1; 3.3 2-4; 3.4 3-6; 3.5 4-5; 3.7 1-2; 4.1 2-3; 4.2 1;
    4.3 1-2; 4.4 2-4; 5.1 1; 5.2 3; 5.4 1-3; 6.1 2-3; 6.2 9-12; 6.3 3-4; 6.4 3-4; 6.5 1-5; 6.6 1-3; 6.8 1-4; 7.1 1-3; 7.3 1-2; 7.4
    3-5; 7.5 1-2; 7.6 1-2; 8.1 2; 8.2 3; 8.4 1; 9.2 2-4; 10.1 1-2; 10.2 1-2; 10.3 1-4; 10.4 6-11; 10.5 1-5; 10.6 1-2; 10.7 1-3; 11.1
    1-2; 11.2 1-3; 11.3 3; 11.4 2-4; 11.5 1; 11.6 1; 12.1 2-3; 12.3 1-4; 13.1 1; 13.2 1-5; 13.3 1-2; 13.4 2-5; 14.1 1-2; 14.2 2-4;
    14.3 2-3; 15.1 2-3; 15.2 2-3; 15.3 2-7; 16.1 1; 16.2 1-5; 16.3 1-4; 16.4 1-3; 16.5 1-3; 17.1 1; 17.2 1-4; 17.3 1-2`,
  L3: '5.2 4-6; 5.3 3',
};

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** `1.2.1–3 (L1), 1.2.6` in the first cell of a row: the requirements, of level 2 unless marked. */
const requirementsIn = (text: string): string[] =>
  [...text.matchAll(/(\d+\.\d+)\.(\d+)(?:–(\d+))?(?: \((L[13])\))?/g)].flatMap(
    ([, section = '', first = '', last = first, level = 'L2']) =>
      Array.from({ length: +last - +first + 1 }, (_, index) => `${section}.${+first + index} ${level}`),
  );

/** The rows below a heading such as `### Not met`, with the cells after the first. */
function rowsOf(state: string) {
  const section = page.split(`\n### ${state}\n`)[1]?.split(/\n#{2,3} /)[0] ?? '';
  return [...section.matchAll(/^\| ((?:\d+\.\d+\.\d+[–\d]*(?: \(L\d\))?(?:, )?)+) [^|]+ \|(.+)\|$/gm)].map(
    ([, numbers = '', cells = '']) => ({
      numbers: requirementsIn(numbers),
      cells: cells.split('|').map((cell) => cell.trim()),
    }),
  );
}
const states = { met: rowsOf('Met'), 'not met': rowsOf('Not met'), 'do not apply': rowsOf('Does not apply') };
const count = (state: keyof typeof states) => states[state].flatMap(({ numbers }) => numbers).length;

const numbersOf = (list: string): string[] =>
  list.split(';').flatMap((part) => {
    const [section = '', range = ''] = part.trim().split(/\s+/);
    return range.split(',').flatMap((piece) => {
      const [first = 0, last = first] = piece.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
    });
  });

test('docs/security.md has each requirement of level 1 and 2, and of file handling of level 3, once, with its level', () => {
  const expected = Object.entries(requirements).flatMap(([level, list]) =>
    numbersOf(list).map((number) => `${number} ${level}`),
  );
  // 70 of level 1 and 183 of level 2 in all; four more of file handling.
  expect(expected.length).toBe(70 + 183 + 4);
  const listed = Object.values(states).flatMap((rows) => rows.flatMap(({ numbers }) => numbers));
  expect(listed.sort()).toEqual(expected.sort());
});

test('what is met names its code and what shows it; what is not met says why and names its code', () => {
  const files = /^`[^`]+`(?: `[^`]+`)*$/;
  for (const { numbers, cells } of states.met) {
    const [how = '', code, shown] = cells;
    expect(how, numbers.join()).not.toBe('');
    expect(code, numbers.join()).toMatch(files);
    if (!/^checked manually on \d{4}-\d\d-\d\d$/.test(shown ?? '')) expect(shown, numbers.join()).toMatch(files);
  }
  for (const { numbers, cells } of states['not met']) {
    const [why = '', code] = cells;
    expect(why.length, numbers.join()).toBeGreaterThan(10);
    expect(code, numbers.join()).toMatch(files);
  }
  for (const { numbers, cells } of states['do not apply']) expect(cells, numbers.join()).not.toContain('');
});

test('the totals above the tables match the tables', () => {
  const total = count('met') + count('not met') + count('do not apply');
  expect(page).toContain(
    `${total} requirements: ${count('met')} met, ${count('not met')} not met, ${count('do not apply')} do not apply`,
  );
});

test('every requirement is shown by a test', () => {
  const shown = states.met.flatMap(({ cells }) =>
    [...(cells[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  );
  expect(shown.length).toBeGreaterThan(100);
  expect(shown.filter((file) => !/\.(?:test|spec)\.tsx?$/.test(file))).toEqual([]);
});
