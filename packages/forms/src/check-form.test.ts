import { describe, expect, test } from 'vitest';
import { checkForm } from './check-form.ts';
import type { Condition, Field, Item, RowsField, Rule, Section, TypedField } from './definition.ts';
import { checkbox, documentsOf, formOf, formWith, required, rowsOf, text, typed } from '../fixtures/sample-forms.ts';

const choice: Field = {
  kind: 'select',
  name: 'filer',
  label: 'Filer',
  options: ['Company', 'Agent', 'Other'],
  rules: [],
};
const radio: Field = { ...choice, kind: 'choice', name: 'radio', labels: ['A company', 'An agent', 'Someone else'] };
const box = checkbox('box');
const captcha: Item = { kind: 'captcha', name: 'captcha', label: 'Captcha', rules: [] };
const amount = typed('money', 'amount');

const people = rowsOf('people', [text('first', required), text('last')], {
  atLeast: 1,
  atMost: { rows: 3, message: 'Too many' },
});
const problemsOf = (...items: readonly Item[]): string[] => checkForm(formOf(...items));
/** Makes the problem of a field in the first section. */
const at = (field: string, problem: string): string => `section "First", field "${field}": ${problem}.`;
function whenFiler(value: string, ...items: readonly Item[]): Section {
  return { title: value, shownWhen: { field: 'filer', is: value }, items };
}

describe('a valid form', () => {
  test('has no problems, with every kind of condition', () => {
    const conditions: readonly Condition[] = [
      { field: 'filer', is: 'Agent' },
      { field: 'filer', is: ['Agent', 'Other'] },
      { field: 'box', is: true },
      { field: 'amount', atLeast: 300_000 },
      { field: 'radio', is: ['Company', 'Agent'] },
      { field: 'radio', answered: false },
      { field: 'people', answered: true },
      { context: 'noticeId', is: 'absent' },
    ];
    const asked = conditions.map((shownWhen, index) => ({ ...text(`asked${index}`), shownWhen }));
    expect(problemsOf(choice, box, amount, radio, people, ...asked, { kind: 'prose', prose: ['Read this.'] })).toEqual(
      [],
    );
  });

  test('may echo a choice, have a honeypot, and have documents due', () => {
    const documents = documentsOf({
      due: [{ message: 'Always' }, { when: { field: 'amount', answered: true }, message: 'Then too' }],
    });
    const honeypot: Item = { kind: 'honeypot', name: 'website', label: 'Leave this empty' };
    const echoes: readonly Item[] = [
      { kind: 'echo', name: 'filerType', of: 'filer' },
      { kind: 'echo', name: 'radioType', of: 'radio' },
    ];
    expect(problemsOf(choice, radio, amount, ...echoes, honeypot, documents)).toEqual([]);
  });

  test('may use a name twice in sections that exclude each other', () => {
    const form = formWith(
      { title: 'First', items: [choice] },
      whenFiler('Company', text('street1')),
      whenFiler('Agent', text('street1')),
    );
    expect(checkForm(form)).toEqual([]);
  });
});

