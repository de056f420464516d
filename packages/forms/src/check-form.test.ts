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
      'asked: the condition\'s field "nobody" does not come earlier in the form',
    ],
    [
      'a later field',
      { field: 'later', is: 'x' },
      'asked: the condition\'s field "later" does not come earlier in the form',
    ],
    [
      'the field itself',
      { field: 'asked', is: 'x' },
      'asked: the condition\'s field "asked" does not come earlier in the form',
    ],
    ['a value that is not an option', { field: 'filer', is: 'Nobody' }, 'asked: "Nobody" is not an option of "filer"'],
    [
      'one of several values',
      { field: 'filer', is: ['Agent', 'Nobody'] },
      'asked: "Nobody" is not an option of "filer"',
    ],
    ['an amount of a field that is not an amount', { field: 'filer', atLeast: 5 }, 'asked: "filer" is not an amount'],
    ['a tick of a field that is not a checkbox', { field: 'filer', is: true }, 'asked: "filer" is not a checkbox'],
    ['a value of a field without options', { field: 'amount', is: '5' }, 'asked: "amount" has no options'],
    [
      'a value that is not an option of a choice',
      { field: 'radio', is: 'Nobody' },
      'asked: "Nobody" is not an option of "radio"',
    ],
    ['a value of rows', { field: 'people', is: 'Ann' }, 'asked: "people" has no options'],
    [
      'a cell',
      { field: 'first', is: 'Ann' },
      'asked: the condition\'s field "first" does not come earlier in the form',
    ],
    [
      'whether a box is answered',
      { field: 'box', answered: true },
      'asked: "box" is a checkbox, which is always answered',
    ],
    ['whether a captcha is answered', { field: 'captcha', answered: false }, 'asked: "captcha" is not an answer'],
  ])('%s', (_, shownWhen, problem) => {
    expect(
      problemsOf(choice, amount, radio, people, box, captcha, { ...text('asked'), shownWhen }, text('later')),
    ).toEqual([problem]);
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
    expect(checkForm(form).map((problem) => problem.split(':')[0])).toEqual(['section "First"', 'prose', 'files']);
  });
});

describe('finds a name used twice', () => {
  const twice = 'street1: two sections that can both be shown have this name';

  test('in one section', () => {
    expect(problemsOf(text('street1'), text('street1'))).toEqual([twice]);
  });

  test('in sections that are always shown', () => {
    expect(
      checkForm(formOf({ title: 'A', items: [text('street1')] }, { title: 'B', items: [text('street1')] })),
    ).toEqual([twice]);
  });

  test('in a section that excludes only the last of two others with that name', () => {
    const form = formOf(
      { title: 'First', items: [choice] },
      whenFiler('Company', text('street1')),
      whenFiler('Agent', text('street1')),
      whenFiler('Company', text('street1')),
    );
    expect(checkForm(form)).toEqual([twice]);
  });

  test('in sections whose conditions share a value', () => {
    const form = formOf({ title: 'First', items: [choice] }, whenFiler('Company', text('street1')), {
      title: 'B',
      shownWhen: { field: 'filer', is: ['Agent', 'Company'] },
      items: [text('street1')],
    });
    expect(checkForm(form)).toEqual([twice]);
  });
});

describe('finds a mistake in a rule', () => {
  test.each<[string, readonly Rule[], string]>([
    ['no message', [{ rule: 'required', message: ' ' }], 'field: the rule "required" has no message'],
    [
      'a pattern that does not compile',
      [{ rule: 'pattern', pattern: '[a-', message: 'No' }],
      'field: the pattern does not compile',
    ],
    [
      '`required` twice',
      [
        { rule: 'required', message: 'A' },
        { rule: 'required', message: 'B' },
      ],
      'field: it has "required" twice',
    ],
  ])('%s', (_, rules, problem) => {
    expect(problemsOf(text('field', rules))).toEqual([problem]);
    expect(problemsOf({ kind: 'captcha', name: 'field', label: 'Captcha', rules })).toEqual([problem]);
  });
});

