import { describe, expect, test } from 'vitest';
import { checkForm } from './check-form.ts';
import type { Condition, Field, Form, Item, Rule, Section } from './definition.ts';

const choice: Field = {
  kind: 'select',
  name: 'filer',
  label: 'Filer',
  options: ['Company', 'Agent', 'Other'],
  rules: [],
};
const box: Field = { kind: 'checkbox', name: 'box', label: 'Box', rules: [] };
const amount: Field = { kind: 'money', name: 'amount', label: 'Amount', rules: [] };

function text(name: string, rules: readonly Rule[] = []): Field {
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
      { context: 'noticeId', is: 'absent' },
    ];
    const asked = conditions.map((shownWhen, index) => ({ ...text(`asked${index}`), shownWhen }));
    expect(problemsOf(choice, box, amount, ...asked, { kind: 'prose', prose: ['Read this.'] })).toEqual([]);
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
  ])('%s', (_, shownWhen, problem) => {
    expect(problemsOf(choice, amount, { ...text('asked'), shownWhen }, text('later'))).toEqual([problem]);
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
      dueWhen: [{ when: shownWhen, message: 'Add documents' }],
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
