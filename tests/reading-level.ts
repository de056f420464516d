import { type Language, languages } from '@redress/contract/language';
import { formulas } from './reading/grades.ts';
import { hardestSentences, highestGrade, measure, type Measurement } from './reading/measure.ts';
import { collectTexts } from './reading/measured-texts.ts';

// npm run reading-level [-- WORD …]: the grade of every text of the built website, as Markdown
// tables; for a page's variants by date, the hardest. Words that occur in a text's name select it
// and also print its hardest sentences. docs/reading-level.md explains the measurement.

const wanted = process.argv.slice(2);
const texts = (await collectTexts()).filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
const measured = texts
  .map((text) => ({ ...text, ours: measure(text), quoted: measure(text, true) }))
  .filter((one, _, all) => one.from === undefined || one === hardestOf(all.filter(({ name }) => name === one.name)));

const names: Readonly<Record<Language, string>> = { en: 'English', es: 'Spanish' };
for (const language of languages) {
  const rows = measured.filter((text) => text.language === language);
  printTable(
    names[language],
    language,
    rows.flatMap(({ name, ours }) => (ours ? [{ name, ...ours }] : [])),
  );
  const quoted = rows.flatMap(({ name, quoted: one }) => (one ? [{ name, ...one }] : []));
  if (quoted.length > 0) printTable(`${names[language]}, quoted: not held to the limit`, language, quoted);
}

if (wanted.length > 0) {
  for (const text of measured) {
    console.log(`\nHardest in ${text.name} (${text.language}):`);
    for (const { sentence, grade } of hardestSentences(text, 8)) console.log(`  ${grade.toFixed(1)}  ${sentence}`);
  }
}

const missed = measured.filter(({ ours }) => ours && ours.grade > highestGrade);
console.log(
  missed.length === 0
    ? `\nEvery text is at grade ${highestGrade} or below.`
    : `\nAbove grade ${highestGrade}: ${missed.map(({ name, language }) => `${name} (${language})`).join(', ')}`,
);
if (missed.length > 0) process.exitCode = 1;

function hardestOf<T extends { readonly ours: Measurement | undefined }>(variants: readonly T[]): T | undefined {
  return variants.toSorted((a, b) => (b.ours?.grade ?? 0) - (a.ours?.grade ?? 0))[0];
}

function printTable(
  title: string,
  language: Language,
  rows: readonly (Measurement & { readonly name: string })[],
): void {
  const { grade, second } = formulas[language];
  console.log(`\n${title}\n\n| text | ${grade} | ${second} | words | words in a sentence |`);
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const row of rows) {
    const figures = [row.grade, row.second].map((one) => one.toFixed(1));
    console.log(`| ${row.name} | ${figures.join(' | ')} | ${row.words} | ${row.wordsPerSentence.toFixed(1)} |`);
  }
}