describe('finds a mistake in a condition', () => {
  const noField = (name: string) =>
    `the condition is about "${name}", and no earlier field has this name; move that field up, or correct the name`;
  const noOption = (value: string, advice = 'write one of "Company", "Agent", "Other"') =>
    `the condition has "${value}", which is not an option of "filer"; ${advice}`;
  const noOptions = (name: string) =>
    `the condition compares "${name}", which has no options; name a field of the kind select or choice`;

  test.each<[string, Condition]>([
    [noField('nobody'), { field: 'nobody', is: 'x' }],
    [noField('later'), { field: 'later', is: 'x' }],
    [noField('asked'), { field: 'asked', is: 'x' }],
    [noField('first'), { field: 'first', is: 'Ann' }],
    [noOption('Nobody'), { field: 'filer', is: 'Nobody' }],
    [noOption('Nobdy'), { field: 'filer', is: ['Agent', 'Nobdy'] }],
    [noOption('Companie', 'write "Company"').replace('filer', 'radio'), { field: 'radio', is: 'Companie' }],
    [noOptions('amount'), { field: 'amount', is: '5' }],
    [noOptions('people'), { field: 'people', is: 'Ann' }],
    [
      'the condition compares "filer", which is not a number; name a field of the kind money, count, hours',
      { field: 'filer', atLeast: 5 },
    ],
    [
      'the condition is about "filer", which is not a checkbox; write one of its options, or answered: true',
      { field: 'filer', is: true },
    ],
    [
      'the condition is about "box", a checkbox, which is always answered; write is: true instead',
      { field: 'box', answered: true },
    ],
    ['the condition is about "captcha", which is not a question; name a field', { field: 'captcha', answered: false }],
  ])('%s', (problem, shownWhen) => {
    expect(
      problemsOf(choice, amount, radio, people, box, captcha, { ...text('asked'), shownWhen }, text('later')),
    ).toEqual([at('asked', problem)]);
  });

  test('a misspelled field', () => {
    expect(problemsOf(choice, { ...text('asked'), shownWhen: { field: 'filler', answered: true } })).toEqual([
      at('asked', 'the condition is about "filler", and no earlier field has this name; write "filer"'),
    ]);
  });

  test('of a section, prose or documents', () => {
    const shownWhen = { field: 'nobody', is: 'x' } as const;
    const documents = documentsOf({ due: [{ when: shownWhen, message: 'Add documents' }] });
    const form = formWith({ title: 'First', shownWhen, items: [{ kind: 'prose', prose: [], shownWhen }, documents] });
    expect(checkForm(form).map((problem) => problem.split(':')[0])).toEqual([
      'section "First"',
      'section "First", prose',
      'section "First", field "files"',
    ]);
  });
});

describe('finds a name used twice', () => {
  const twiceIn = (section: string, other: string): string =>
    `section "${section}", field "street1": section "${other}" has a field of this name and can be shown too; rename one.`;

  test('in one section', () => {
    expect(problemsOf(text('street1'), text('street1'))).toEqual([twiceIn('First', 'First')]);
  });

  test('in sections that are always shown', () => {
    expect(
      checkForm(formWith({ title: 'A', items: [text('street1')] }, { title: 'B', items: [text('street1')] })),
    ).toEqual([twiceIn('B', 'A')]);
  });

  test('in a section that excludes only the last of two others with that name', () => {
    const form = formWith(
      { title: 'First', items: [choice] },
      whenFiler('Company', text('street1')),
      whenFiler('Agent', text('street1')),
      whenFiler('Company', text('street1')),
    );
    expect(checkForm(form)).toEqual([twiceIn('Company', 'Company')]);
  });

  test('in sections whose conditions share a value', () => {
    const form = formWith({ title: 'First', items: [choice] }, whenFiler('Company', text('street1')), {
      title: 'B',
      shownWhen: { field: 'filer', is: ['Agent', 'Company'] },
      items: [text('street1')],
    });
    expect(checkForm(form)).toEqual([twiceIn('B', 'Company')]);
  });
});

describe('finds a mistake in a rule', () => {
  test.each<[string, readonly Rule[]]>([
    ['the rule "required" has no message; say what to enter', [{ rule: 'required', message: ' ' }]],
    [
      'the pattern "[a-" is not a regular expression (Unterminated character class); correct it, or use one of forms/rules.ts',
      [{ rule: 'pattern', pattern: '[a-', message: 'No' }],
    ],
    [
      'the rule "required" appears twice; remove one',
      [
        { rule: 'required', message: 'A' },
        { rule: 'required', message: 'B' },
      ],
    ],
  ])('%s', (problem, rules) => {
    expect(problemsOf(text('field', ...rules))).toEqual([at('field', problem)]);
    expect(problemsOf({ kind: 'captcha', name: 'field', label: 'Captcha', rules })).toEqual([at('field', problem)]);
  });
});

describe('finds a mistake in a limit', () => {
  const limit = (rule: 'atLeast' | 'atMost', than: number | string): Rule => ({ rule, than, message: 'No' });
  test.each<[string, TypedField['kind'], readonly Rule[]]>([
    [
      'the rule "atMost" is for money, count, hours and date, not for text; use "min" or "max" for characters',
      'text',
      [limit('atMost', 5)],
    ],
    ['the rule "atMost" needs a number, such as 500, not "500"', 'money', [limit('atMost', '500')]],
    ['the rule "atLeast" needs a number, such as 500, not -1', 'hours', [limit('atLeast', -1)]],
    [
      'the rule "atLeast" needs a day, such as "2025-03-14", not "2025-02-30"',
      'date',
      [limit('atLeast', '2025-02-30')],
    ],
    ['the rule "atLeast" needs a day, such as "2025-03-14", not 2025', 'date', [limit('atLeast', 2025)]],
    [
      '"atLeast" is more than "atMost", so no answer fits; swap them',
      'count',
      [limit('atLeast', 5), limit('atMost', 4)],
    ],
  ])('%s', (problem, kind, rules) => {
    expect(problemsOf(typed(kind, 'field', ...rules))).toEqual([at('field', problem)]);
  });
});

