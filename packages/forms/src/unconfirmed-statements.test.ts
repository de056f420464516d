import { expect, test } from 'vitest';
import { evaluateForm } from './evaluate-form.ts';
import { findUnconfirmedStatements } from './unconfirmed-statements.ts';
import { checkbox, formWith, required, text } from '../fixtures/sample-forms.ts';

const form = formWith(
  { title: 'Who', items: [checkbox('agent'), checkbox('read', required), text('note')] },
  { title: 'Agent', shownWhen: { field: 'agent', is: true }, items: [checkbox('authorized')] },
);
const namesFor = (answers: Readonly<Record<string, unknown>>) =>
  findUnconfirmedStatements(evaluateForm(form, answers, {})).map(({ name }) => name);

test('finds visible checkboxes without a tick that are not required, in form order', () => {
  expect(namesFor({})).toEqual(['agent']);
  expect(namesFor({ agent: true })).toEqual(['authorized']);
  expect(namesFor({ agent: false, read: true })).toEqual(['agent']);
  expect(namesFor({ agent: true, authorized: true })).toEqual([]);
});
