import { describe, expect, test } from 'vitest';
import { checkForm } from './check-form.ts';
import type { Condition, Field, Form, Item, RowsField, Rule, Section, TypedField } from './definition.ts';

const choice: Field = {
  kind: 'select',
  name: 'filer',
  label: 'Filer',
  options: ['Company', 'Agent', 'Other'],
  rules: [],
};
const radio: Field = { ...choice, kind: 'choice', name: 'radio', labels: ['A company', 'An agent', 'Someone else'] };
const box: Field = { kind: 'checkbox', name: 'box', label: 'Box', rules: [] };
const captcha: Item = { kind: 'captcha', name: 'captcha', label: 'Captcha', rules: [] };
const amount: Field = { kind: 'money', name: 'amount', label: 'Amount', rules: [] };

const people: RowsField = {
  kind: 'rows',
  name: 'people',
  label: 'People',
  rowLabel: 'Person',
  of: [text('first', [{ rule: 'required', message: 'Say it' }]), text('last')],
  atLeast: 1,
  atMost: { rows: 3, message: 'Too many' },
  rules: [],
};

function text(name: string, rules: readonly Rule[] = []): TypedField {
  return { kind: 'text', name, label: name, rules };
}
function formOf(...sections: readonly Section[]): Form {
  return { id: 'trial', version: 1, title: 'A trial', sections };
}
function problemsOf(...items: readonly Item[]): string[] {
  return checkForm(formOf({ title: 'First', items }));
}
/** A problem of a field of the first section. */
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
    const documents: Item = {
      kind: 'documents',
      name: 'files',
      label: 'Documents',
      maxFiles: 1,
      maxBytes: 1,
      types: ['pdf'],
      due: [{ message: 'Always' }, { when: { field: 'amount', answered: true }, message: 'Then too' }],
    };
    const honeypot: Item = { kind: 'honeypot', name: 'website', label: 'Leave this empty' };
    const echoes: readonly Item[] = [
      { kind: 'echo', name: 'filerType', of: 'filer' },
      { kind: 'echo', name: 'radioType', of: 'radio' },
    ];
    expect(problemsOf(choice, radio, amount, ...echoes, honeypot, documents)).toEqual([]);
  });

  test('may use a name twice in sections that exclude each other', () => {
    const form = formOf(
      { title: 'First', items: [choice] },
      whenFiler('Company', text('street1')),
      whenFiler('Agent', text('street1')),
    );
    expect(checkForm(form)).toEqual([]);
  });
});

describe('finds a mistake in a condition', () => {
  test.each<[string, Condition, string]>([
    [
      'a field that does not exist',
      { field: 'nobody', is: 'x' },
      'the condition is about "nobody", and no earlier field has this name; move that field up, or correct the name',
    ],
    [
      'a later field',
      { field: 'later', is: 'x' },
      'the condition is about "later", and no earlier field has this name; move that field up, or correct the name',
    ],
    [
      'the field itself',
      { field: 'asked', is: 'x' },
      'the condition is about "asked", and no earlier field has this name; move that field up, or correct the name',
    ],
    [
      'a value that is not an option',
      { field: 'filer', is: 'Nobody' },
      'the condition has "Nobody", which is no option of "filer"; write one of "Company", "Agent", "Other"',
    ],
    [
      'one of several values',
      { field: 'filer', is: ['Agent', 'Nobdy'] },
      'the condition has "Nobdy", which is no option of "filer"; write one of "Company", "Agent", "Other"',
    ],
    [
      'an amount of a field that is not an amount',
      { field: 'filer', atLeast: 5 },
      'the condition compares "filer", which is no number; name a field of the kind money, count, hours',
    ],
    [
      'a tick of a field that is not a checkbox',
      { field: 'filer', is: true },
      'the condition is about "filer", which is no checkbox; write one of its options, or answered: true',
    ],
    [
      'a value of a field without options',
      { field: 'amount', is: '5' },
      'the condition compares "amount", which has no options; name a field of the kind select or choice',
    ],
    [
      'a value that is not an option of a choice',
      { field: 'radio', is: 'Companie' },
      'the condition has "Companie", which is no option of "radio"; write "Company"',
    ],
    [
      'a value of rows',
      { field: 'people', is: 'Ann' },
      'the condition compares "people", which has no options; name a field of the kind select or choice',
    ],
    [
      'a cell',
      { field: 'first', is: 'Ann' },
      'the condition is about "first", and no earlier field has this name; move that field up, or correct the name',
    ],
    [
      'whether a box is answered',
      { field: 'box', answered: true },
      'the condition is about "box", a checkbox, which is always answered; write is: true instead',
    ],
    [
      'whether a captcha is answered',
      { field: 'captcha', answered: false },
      'the condition is about "captcha", which is no question; name a field',
    ],
  ])('%s', (_, shownWhen, problem) => {
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
    const documents: Item = {
      kind: 'documents',
      name: 'files',
      label: 'Documents',
      maxFiles: 1,
      maxBytes: 1,
      types: ['pdf'],
      due: [{ when: shownWhen, message: 'Add documents' }],
    };
    const form = formOf({ title: 'First', shownWhen, items: [{ kind: 'prose', prose: [], shownWhen }, documents] });
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
      checkForm(formOf({ title: 'A', items: [text('street1')] }, { title: 'B', items: [text('street1')] })),
    ).toEqual([twiceIn('B', 'A')]);
  });

  test('in a section that excludes only the last of two others with that name', () => {
    const form = formOf(
      { title: 'First', items: [choice] },
      whenFiler('Company', text('street1')),
      whenFiler('Agent', text('street1')),
      whenFiler('Company', text('street1')),
    );
    expect(checkForm(form)).toEqual([twiceIn('Company', 'Company')]);
  });

  test('in sections whose conditions share a value', () => {
    const form = formOf({ title: 'First', items: [choice] }, whenFiler('Company', text('street1')), {
      title: 'B',
      shownWhen: { field: 'filer', is: ['Agent', 'Company'] },
      items: [text('street1')],
    });
    expect(checkForm(form)).toEqual([twiceIn('B', 'Company')]);
  });
});