describe('finds a mistake in an echo', () => {
  const noField = (name: string) => `no earlier field has the name "${name}"; move that field up, or correct "of"`;
  const noOptions = (name: string) => `"${name}" has no options; an echo repeats a field of the kind select or choice`;
  test.each<[string, string]>([
    [noField('nobody'), 'nobody'],
    [noField('again'), 'again'],
    [noOptions('taxId'), 'taxId'],
    [noOptions('people'), 'people'],
    [noOptions('box'), 'box'],
  ])('%s', (problem, of) => {
    const echo: Item = { kind: 'echo', name: 'again', of };
    expect(problemsOf(box, typed('taxId', 'taxId'), people, echo)).toEqual([at('again', problem)]);
  });
});

describe('finds a mistake in rows', () => {
  test.each<[string, Partial<RowsField>]>([
    ['rows have no rules except atLeast and atMost; move the rules to the cells', { rules: [required] }],
    [
      'it needs a row and no cell is required, so the row could be blank; make a cell required',
      { of: [text('first')] },
    ],
    [
      'the cell "third" has a condition; remove its "shownWhen"',
      { of: [...people.of, { ...text('third'), shownWhen: { field: 'first', answered: true } }] },
    ],
    ['two cells have the name "last"; rename one', { of: [...people.of, text('last')] }],
    ['it needs 4 rows and takes 3; correct atLeast or atMost', { atLeast: 4 }],
    [
      'in the cell "first" the rule "required" has no message; say what to enter',
      { of: [text('first', { ...required, message: '' })] },
    ],
    [
      'in the cell "first" the pattern "(" is not a regular expression (Unterminated group); correct it, or use one of forms/rules.ts',
      { of: [text('first', required, { rule: 'pattern', pattern: '(', message: 'No' })] },
    ],
  ])('%s', (problem, change) => {
    expect(problemsOf({ ...people, ...change })).toEqual([at('people', problem)]);
  });

  test.each<[string, RowsField['total']]>([
    [
      'the total adds up "other", which is not a money cell; name a cell of kind "money"',
      { of: 'other', label: 'Total' },
    ],
    [
      'the total adds up "first", which is not a money cell; name a cell of kind "money"',
      { of: 'first', label: 'Total' },
    ],
    [
      'the cell "strict" has a total, so it takes dollars and cents; remove its pattern',
      { of: 'strict', label: 'Total' },
    ],
  ])('%s', (problem, total) => {
    const paid = typed('money', 'paid');
    const strict = typed('money', 'strict', { rule: 'pattern', pattern: '5', message: 'Five' });
    expect(problemsOf({ ...people, of: [...people.of, paid, strict], ...(total && { total }) })).toEqual([
      at('people', problem),
    ]);
  });

  test('optional rows need no required cell', () => {
    expect(problemsOf({ ...people, atLeast: 0, of: [text('first')] })).toEqual([]);
  });
});

test('finds a name with a period', () => {
  expect(problemsOf(text('people.0'))).toEqual([
    at('people.0', 'a period separates the parts of a cell’s path; write the name without one'),
  ]);
});

// apps/site/build/find-mistakes.test.ts tests other reserved names, and too few labels.
test('finds the name formVersion, which the program uses itself', () => {
  expect(problemsOf(text('formVersion'))).toEqual([
    at('formVersion', 'the program sends this name next to the answers; choose another name'),
  ]);
});

test('finds a select without options, and one with the same option twice', () => {
  expect(problemsOf({ ...choice, options: [] })).toEqual([at('filer', 'it has no options; add them')]);
  expect(problemsOf({ ...choice, options: ['Agent', 'Agent'] })).toEqual([
    at('filer', 'the option "Agent" appears twice; remove one'),
  ]);
});
