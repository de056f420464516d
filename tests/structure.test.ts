import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { documents } from '@redress/content/documents';
import { settlement } from '@redress/content/settlement';
import type { Page } from '@redress/contract/settlement';
import { describe, expect, test } from 'vitest';

// .dependency-cruiser.mjs checks imports: their direction, and that there are no cycles.

const root = resolve(import.meta.dirname, '..');
const generated = ['node_modules', 'dist', 'data', 'screenshots', 'test-results', 'playwright-report'];

/** Every handwritten file, by its path from the root. */
function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (generated.includes(entry.name) || entry.name.startsWith('.')) return [];
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}
const files = listFiles('.');

describe('the words of this settlement', () => {
  const { site, claimForms } = settlement;
  const addresses = documents
    .flatMap(({ source }) => (source.kind === 'claim-form' ? source.mailTo : []))
    .filter((line) => !line.startsWith('c/o '));
  // Words of the demonstration that no other settlement would use either.
  const demonstration = [
    '11416REF',
    'info@settlement.example.com',
    'antidepressant',
    'savings club',
    'savings-club',
    'brand drug',
  ];
  // Their paths are general words, which are parts of file names, too.
  const generalKinds: readonly Page['kind'][] = ['text', 'receipt', 'log-out'];
  const words = [
    ...claimForms.flatMap((form) => [form.referencePrefix, form.caseId]),
    ...site.pages.flatMap((page) => (generalKinds.includes(page.kind) ? [] : [page.path])),
    site.name,
    ...Object.values(site.translations ?? {}).map(({ name }) => name),
    site.caption,
    site.phone,
    site.phone.replace(/^1-/, ''),
    site.securityEmail,
    ...addresses,
    ...demonstration,
  ].map((word) => word.toLowerCase());

  // Another settlement puts its own prefix, phone number and name here (docs/new-case.md).
  test('include its prefix, name, phone number and address', () => {
    for (const word of ['11416ref', '1-800-555-0142', 'antidepressant antitrust settlement', 'p.o. box 99900'])
      expect(words).toContain(word);
    expect(words.filter((word) => word.length < 5)).toEqual([]);
  });

  test('appear only in content, documentation and tests', () => {
    const scanned = files.filter(
      (file) =>
        /^(apps|packages|tools|tests)\//.test(file) &&
        !/\.(test|spec)\.tsx?$/.test(file) &&
        !file.startsWith('tests/e2e/') &&
        !file.startsWith('tests/rule-tables/'),
    );
    expect(scanned.length).toBeGreaterThan(300);
    const wrong = scanned.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8').toLowerCase();
      return words.filter((word) => text.includes(word)).map((word) => `${file} says "${word}"`);
    });
    expect(wrong).toEqual([]);
  });
});

test('no file or folder is called utils, helpers, common or manager, and there is no barrel', () => {
  const vague = /^(.+[-.])?(utils?|helpers?|commons?|managers?)([-.].+)?$|^index\.(ts|tsx|js|mjs)$/i;
  expect(files.filter((file) => file.split('/').some((part) => vague.test(part)))).toEqual([]);
});
