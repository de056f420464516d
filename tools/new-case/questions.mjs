// npm run new-case asks these questions. A file of answers has the same keys.
import { PrepareError } from '../project.mjs';

/**
 * @typedef {object} Answers
 * @property {string} name
 * @property {string} folder
 * @property {string} caption
 * @property {string} defendant
 * @property {string} court
 * @property {string} docketNumber
 * @property {string} timeZone
 * @property {string} prefix
 * @property {string} administrator
 * @property {string} phone
 * @property {string} email
 * @property {string} securityEmail
 * @property {string} website
 * @property {string[]} address
 * @property {string[]} forms
 * @property {string[]} languages
 * @property {string} [nameInSpanish]
 * @property {string} deadline
 * @property {string} exclusionDeadline
 * @property {string} objectionDeadline
 * @property {string} hearing
 * @property {string} periodFrom
 * @property {string} periodTo
 * @property {string} fund dollars; numbers are texts, as they are typed
 * @property {string} feePercent
 * @property {string} [mostLosses] dollars
 * @property {string} [mostHours]
 * @property {string} [dollarsPerHour]
 * @property {string} banner
 * @property {string} [bannerInSpanish]
 *
 * @typedef {object} Question
 * @property {keyof Answers} key
 * @property {string} question
 * @property {(given: Partial<Answers>) => string | string[] | undefined} [initial] the default
 * @property {(given: Partial<Answers>) => boolean} [when] otherwise there is no answer
 * @property {Readonly<Record<string, string>>} [options] the answer is some of these
 * @property {boolean} [isList] the answer is several texts
 * @property {number} [minLines] of a list
 * @property {(value: string, given: Partial<Answers>) => string | undefined} check the problem
 */

/** The claim forms of content/template. */
export const forms = {
  consumer: 'people with a notice log in with its two IDs, and enter the amount they paid',
  individual: 'open to all: claimants choose a range for the amount they paid, no login',
  payor: 'health plans and insurers send data files, which are checked while they wait',
  'data-incident': 'documented losses and lost time after a data incident, no login',
};

const languages = { en: 'English', es: 'Spanish besides English' };

/** @param {string} value */
const isText = (value) => (value.length <= 120 ? undefined : 'Write up to 120 characters.');

/** @param {string} value */
function isDay(value) {
  const date = new Date(`${value}T00:00:00Z`);
  const isValid = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.getTime()) && dayOf(date) === value;
  return isValid ? undefined : 'Write a day as YYYY-MM-DD, for example 2027-06-30.';
}

/**
 * Makes a check that returns the sentence unless the value matches.
 * @param {RegExp} pattern
 * @param {string} sentence
 * @returns {(value: string) => string | undefined}
 */
const matches = (pattern, sentence) => (value) => (pattern.test(value) ? undefined : sentence);

/** @param {string} value */
function isTimeZone(value) {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: value });
    // Abbreviations such as EST have no daylight saving time.
    if (value.includes('/')) return undefined;
  } catch {
    // The value is not a time zone at all.
  }
  return 'Write the name of a time zone, such as America/New_York, America/Chicago or America/Los_Angeles.';
}

/** @param {Partial<Answers>} given */
const hasSpanish = ({ languages: chosen = [] }) => chosen.includes('es');

/** @param {Partial<Answers>} given */
const isDataIncident = ({ forms: chosen = [] }) => chosen.includes('data-incident');

const isEmail = matches(
  /^[\w.+-]+@([\w-]+\.)+[a-z]{2,}$/i,
  'Write an email address, such as info@example-settlement.example.com.',
);
const isDollars = matches(/^[1-9]\d{0,9}$/, 'Write whole dollars without commas, such as 4500000.');
const isPercent = matches(/^\d{1,2}(\.\d{1,2})?$/, 'Write a percentage below 100, such as 33 or 33.33.');
const isNumber = matches(/^[1-9]\d{0,8}$/, 'Write a whole number without commas, such as 5000.');

