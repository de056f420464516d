// npm run new-case makes the files of a settlement from content/template and the answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../project.mjs';
import { forms } from './questions.mjs';

/** @typedef {import('./questions.mjs').Answers} Answers */

const template = join(root, 'content', 'template');

/** Only settlements with the feature have these files. */
const wholeFiles = [
  { file: /\.es\.(ts|mdx)$/, feature: 'spanish' },
  { file: /^(?:forms|pages)\/(?:login|lost-ids.*)\.|^demo\//, feature: 'login' },
  { file: /^data-rules\.ts$|^documents\/workbooks\.ts$|^lists\/(drug-codes|data-columns)\./, feature: 'data-files' },
  { file: /^lists\/amount-ranges\./, feature: 'individual' },
  { file: /^forms\/shared-sections\./, feature: 'person' },
  ...Object.keys(forms).map((form) => ({ file: new RegExp(`^forms/${form}\\.`), feature: form })),
];

/** @param {Answers} answers */
function featuresOf({ forms: chosen, languages }) {
  return new Set([
    ...chosen,
    ...(languages.includes('es') ? ['spanish'] : []),
    ...(chosen.includes('consumer') ? ['login'] : []),
    ...(chosen.includes('payor') ? ['data-files'] : []),
    ...(chosen.some((form) => form !== 'payor') ? ['person'] : []),
    ...(chosen.some((form) => form !== 'data-incident') ? ['purchases'] : []),
  ]);
}

/**
 * Makes every file of the settlement by its path, before formatting.
 * @param {Answers} answers
 * @returns {Map<string, string>}
 */
export function makeFiles(answers) {
  const features = featuresOf(answers);
  const files = readdirSync(template, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(template, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => wholeFiles.every((rule) => !rule.file.test(file) || features.has(rule.feature)))
    .sort();
  /** @type {Map<string, string>} */
  const made = new Map();
  for (const file of files) {
    const text = keepFeatures(readFileSync(join(template, file), 'utf8'), features, file);
    made.set(file, file === 'facts.ts' ? withFacts(text, answers) : text.replace(/,template$/gm, `,${answers.folder}`));
  }
  return made.set('answers.json', `${JSON.stringify(answers, null, 2)}\n`);
}

const knownFeatures = new Set(['spanish', 'login', 'data-files', 'person', 'purchases', ...Object.keys(forms)]);
const marker = /^\s*(?:\/\/|\{\/\*) <(\/?)([a-z-]+)>(?: \*\/\})?$/;

/**
 * Drops the lines between `// <feature>` and `// </feature>` for features that the settlement does
 * not have, and all markers.
 * @param {string} text
 * @param {ReadonlySet<string>} features
 * @param {string} file
 */
function keepFeatures(text, features, file) {
  /** @type {string[]} */
  const open = [];
  const lines = text.split('\n').filter((line, index) => {
    const [isMarker, slash, feature = ''] = marker.exec(line) ?? [];
    if (isMarker === undefined) return open.every((name) => features.has(name));
    const where = `content/template/${file}, line ${index + 1}`;
    if (!knownFeatures.has(feature)) throw new Error(`${where}: there is no feature "${feature}".`);
    if (slash === '') open.push(feature);
    else if (open.pop() !== feature) throw new Error(`${where}: <${feature}> is closed, but another one is open.`);
    return false;
  });
  if (open.length > 0) throw new Error(`content/template/${file}: <${open.join('>, <')}> is not closed.`);
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}

/**
 * Writes the answers into facts.ts, where each fact begins a line.
 * @param {string} text
 * @param {Answers} answers
 */
function withFacts(text, answers) {
  const [hearingDay = '', hearingTime = ''] = answers.hearing.split(' ');
  const facts = {
    // Only facts have a line to replace.
    ...answers,
    caseId: answers.folder,
    mailingAddress: [answers.name, `c/o ${answers.administrator}`, ...answers.address],
    hearing: { date: hearingDay, time: hearingTime },
    period: { from: answers.periodFrom, to: answers.periodTo },
    fund: Number(answers.fund),
    feePercent: Number(answers.feePercent),
    losses: {
      atMost: Number(answers.mostLosses),
      hours: Number(answers.mostHours),
      dollarsPerHour: Number(answers.dollarsPerHour),
    },
  };
  return Object.entries(facts).reduce((all, [key, value]) => {
    // A fact is a value in one line, or a list whose lines are indented further.
    const fact = new RegExp(`^  ${key}: (?:.*,|\\[\\n(?:    .*\\n)*  \\],)$`, 'm');
    return all.replace(fact, () => `  ${key}: ${JSON.stringify(value)},`);
  }, text);
}

/**
 * Formats files as `npm run format` would, which leaves MDX as it is. Without installed packages
 * they all stay as they are.
 * @param {string} folder
 * @param {Iterable<string>} files
 */
export async function formatFiles(folder, files) {
  const oxfmt = join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
  if (!existsSync(oxfmt)) return;
  const config = join(root, '.oxfmtrc.json');
  const paths = [...files].filter((file) => !file.endsWith('.mdx')).map((file) => join(folder, file));
  const child = spawn(process.execPath, [oxfmt, '--config', config, ...paths], { stdio: 'ignore' });
  await once(child, 'exit');
}
