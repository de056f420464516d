// npm run new-case asks its questions in a terminal.
import { PrepareError } from '../project.mjs';
import { problemOf, questions } from './questions.mjs';

/**
 * @typedef {import('./questions.mjs').Answers} Answers
 * @typedef {import('./questions.mjs').Question} Question
 */

/**
 * Asks every question until its answer fits.
 * @param {AsyncIterator<string>} lines the typed lines
 * @param {(text: string) => void} print
 * @param {{ settlementExists: (folder: string) => boolean }} checkout
 * @returns {Promise<Partial<Answers>>}
 */
export async function answerQuestions(lines, print, { settlementExists }) {
  print('Press Enter to accept the answer in brackets.\n');
  /** @type {Partial<Answers>} */
  let answers = {};
  for (const question of questions) {
    if (question.when && !question.when(answers)) continue;
    const initial = question.initial?.(answers);
    for (;;) {
      print(promptOf(question, initial));
      const line = await lines.next();
      if (line.done === true) throw new PrepareError('The input ended before all questions were answered.');
      const value = line.value.trim() === '' ? initial : readAnswer(question, line.value);
      const problem =
        problemOf(question, value, answers) ??
        (question.key === 'folder' && settlementExists(String(value))
          ? `content/${String(value)} exists already.`
          : undefined);
      if (problem === undefined) {
        answers = { ...answers, [question.key]: value };
        break;
      }
      print(`  ${value === undefined ? 'Please answer this question.' : problem}\n`);
    }
  }
  return answers;
}

/**
 * @param {Question} question
 * @param {string | string[] | undefined} initial
 */
function promptOf({ question, options, isList }, initial) {
  const lines = [`\n${question}`];
  if (options) {
    for (const [index, [name, text]] of Object.entries(options).entries())
      lines.push(`  ${index + 1}  ${name}: ${text}`);
    lines.push('Numbers, with commas between them.');
  } else if (isList) lines.push('Put a semicolon between the lines');
  const bracket = initial === undefined ? '' : ` [${[initial].flat().join(', ')}]`;
  return `${lines.join('\n').replace(/\.$/, '')}${bracket}: `;
}

/**
 * @param {Question} question
 * @param {string} line
 * @returns {string | string[]}
 */
function readAnswer({ options, isList }, line) {
  if (!options) return isList ? splitAt(line, ';') : line.trim();
  const names = Object.keys(options);
  return splitAt(line, ',').map((part) => names[Number(part) - 1] ?? part);
}

/**
 * @param {string} line
 * @param {string} separator
 */
const splitAt = (line, separator) =>
  line
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
