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

describe('a sound form', () => {
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

  test('may echo what is chosen, have a field for machines, and documents that are due', () => {
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

  test('may ask the same name in sections that exclude each other', () => {
    const form = formOf(
      { title: 'First', items: [choice] },
      whenFiler('Company', text('street1')),
      whenFiler('Agent', text('street1')),
    );
    expect(checkForm(form)).toEqual([]);
  });
});

describe('a mistake in a condition is found', () => {
  test.each<[string, Condition, string]>([
    [
      'a field that does not exist',
      { field: 'nobody', is: 'x' },
      'asked: the condition\'s field "nobody" does not stand earlier in the form',
    ],
    [
      'a later field',
      { field: 'later', is: 'x' },
      'asked: the condition\'s field "later" does not stand earlier in the form',
    ],
    [
      'the field itself',
      { field: 'asked', is: 'x' },
      'asked: the condition\'s field "asked" does not stand earlier in the form',
    ],
    ['a value that is no option', { field: 'filer', is: 'Nobody' }, 'asked: "Nobody" is no option of "filer"'],
    ['one of several values', { field: 'filer', is: ['Agent', 'Nobody'] }, 'asked: "Nobody" is no option of "filer"'],
    ['a sum of what is no amount', { field: 'filer', atLeast: 5 }, 'asked: "filer" is no amount'],
    ['a tick of what is no checkbox', { field: 'filer', is: true }, 'asked: "filer" is no checkbox'],
    ['a value of what has no options', { field: 'amount', is: '5' }, 'asked: "amount" has no options'],
    [
      'a value that is no option of a choice',
      { field: 'radio', is: 'Nobody' },
      'asked: "Nobody" is no option of "radio"',
    ],
    ['a value of rows', { field: 'people', is: 'Ann' }, 'asked: "people" has no options'],
    [
      'a cell',
      { field: 'first', is: 'Ann' },
      'asked: the condition\'s field "first" does not stand earlier in the form',
    ],
    [
      'whether a box is answered',
      { field: 'box', answered: true },
      'asked: "box" is a checkbox, which is always answered',
    ],
    ['whether a captcha is answered', { field: 'captcha', answered: false }, 'asked: "captcha" is no answer'],
  ])('%s', (_, shownWhen, problem) => {
    expect(
      problemsOf(choice, amount, radio, people, box, captcha, { ...text('asked'), shownWhen }, text('later')),
    ).toEqual([problem]);
  });

  test('of a section, of prose and of documents too', () => {
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

describe('a name that stands twice is found', () => {
  const twice = 'street1: the name stands twice in sections that can both be shown';

  test('in one section', () => {
    expect(problemsOf(text('street1'), text('street1'))).toEqual([twice]);
  });

  test('in sections that are always shown', () => {
    expect(
      checkForm(formOf({ title: 'A', items: [text('street1')] }, { title: 'B', items: [text('street1')] })),
    ).toEqual([twice]);
  });

  test('in a section that excludes the last one with that name, but not the one before', () => {
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

describe('a mistake in a rule is found', () => {
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
      'field: "required" stands twice',
    ],
  ])('%s', (_, rules, problem) => {
    expect(problemsOf(text('field', rules))).toEqual([problem]);
    expect(problemsOf({ kind: 'captcha', name: 'field', label: 'Captcha', rules })).toEqual([problem]);
  });
});

describe('a mistake in an echo is found', () => {
  test.each<[string, Item, string]>([
    ['of nothing', { kind: 'echo', name: 'again', of: 'nobody' }, 'again: "nobody" does not stand earlier in the form'],
    ['of itself', { kind: 'echo', name: 'again', of: 'again' }, 'again: "again" does not stand earlier in the form'],
    ['of what is typed', { kind: 'echo', name: 'again', of: 'taxId' }, 'again: "taxId" has no options'],
    ['of rows', { kind: 'echo', name: 'again', of: 'people' }, 'again: "people" has no options'],
    ['of a box', { kind: 'echo', name: 'again', of: 'box' }, 'again: "box" has no options'],
  ])('%s', (_, echo, problem) => {
    const taxId: Field = { ...text('taxId'), kind: 'taxId' };
    expect(problemsOf(box, taxId, people, echo)).toEqual([problem]);
  });
});

describe('a mistake in rows is found', () => {
  const required: Rule = { rule: 'required', message: 'Say it' };
  test.each<[string, Partial<RowsField>, string]>([
    [
      'rules that nothing reads',
      { rules: [required] },
      'people: rows have no rules of their own, but for atLeast and atMost',
    ],
    [
      'rows that could be blank',
      { of: [text('first')] },
      'people: rows that must be there need a cell that is required',
    ],
    [
      'a condition on a cell',
      { of: [...people.of, { ...text('third'), shownWhen: { field: 'first', answered: true } }] },
      'people: a cell has no condition',
    ],
    ['a cell twice', { of: [...people.of, text('last')] }, 'people: a cell’s name stands twice'],
    ['more than there may be', { atLeast: 4 }, 'people: atLeast is more than atMost'],
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

  test('but rows that need not be there may be without a required cell', () => {
    expect(problemsOf({ ...people, atLeast: 0, of: [text('first')] })).toEqual([]);
  });
});

test('a choice with another number of labels than options is found', () => {
  expect(problemsOf({ ...radio, labels: ['A company'] })).toEqual(['radio: there must be as many labels as options']);
});

test('a name with a period is found', () => {
  expect(problemsOf(text('people.0'))).toEqual(['people.0: a name has no period, which parts the place of a cell']);
});
