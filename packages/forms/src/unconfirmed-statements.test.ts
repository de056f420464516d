import { expect, test } from 'vitest';
import type { Form } from './definition.ts';
import { evaluateForm } from './evaluate-form.ts';
import { findUnconfirmedStatements } from './unconfirmed-statements.ts';

const required = { rule: 'required', message: 'Required' } as const;
const form: Form = {
  id: 'statements',
  version: 1,
  title: 'Statements',
  sections: [
    {
      title: 'Who',
      items: [
        { kind: 'checkbox', name: 'agent', label: 'I file for someone else.', rules: [] },
        { kind: 'checkbox', name: 'read', label: 'I have read this.', rules: [required] },
        { kind: 'text', name: 'note', label: 'Note', rules: [] },
      ],
    },
    {
      title: 'Agent',
      shownWhen: { field: 'agent', is: true },
      items: [{ kind: 'checkbox', name: 'authorized', label: 'I am authorized.', rules: [] }],
    },
  ],
};
const namesFor = (answers: Readonly<Record<string, unknown>>) =>
  findUnconfirmedStatements(evaluateForm(form, answers, {})).map(({ name }) => name);

test('finds visible checkboxes without a tick that are not required, in form order', () => {
  expect(namesFor({})).toEqual(['agent']);
  expect(namesFor({ agent: true })).toEqual(['authorized']);
  expect(namesFor({ agent: false, read: true })).toEqual(['agent']);
  expect(namesFor({ agent: true, authorized: true })).toEqual([]);
});