/** @type {readonly Question[]} */
export const questions = [
  { key: 'name', question: 'The name of the settlement, such as Example Settlement.', check: isText },
  {
    key: 'folder',
    question: 'Its folder below content/: lowercase letters, digits and hyphens.',
    initial: ({ name = '' }) => slug(name),
    check: matches(
      /^[a-z][a-z0-9-]{1,40}$/,
      'Use 2 to 41 lowercase letters, digits and hyphens, and begin with a letter.',
    ),
  },
  { key: 'caption', question: 'The court’s caption, such as Sample v. Specimen Company.', check: isText },
  {
    key: 'defendant',
    question: 'The defendant, as it reads in “a settlement with …”.',
    initial: ({ caption = '' }) => / v\. (.+)$/.exec(caption)?.[1],
    check: isText,
  },
  { key: 'court', question: 'The court, such as Superior Court of Example County.', check: isText },
  { key: 'docketNumber', question: 'The number of the case, such as No. 0:26-cv-00000.', check: isText },
  {
    key: 'timeZone',
    question: 'The court’s time zone: deadlines end at midnight there.',
    initial: () => 'America/New_York',
    check: isTimeZone,
  },
  {
    key: 'prefix',
    question: 'The letters before each claim number. They cannot change later.',
    initial: ({ name = '' }) => prefixOf(name),
    check: matches(/^[A-Z0-9]{1,11}[A-Z]$/, 'Use 2 to 12 capital letters or digits, the last one a letter.'),
  },
  {
    key: 'administrator',
    question: 'Who runs the settlement.',
    initial: () => 'Settlement Administrator',
    check: isText,
  },
  {
    key: 'phone',
    question: 'The toll-free number, such as 1-800-555-0100.',
    check: matches(/^1-8\d\d-\d{3}-\d{4}$/, 'Write a toll-free number like 1-800-555-0100.'),
  },
  {
    key: 'email',
    question: 'The address that claimants write to.',
    check: isEmail,
  },
  {
    key: 'securityEmail',
    question: 'The address for reports of security problems.',
    initial: ({ email = '' }) => email.replace(/^[^@]+/, 'security'),
    check: isEmail,
  },
  {
    key: 'website',
    question: 'The address of the website, as documents print it.',
    initial: ({ email = '' }) => email.replace(/^[^@]+@/, 'www.'),
    check: matches(
      /^([\w-]+\.)+[a-z]{2,}$/i,
      'Write it without https:// and slashes, such as www.example-settlement.example.com.',
    ),
  },
  {
    key: 'address',
    question: 'The mailing address, in lines: street or P.O. box; city, state and ZIP code.',
    isList: true,
    minLines: 2,
    check: isText,
  },
  { key: 'forms', question: 'The claim forms.', options: forms, check: isOneOf(forms) },
  {
    key: 'languages',
    question: 'The languages of the website. English is always there.',
    options: languages,
    initial: () => ['en'],
    check: isOneOf(languages),
  },
  {
    key: 'nameInSpanish',
    question: 'The name of the settlement in Spanish.',
    initial: ({ caption = '' }) => `Acuerdo del caso ${caption}`,
    when: hasSpanish,
    check: isText,
  },
  { key: 'deadline', question: 'The last day to file a claim (YYYY-MM-DD).', check: isDay },
  {
    key: 'exclusionDeadline',
    question: 'The last day to ask to be excluded.',
    initial: ({ deadline = '' }) => onWorkday(addDays(deadline, -30)),
    check: isDay,
  },
  {
    key: 'objectionDeadline',
    question: 'The last day to object.',
    initial: ({ exclusionDeadline }) => exclusionDeadline,
    check: isDay,
  },
  {
    key: 'hearing',
    question: 'The final approval hearing: day and time, as YYYY-MM-DD HH:MM.',
    initial: ({ deadline = '' }) => `${onWorkday(addDays(deadline, 30))} 10:00`,
    check: (value) => {
      const [day = '', time = '', ...rest] = value.split(' ');
      const isTime = /^([01]\d|2[0-3]):[0-5]\d$/.test(time) && rest.length === 0;
      return isTime && isDay(day) === undefined ? undefined : 'Write day and time like 2027-07-30 10:00.';
    },
  },
  {
    key: 'periodFrom',
    question: 'The first day that counts: of purchases, or of losses from an incident.',
    initial: ({ deadline = '' }) => addDays(deadline, -4 * 365),
    check: isDay,
  },
  {
    key: 'periodTo',
    question: 'The last day that counts.',
    initial: ({ deadline = '', forms: chosen = [] }) =>
      chosen.every((form) => form === 'data-incident') ? deadline : addDays(deadline, -365),
    check: (value, { periodFrom = '' }) =>
      isDay(value) ?? (value < periodFrom ? 'The last day cannot be before the first one.' : undefined),
  },
  {
    key: 'fund',
    question: 'The settlement fund: the dollars that the defendants pay.',
    check: isDollars,
  },
  {
    key: 'feePercent',
    question: 'The maximum of the lawyers’ fees, in percent of the fund.',
    initial: () => '33',
    check: isPercent,
  },
  {
    key: 'mostLosses',
    question: 'The maximum for documented losses in one claim, in dollars.',
    initial: () => '5000',
    when: isDataIncident,
    check: isNumber,
  },
  {
    key: 'mostHours',
    question: 'The maximum hours of lost time in one claim.',
    initial: () => '5',
    when: isDataIncident,
    check: isNumber,
  },
  {
    key: 'dollarsPerHour',
    question: 'The hourly rate for lost time, in dollars.',
    initial: () => '25',
    when: isDataIncident,
    check: isNumber,
  },
  {
    key: 'banner',
    question: 'The line at the top of every page, so that people trust the website.',
    initial: () => 'The official website, by order of the court',
    check: isBanner,
  },
  {
    key: 'bannerInSpanish',
    question: 'The same line in Spanish.',
    initial: () => 'El sitio web oficial, por orden del tribunal',
    when: hasSpanish,
    check: isBanner,
  },
];