describe('finds a mistake in a rule', () => {
  test.each<[string, readonly Rule[], string]>([
    ['no message', [{ rule: 'required', message: ' ' }], 'the rule "required" has no message; say what to enter'],
    [
      'a pattern that does not compile',
      [{ rule: 'pattern', pattern: '[a-', message: 'No' }],
      'the pattern "[a-" is no regular expression (Unterminated character class); correct it, or use one of forms/rules.ts',
    ],
    [
      '`required` twice',
      [
        { rule: 'required', message: 'A' },
        { rule: 'required', message: 'B' },
      ],
      'the rule "required" is there twice; remove one',
    ],
  ])('%s', (_, rules, problem) => {
    expect(problemsOf(text('field', rules))).toEqual([at('field', problem)]);
    expect(problemsOf({ kind: 'captcha', name: 'field', label: 'Captcha', rules })).toEqual([at('field', problem)]);
  });
});

describe('finds a mistake in a limit', () => {
  const limit = (rule: 'atLeast' | 'atMost', than: number | string): Rule => ({ rule, than, message: 'No' });
  test.each<[string, TypedField['kind'], readonly Rule[], string]>([
    [
      'of a text',
      'text',
      [limit('atMost', 5)],
      'the rule "atMost" is for money, count, hours and date, not for text; use "min" or "max" for characters',
    ],
    [
      'of an amount, as text',
      'money',
      [limit('atMost', '500')],
      'the rule "atMost" needs a number, such as 500, not "500"',
    ],
    ['below nothing', 'hours', [limit('atLeast', -1)], 'the rule "atLeast" needs a number, such as 500, not -1'],
    [
      'of a day that does not exist',
      'date',
      [limit('atLeast', '2025-02-30')],
      'the rule "atLeast" needs a day, such as "2025-03-14", not "2025-02-30"',
    ],
    [
      'of a day, as a number',
      'date',
      [limit('atLeast', 2025)],
      'the rule "atLeast" needs a day, such as "2025-03-14", not 2025',
    ],
    [
      'that nothing meets',
      'count',
      [limit('atLeast', 5), limit('atMost', 4)],
      '"atLeast" is more than "atMost", so no answer fits; exchange them',
    ],
  ])('%s', (_, kind, rules, problem) => {
    expect(problemsOf({ ...text('field', rules), kind })).toEqual([at('field', problem)]);
  });
});

