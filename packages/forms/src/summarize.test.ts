import { expect, test } from 'vitest';
import type { AnyAnswers } from './answers.ts';
import type { Context, Form } from './definition.ts';
import { evaluateForm } from './evaluate-form.ts';
import { summarize } from './summarize.ts';
import { checkbox, formOf, formWith, plans, text, typed } from '../fixtures/sample-forms.ts';

const type = { kind: 'select', name: 'type', label: 'The type', options: ['Plan', 'Other'], rules: [] } as const;
const form = formWith(
  {
    letter: 'A',
    title: 'Who',
    items: [
      { kind: 'prose', prose: ['Please answer.'] },
      text('name'),
      typed('phone', 'phone'),
      type,
      { ...text('otherType'), shownWhen: { field: 'type', is: 'Other' } },
    ],
  },
  { title: 'Only words', items: [{ kind: 'prose', prose: ['Read this.'] }] },
  {
    letter: 'B',
    title: 'How much',
    shownWhen: { context: 'noticeId', is: 'absent' },
    items: [
      typed('money', 'amount'),
      typed('count', 'count'),
      checkbox('sure'),
      { kind: 'captcha', name: 'captcha', label: 'Captcha', rules: [] },
    ],
  },
);

function summarizeAnswers(form: Form, answers: AnyAnswers, context: Context = {}) {
  return summarize(form, evaluateForm(form, answers, context));
}

test('formats answers for US readers, in the sections and under the labels of the form', () => {
  const answers = {
    name: 'Jane',
    phone: '6025550100',
    type: 'Other',
    otherType: 'Union',
    amount: '1234567.5',
    count: '1200',
    sure: true,
  };
  expect(summarizeAnswers(form, answers)).toEqual([
    {
      letter: 'A',
      title: 'Who',
      rows: [
        { name: 'name', label: 'The name', value: 'Jane' },
        { name: 'phone', label: 'The phone', value: '602 555-0100' },
        { name: 'type', label: 'The type', value: 'Other' },
        { name: 'otherType', label: 'The otherType', value: 'Union' },
      ],
    },
    {
      letter: 'B',
      title: 'How much',
      rows: [
        { name: 'amount', label: 'The amount', value: '$1,234,567.50' },
        { name: 'count', label: 'The count', value: '1,200' },
        { name: 'sure', label: 'The sure', value: 'Confirmed' },
      ],
    },
  ]);
});

test.each([
  ['0', '$0.00'],
  ['7', '$7.00'],
  ['007.5', '$7.50'],
  ['999.9999', '$999.9999'],
  ['1000', '$1,000.00'],
  ['123456789012345', '$123,456,789,012,345.00'],
  ['9999999999.1234', '$9,999,999,999.1234'],
])('the amount %s reads %s, no digit lost', (amount, value) => {
  const rows = summarizeAnswers(form, { amount }).flatMap((section) => section.rows);
  expect(rows.find((row) => row.name === 'amount')?.value).toBe(value);
});

test('lists only visible fields, also depending on the context', () => {
  const sections = summarizeAnswers(form, { type: 'Plan', otherType: 'left over' }, { noticeId: '100000001' });
  expect(sections.flatMap((section) => section.rows.map((row) => row.name))).toEqual(['name', 'phone', 'type']);
});

test('lists an empty field without a value, and an unticked statement as not confirmed', () => {
  const rows = summarizeAnswers(form, {}).flatMap((section) => section.rows);
  expect(rows.map((row) => [row.name, row.value])).toEqual([
    ['name', ''],
    ['phone', ''],
    ['type', ''],
    ['amount', ''],
    ['count', ''],
    ['sure', 'Not confirmed'],
  ]);
});

const filer = {
  kind: 'choice',
  name: 'filer',
  label: 'The filer',
  options: ['Company', 'Agent'],
  labels: ['A company', 'An agent'],
  rules: [],
} as const;
const agents = formOf(
  filer,
  { kind: 'echo', name: 'filerType', of: 'filer' },
  { kind: 'honeypot', name: 'website', label: 'Leave this empty' },
  typed('taxId', 'tin'),
  { ...plans, shownWhen: { field: 'filer', is: 'Agent' } },
);

test('lists rows one by one, choices by label, and tax IDs by their last four digits', () => {
  const answers = {
    filer: 'Agent',
    filerType: 'Agent',
    tin: '123456789',
    plans: [
      { name: 'Plan A', fein: '111112222' },
      { name: 'Plan B', fein: '333334444' },
    ],
  };
  expect(summarizeAnswers(agents, answers)).toEqual([
    {
      title: 'First',
      rows: [
        { name: 'filer', label: 'The filer', value: 'An agent' },
        { name: 'tin', label: 'The tin', value: '•••••6789' },
        { name: 'plans.0', label: 'Row 1', value: 'Plan A · •••••2222' },
        { name: 'plans.1', label: 'Row 2', value: 'Plan B · •••••4444' },
      ],
    },
  ]);
});

test('lists visible rows without answers as one line without a value', () => {
  const line = { name: 'plans', label: 'The plans', value: '' };
  expect(summarizeAnswers(agents, { filer: 'Agent' })[0]?.rows.at(-1)).toEqual(line);
  expect(
    summarizeAnswers(agents, { filer: 'Company', plans: [{ name: 'Left over' }] })[0]?.rows.map((row) => row.name),
  ).toEqual(['filer', 'tin']);
});
