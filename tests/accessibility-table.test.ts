import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The criteria of WCAG 2.2 at level A and AA (https://www.w3.org/TR/WCAG22/), which no longer has
 * 4.1.1.
 */
const criteria = {
  A: `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4
    2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`.split(/\s+/),
  AA: `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8
    3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`.split(/\s+/),
};

const table = readFileSync(join(import.meta.dirname, '../docs/accessibility.md'), 'utf8');
const rows = [...table.matchAll(/^\| (\d\.\d\.\d+) [^|]+ \((AA?)\) \|([^|]+)\|([^|]+)\|$/gm)].map(
  ([, number = '', level = '', how = '', shown = '']) => ({ number, level, how: how.trim(), shown: shown.trim() }),
);

/** `1.2.1–3 (A), 1.4.2 (A)` in the rows of what does not apply: the criteria with their levels. */
const notApplicable = [
  ...(table.split('\n## Does not apply\n')[1]?.split('\n## ')[0] ?? '').matchAll(
    /(\d\.\d)\.(\d+)(?:–(\d+))? \((AA?)\)/g,
  ),
].flatMap(([, guideline = '', first = '', last = first, level = '']) =>
  Array.from({ length: +last - +first + 1 }, (_, index) => `${guideline}.${+first + index} ${level}`),
);

/** The titles of a file's tests as written, with `${…}` where a title has a variable part. */
const titlesIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/\b(?:test|it)(?:\.each\([^)]*\))?\(\s*(['"`])((?:(?!\1).)+)\1/g)].map(
    ([, , title = '']) => title,
  );

test('docs/accessibility.md has each criterion of WCAG 2.2, A and AA, once, with its level', () => {
  expect([criteria.A.length, criteria.AA.length]).toEqual([31, 24]);
  const expected = Object.entries(criteria).flatMap(([level, numbers]) =>
    numbers.map((number) => `${number} ${level}`),
  );
  const listed = [...rows.map(({ number, level }) => `${number} ${level}`), ...notApplicable];
  expect(listed.sort()).toEqual(expected.sort());
});

test('each criterion says how it is met, and what shows it', () => {
  for (const { number, how, shown } of rows) {
    expect(how.length, number).toBeGreaterThan(10);
    expect(shown, number).toMatch(/^(`[^`]+` “[^”]+”|checked manually on \d{4}-\d\d-\d\d)$/);
  }
});

test('every test that the table names exists', () => {
  const named = rows.flatMap(({ number, shown }) => {
    const [, file, title] = /^`([^`]+)` “([^”]+)”$/.exec(shown) ?? [];
    return file !== undefined && title !== undefined ? [{ number, file: join(import.meta.dirname, file), title }] : [];
  });
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(
    ({ file, title }) => !existsSync(file) || !titlesIn(file).some((one) => one.includes(title)),
  );
  expect(missing).toEqual([]);
});