describe('finds a mistake in an echo', () => {
  test.each<[string, Item, string]>([
    [
      'of nothing',
      { kind: 'echo', name: 'again', of: 'nobody' },
      'no earlier field has the name "nobody"; move that field up, or correct "of"',
    ],
    [
      'of itself',
      { kind: 'echo', name: 'again', of: 'again' },
      'no earlier field has the name "again"; move that field up, or correct "of"',
    ],
    [
      'of typed text',
      { kind: 'echo', name: 'again', of: 'taxId' },
      '"taxId" has no options; an echo repeats a field of the kind select or choice',
    ],
    [
      'of rows',
      { kind: 'echo', name: 'again', of: 'people' },
      '"people" has no options; an echo repeats a field of the kind select or choice',
    ],
    [
      'of a checkbox',
      { kind: 'echo', name: 'again', of: 'box' },
      '"box" has no options; an echo repeats a field of the kind select or choice',
    ],
  ])('%s', (_, echo, problem) => {
    const taxId: Field = { ...text('taxId'), kind: 'taxId' };
    expect(problemsOf(box, taxId, people, echo)).toEqual([at('again', problem)]);
  });
});

describe('finds a mistake in rows', () => {
  const required: Rule = { rule: 'required', message: 'Say it' };
  test.each<[string, Partial<RowsField>, string]>([
    [
      'rules that have no effect',
      { rules: [required] },
      'rows have no rules except atLeast and atMost; move the rules to the cells',
    ],
    [
      'rows that could be blank',
      { of: [text('first')] },
      'it needs a row and no cell is required, so the row could be blank; make a cell required',
    ],
    [
      'a condition on a cell',
      { of: [...people.of, { ...text('third'), shownWhen: { field: 'first', answered: true } }] },
      'the cell "third" has a condition; remove its "shownWhen"',
    ],
    ['two cells with one name', { of: [...people.of, text('last')] }, 'two cells have the name "last"; rename one'],
    ['a minimum above the maximum', { atLeast: 4 }, 'it needs 4 rows and takes 3; correct atLeast or atMost'],
    [
      'a rule without a message',
      { of: [text('first', [{ ...required, message: '' }])] },
      'in the cell "first" the rule "required" has no message; say what to enter',
    ],
    [
      'a pattern',
      { of: [text('first', [required, { rule: 'pattern', pattern: '(', message: 'No' }])] },
      'in the cell "first" the pattern "(" is no regular expression (Unterminated group); correct it, or use one of forms/rules.ts',
    ],
  ])('%s', (_, change, problem) => {
    expect(problemsOf({ ...people, ...change })).toEqual([at('people', problem)]);
  });

  test.each<[string, RowsField['total'], string]>([
    ['of no cell', { of: 'other', label: 'Total' }, 'the total is of "other"; name a cell of the kind money'],
    ['of a text', { of: 'first', label: 'Total' }, 'the total is of "first"; name a cell of the kind money'],
    [
      'of a cell with another format',
      { of: 'strict', label: 'Total' },
      'the cell "strict" has a total, so it takes dollars and cents; remove its pattern',
    ],
  ])('a total %s', (_, total, problem) => {
    const paid: TypedField = { ...text('paid'), kind: 'money' };
    const strict: TypedField = { ...paid, name: 'strict', rules: [{ rule: 'pattern', pattern: '5', message: 'Five' }] };
    expect(problemsOf({ ...people, of: [...people.of, paid, strict], ...(total && { total }) })).toEqual([
      at('people', problem),
    ]);
  });

  test('optional rows need no required cell', () => {
    expect(problemsOf({ ...people, atLeast: 0, of: [text('first')] })).toEqual([]);
  });
});

test('finds a choice with more or fewer labels than options', () => {
  expect(problemsOf({ ...radio, labels: ['A company'] })).toEqual([
    at('radio', 'there are 3 options and 1 labels; write one label for each option'),
  ]);
});

test('finds a name with a period', () => {
  expect(problemsOf(text('people.0'))).toEqual([
    at('people.0', 'a period separates the parts of a cell’s path; write the name without one'),
  ]);
});

test.each(['formVersion', 'googleRecaptchaToken'])('finds the name %s, which the program uses itself', (name) => {
  expect(problemsOf(text(name))).toEqual([
    at(name, 'the program sends this name next to the answers; choose another name'),
  ]);
});

test('finds a select without options, and one with the same option twice', () => {
  expect(problemsOf({ ...choice, options: [] })).toEqual([at('filer', 'it has no options; add them')]);
  expect(problemsOf({ ...choice, options: ['Agent', 'Agent'] })).toEqual([
    at('filer', 'the option "Agent" is there twice; remove one'),
  ]);
});
