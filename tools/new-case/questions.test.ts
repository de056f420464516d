import { expect, test } from 'vitest';
import { answerQuestions } from './ask.mjs';
import { checkAnswers, questions } from './questions.mjs';

/** These answers have no default. */
const given = {
  name: 'The Acme Pricing Settlement',
  caption: 'Doe v. Acme Corporation',
  court: 'Superior Court of Example County',
  docketNumber: 'No. 26-CV-0123',
  phone: '1-800-555-0123',
  email: 'info@example.com',
  address: ['P.O. Box 1', 'Exampleville, NY 00000'],
  forms: ['individual'],
  deadline: '2027-06-30',
  fund: '4500000',
};
const nowhere = () => false;
const problemsOf = (answers: unknown, exists = nowhere): string[] => {
  try {
    checkAnswers(answers, exists);
    return [];
  } catch (error) {
    return String(error).split('\n  ').slice(1);
  }
};

test('everything else has a default', () => {
  expect(checkAnswers(given, nowhere)).toEqual({
    ...given,
    folder: 'acme-pricing',
    defendant: 'Acme Corporation',
    timeZone: 'America/New_York',
    prefix: 'APCLM',
    administrator: 'Settlement Administrator',
    securityEmail: 'security@example.com',
    website: 'www.example.com',
    languages: ['en'],
    exclusionDeadline: '2027-05-31',
    objectionDeadline: '2027-05-31',
    hearing: '2027-07-30 10:00',
    periodFrom: '2023-07-01',
    periodTo: '2026-06-30',
    feePercent: '33',
    banner: 'The official website, by order of the court',
  });
});

test('the default of a long name fits', () => {
  const name = 'In re Example Company Customer Data Security Breach Litigation Settlement';
  expect(checkAnswers({ ...given, name }, nowhere).folder).toBe('in-re-example-company-customer-data-secur');
});

test('every missing answer is named at once', () => {
  expect(problemsOf({}).map((problem) => problem.split(':')[0])).toEqual(Object.keys(given).map((key) => `"${key}"`));
});

test.each([
  ['folder', 'My Case', 'Use 2 to 41 lowercase letters'],
  ['timeZone', 'New York', 'Write the name of a time zone'],
  ['folder', 'a'.repeat(42), 'Use 2 to 41 lowercase letters'],
  ['prefix', 'acme', 'Use 2 to 12 capital letters'],
  ['timeZone', 'EST', 'Write the name of a time zone'],
  ['phone', '800 555 0123', 'Write a toll-free number like 1-800-555-0100'],
  ['phone', '1-312-555-0100', 'Write a toll-free number like 1-800-555-0100'],
  ['email', 'info', 'Write an email address'],
  ['address', [], 'It must be a list'],
  ['address', ['P.O. Box 1', 7], 'Each entry must be text'],
  ['forms', ['lottery'], '"lottery" is not one of consumer, individual, payor, data-incident'],
  ['forms', ['payor', 'payor'], 'It names something twice'],
  ['languages', 'en', 'It must be a list'],
  ['deadline', '2027-02-30', 'Write a day as YYYY-MM-DD'],
  ['hearing', '2027-07-30', 'Write day and time'],
  ['periodTo', '2020-01-01', 'The last day cannot be before the first one'],
  ['fund', '4,500,000', 'Write whole dollars without commas'],
  ['feePercent', '100', 'Write a percentage below 100'],
  ['banner', 'x'.repeat(51), 'Write up to 50 characters'],
  ['name', 'x'.repeat(121), 'Write up to 120 characters'],
  ['color', 'blue', 'there is no such question'],
])('%s: %j gets one sentence', (key, value, sentence) => {
  expect(problemsOf({ ...given, [key]: value })).toEqual([expect.stringContaining(`"${key}": ${sentence}`)]);
});

test('a settlement is never overwritten', () => {
  expect(problemsOf(given, () => true)).toEqual([expect.stringContaining('content/acme-pricing exists already')]);
});

/** Types answers. `shown` gets the output of the terminal. */
async function type(lines: readonly string[], shown: string[] = []): Promise<unknown> {
  const typed = (async function* () {
    yield* lines;
  })();
  return await answerQuestions(typed, (text) => shown.push(text), { settlementExists: (name) => name === 'taken' });
}

test('the terminal asks for the same answers as a file has; Enter takes the default', async () => {
  const byKey: Readonly<Record<string, string>> = {
    name: given.name,
    caption: given.caption,
    court: given.court,
    docketNumber: given.docketNumber,
    phone: given.phone,
    email: given.email,
    address: 'P.O. Box 1; Exampleville, NY 00000',
    forms: '2',
    deadline: given.deadline,
    fund: given.fund,
  };
  const asked = questions.filter(({ when }) => !when?.(given));
  const typed = asked.filter(({ when }) => !when).map(({ key }) => byKey[key] ?? '');
  expect(await type(typed)).toEqual(checkAnswers(given, nowhere));
});

test('a wrong answer is asked again, with a sentence', async () => {
  const shown: string[] = [];
  const rest = type(['', 'The Acme Pricing Settlement', 'taken', 'Acme', 'acme'], shown);
  await expect(rest).rejects.toThrow('The input ended');
  const all = shown.join('');
  expect(all).toContain('Please answer this question.');
  expect(all).toContain('[acme-pricing]');
  expect(all).toContain('content/taken exists already.');
  expect(all).toContain('Use 2 to 41 lowercase letters, digits and hyphens');
  expect(all).toContain('The court’s caption');
});