describe('finds a mistake in a limit', () => {
  const limit = (rule: 'atLeast' | 'atMost', than: number | string): Rule => ({ rule, than, message: 'No' });
  test.each<[string, TypedField['kind'], readonly Rule[], string]>([
    [
      'of a text',
      'text',
      [limit('atMost', 5)],
      'field: the rule "atMost" is for money, count, hours and date, not for text; use "min" or "max" for characters',
    ],
    [
      'of an amount, as text',
      'money',
      [limit('atMost', '500')],
      'field: the rule "atMost" needs a number, such as 500, not "500"',
    ],
    ['below nothing', 'hours', [limit('atLeast', -1)], 'field: the rule "atLeast" needs a number, such as 500, not -1'],
    [
      'of a day that does not exist',
      'date',
      [limit('atLeast', '2025-02-30')],
      'field: the rule "atLeast" needs a day, such as "2025-03-14", not "2025-02-30"',
    ],
    [
      'of a day, as a number',
      'date',
      [limit('atLeast', 2025)],
      'field: the rule "atLeast" needs a day, such as "2025-03-14", not 2025',
    ],
    [
      'that nothing meets',
      'count',
      [limit('atLeast', 5), limit('atMost', 4)],
      'field: its limit "atLeast" is more than its limit "atMost"',
    ],
  ])('%s', (_, kind, rules, problem) => {
    expect(problemsOf({ ...text('field', rules), kind })).toEqual([problem]);
  });
});

describe('finds a mistake in an echo', () => {
  test.each<[string, Item, string]>([
    ['of nothing', { kind: 'echo', name: 'again', of: 'nobody' }, 'again: "nobody" does not come earlier in the form'],
    ['of itself', { kind: 'echo', name: 'again', of: 'again' }, 'again: "again" does not come earlier in the form'],
    ['of typed text', { kind: 'echo', name: 'again', of: 'taxId' }, 'again: "taxId" has no options'],
    ['of rows', { kind: 'echo', name: 'again', of: 'people' }, 'again: "people" has no options'],
    ['of a checkbox', { kind: 'echo', name: 'again', of: 'box' }, 'again: "box" has no options'],
  ])('%s', (_, echo, problem) => {
    const taxId: Field = { ...text('taxId'), kind: 'taxId' };
    expect(problemsOf(box, taxId, people, echo)).toEqual([problem]);
  });
});

describe('finds a mistake in rows', () => {
  const required: Rule = { rule: 'required', message: 'Say it' };
  test.each<[string, Partial<RowsField>, string]>([
    ['rules that have no effect', { rules: [required] }, 'people: rows have no rules except atLeast and atMost'],
    ['rows that could be blank', { of: [text('first')] }, 'people: required rows need a required cell'],
    [
      'a condition on a cell',
      { of: [...people.of, { ...text('third'), shownWhen: { field: 'first', answered: true } }] },
      'people: a cell has no condition',
    ],
    ['two cells with one name', { of: [...people.of, text('last')] }, 'people: two cells have the same name'],
    ['a minimum above the maximum', { atLeast: 4 }, 'people: atLeast is more than atMost'],
    [
      'a rule without a message',
      { of: [text('first', [{ ...required, message: '' }])] },
      'first: the rule "required" has no message',
    ],
    [
      'a pattern',
      { of: [text('first', [required, { rule: 'pattern', pattern: '(', message: 'No' }])] },
      'first: the pattern does not compile',
    ],
  ])('%s', (_, change, problem) => {
    expect(problemsOf({ ...people, ...change })).toEqual([problem]);
  });

  test.each<[string, RowsField['total'], string]>([
    [
      'of no cell',
      { of: 'other', label: 'Total' },
      'people: its total is of "other", which is no cell of kind "money"',
    ],
    ['of a text', { of: 'first', label: 'Total' }, 'people: its total is of "first", which is no cell of kind "money"'],
    [
      'of a cell with another format',
      { of: 'strict', label: 'Total' },
      'people: the cell "strict" has a total, so it takes dollars and cents; remove its pattern',
    ],
    ['without a label', { of: 'paid', label: '' }, 'people: its total has no label'],
    [
      'whose limit has no message',
      { of: 'paid', label: 'Total', atMost: { than: 5, message: ' ' } },
      'people: the limit of its total has no message',
    ],
  ])('a total %s', (_, total, problem) => {
    const paid: TypedField = { ...text('paid'), kind: 'money' };
    const strict: TypedField = { ...paid, name: 'strict', rules: [{ rule: 'pattern', pattern: '5', message: 'Five' }] };
    expect(problemsOf({ ...people, of: [...people.of, paid, strict], ...(total && { total }) })).toEqual([problem]);
  });

  test('optional rows need no required cell', () => {
    expect(problemsOf({ ...people, atLeast: 0, of: [text('first')] })).toEqual([]);
  });
});

test('finds a choice with more or fewer labels than options', () => {
  expect(problemsOf({ ...radio, labels: ['A company'] })).toEqual(['radio: there must be as many labels as options']);
});

test('finds a name with a period', () => {
  expect(problemsOf(text('people.0'))).toEqual([
    'people.0: a name has no period, because periods separate the parts of a cell’s path',
  ]);
});