/**
 * Completes answers from a file with defaults. Throws a PrepareError with every problem at once.
 * @param {unknown} given
 * @param {(folder: string) => boolean} settlementExists
 * @returns {Answers}
 */
export function checkAnswers(given, settlementExists) {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new PrepareError('The answers must be a JSON object, such as content/larkhaven-answers.json.');
  /** @type {Record<string, string | string[]>} */
  const answers = {};
  /** @type {Map<string, unknown>} */
  const entries = new Map(Object.entries(given));
  const problems = [...entries.keys()]
    .filter((key) => !questions.some((question) => question.key === key))
    .map((key) => `"${key}": there is no such question. Remove it; --help lists all keys.`);
  /** Another problem may cause these problems of defaults. */
  const consequences = [];
  for (const question of questions) {
    const { key } = question;
    if (question.when && !question.when(answers)) continue;
    const value = entries.get(key) ?? question.initial?.(answers);
    const problem = problemOf(question, value, answers);
    if (problem === undefined && (typeof value === 'string' || Array.isArray(value))) answers[key] = value;
    else if (entries.has(key) || !question.initial) problems.push(`"${key}": ${problem} ${question.question}`);
    else consequences.push(`"${key}": It is missing. ${question.question}`);
  }
  if (problems.length === 0) problems.push(...consequences);
  if (typeof answers['folder'] === 'string' && settlementExists(answers['folder']))
    problems.push(`"folder": content/${answers['folder']} exists already. Choose another name, or remove it first.`);
  if (problems.length > 0 || !areComplete(answers))
    throw new PrepareError(['The answers need changes:', ...problems].join('\n  '));
  return answers;
}

/**
 * @param {Partial<Answers>} answers
 * @returns {answers is Answers}
 */
const areComplete = (answers) => questions.every(({ key, when }) => key in answers || when?.(answers) === false);

/**
 * Explains the problem of an answer in a sentence.
 * @param {Question} question
 * @param {unknown} value
 * @param {Partial<Answers>} given
 * @returns {string | undefined}
 */
export function problemOf({ options, isList, minLines = 1, check }, value, given) {
  if (value === undefined) return 'It is missing.';
  if (options === undefined && isList !== true)
    return typeof value === 'string' && value.trim() !== ''
      ? check(value, given)
      : 'It must be text that is not empty.';
  /** @type {readonly unknown[]} */
  const values = Array.isArray(value) ? value : [];
  if (values.length === 0) return 'It must be a list with at least one entry, such as ["one", "two"].';
  if (values.length < minLines) return `It needs at least ${minLines} lines.`;
  if (new Set(values).size !== values.length) return 'It names something twice.';
  for (const one of values) {
    const problem = typeof one === 'string' && one.trim() !== '' ? check(one, given) : 'Each entry must be text.';
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * @param {Readonly<Record<string, string>>} options
 * @returns {(value: string) => string | undefined}
 */
function isOneOf(options) {
  const names = Object.keys(options);
  return (value) => (names.includes(value) ? undefined : `"${value}" is not one of ${names.join(', ')}.`);
}

/** @param {string} value */
function isBanner(value) {
  return value.length <= 50 ? undefined : 'Write up to 50 characters, because phones show it above everything.';
}

/** @param {string} name */
const slug = (name) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\b(the|settlement|litigation)\b/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .slice(0, 41)
    .replace(/-$/, '');

/** @param {string} name */
const prefixOf = (name) =>
  `${slug(name)
    .split('-')
    .map(([initial = '']) => initial.toUpperCase())
    .slice(0, 8)
    .join('')}CLM`;

/** @param {Date} date */
const dayOf = (date) => date.toISOString().slice(0, 10);

/**
 * Moves a day of a weekend to Monday.
 * @param {string | undefined} day
 */
function onWorkday(day) {
  const weekday = day === undefined ? 1 : new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 6 ? addDays(day ?? '', 2) : weekday === 0 ? addDays(day ?? '', 1) : day;
}

/**
 * @param {string} day
 * @param {number} days
 */
function addDays(day, days) {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}
