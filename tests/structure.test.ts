import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { loadSettlement } from '@redress/content/folders';
import { findWords, wordsOf } from '@redress/contract/settlement-words';
import { defaultSettlement, listSettlements } from '../tools/content.mjs';
import { questions } from '../tools/new-case/questions.mjs';
import { expect, test } from 'vitest';

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

const readWords = (name: string): string[] => {
  const { settlement, documents } = loadSettlement(name);
  return wordsOf(settlement, documents);
};
const settlements = listSettlements();
/**
 * A prefix such as PDF, or a name such as Target, of a settlement that joins the default one may be a
 * word of the program, too: the prefix is found in reference numbers, and the name in quotes.
 */
function findCaseWords(text: string, words: readonly string[], name: string): string[] {
  const ordinary = name === defaultSettlement() ? [] : words.filter((word) => /^\p{L}+$/u.test(word));
  const patternOf = (word: string) => (word === word.toUpperCase() ? `\\b${word}\\d{10}(?!\\d)` : `(['"\`])${word}\\1`);
  const others = words.filter((word) => !ordinary.includes(word));
  return [...findWords(text, others), ...ordinary.filter((word) => new RegExp(patternOf(word), 'u').test(text))];
}

/** The template is about no case: its words are general ones. */
const generalWords = settlements.includes('template') ? readWords('template') : [];

test.each(settlements.filter((name) => name !== 'template'))(
  'the words of content/%s appear only in content, documentation and tests',
  (name) => {
    const words = readWords(name).filter((word) => !generalWords.includes(word));
    expect(words.length).toBeGreaterThan(5);
    const scanned = files.filter(
      (file) => /^(apps|packages|tools|tests\/settlement)\//.test(file) && !/\.(test|spec)\.tsx?$/.test(file),
    );
    expect(scanned.length).toBeGreaterThan(300);
    const wrong = scanned.flatMap((file) =>
      findCaseWords(readFileSync(join(root, file), 'utf8'), words, name).map((word) => `${file} says "${word}"`),
    );
    expect(wrong).toEqual([]);
  },
);

test.runIf(settlements.includes('template'))(
  'examples of npm run new-case can be answers: they are the template’s',
  () => {
    const { site, captions = {} } = loadSettlement('template').settlement;
    const exampleOf = (key: string) =>
      / such as (.*)\.$/.exec(questions.find((one) => one.key === key)?.question ?? '')?.[1];
    expect(['name', 'caption', 'docketNumber', 'phone'].map(exampleOf)).toEqual([
      site.name,
      site.caption,
      Object.values(captions)[0]?.docketNumber,
      site.phone,
    ]);
  },
);

test('no file or folder is called utils, helpers, common or manager, and there is no barrel', () => {
  const vague = /^(.+[-.])?(utils?|helpers?|commons?|managers?)([-.].+)?$|^index\.(ts|tsx|js|mjs)$/i;
  expect(files.filter((file) => file.split('/').some((part) => vague.test(part)))).toEqual([]);
});
