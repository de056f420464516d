import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const isTest = (file: string): boolean => file.startsWith('tests/') || /\.test\.tsx?$/.test(file);

test('sentences name their subjects: the reviewer, the claimant, the server', () => {
  const vague = files
    .filter((file) => !isTest(file) && /\.(tsx?|mjs|css|sql|mdx?|ya?ml|conf)$/.test(file))
    .flatMap((file) => {
      const count = read(file).match(/\b(somebody|nobody|whoever|anybody|everybody)\b/gi)?.length ?? 0;
      return count > 0 ? [{ file, count }] : [];
    });
  const total = vague.reduce((sum, { count }) => sum + count, 0);
  expect(total, JSON.stringify(vague, null, 1)).toBeLessThanOrEqual(60);
});

/** A word that a screen must not show, and the word to write. */
const screenTerms: readonly (readonly [RegExp, string])[] = [
  [/\bverdicts?\b/i, 'finding'],
  [/\b[Tt]hird[ -]party payer\b|\b[Tt]hird party payor\b/, 'third-party payor'],
  [/\be-mail/i, 'email'],
  [/\blogins? id\b/i, 'Notice ID and Unique ID'],
  [/\breclamaci[oó]n/i, 'reclamo'],
  [/\bcorreo-e\b/i, 'correo electrónico'],
];

/**
 * The sentences and labels of a source file: strings with a space, and lines of text in elements.
 */
const listTexts = (file: string): string[] =>
  read(file)
    .replace(/\/\*[^]*?\*\/|^\s*\/\/.*$|^import .*$|\$\{[^}]*\}|'[A-Z]+ \/[^']*'/gm, '')
    .split('\n')
    .flatMap(
      (line) => line.match(/'[^']* [^']*'|"[^"]* [^"]*"|`[^`]* [^`]*`|^\s+[^\s<>{}()=;'"`]+ [^<>{}()=;'"`]+$/g) ?? [],
    )
    .filter((text) => !text.includes('=>'));

test('screens call each thing by one term', () => {
  const sources = files.filter((file) => /^(apps\/(console|site)\/src|content)\/.*\.tsx?$/.test(file) && !isTest(file));
  const texts = sources.flatMap((file) => listTexts(file).map((text) => ({ file, text })));
  expect(texts.length).toBeGreaterThan(2_000);
  const wrong = texts.flatMap(({ file, text }) =>
    screenTerms.flatMap(([pattern, term]) => (pattern.test(text) ? [`${file}: ${text} → ${term}`] : [])),
  );
  expect(wrong).toEqual([]);
});
