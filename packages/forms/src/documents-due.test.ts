import { describe, expect, test } from 'vitest';
import type { DocumentsItem, DueDocuments, Form } from './definition.ts';
import { documentsDue, evaluateForm } from './evaluate-form.ts';
import { checkbox, documentsOf, formWith, text, typed } from '../fixtures/sample-forms.ts';

const files = (due?: DocumentsItem['due']): DocumentsItem => documentsOf(due && { due });

const formOf = (item: DocumentsItem, shownWhen?: Form['sections'][number]['shownWhen']): Form =>
  formWith(
    {
      title: 'First',
      items: [
        checkbox('agent'),
        { ...text('name'), shownWhen: { field: 'agent', is: true } },
        typed('money', 'amount'),
      ],
    },
    { title: 'Documents', items: [item], ...(shownWhen && { shownWhen }) },
  );
function dueOf(item: DocumentsItem, answers: Readonly<Record<string, unknown>>, context = {}): string[] {
  return messagesOf(documentsDue(evaluateForm(formOf(item), answers, context), context));
}
const messagesOf = (due: readonly DueDocuments[]) => due.map(({ message }) => message);

describe('documents are due', () => {
  test('never by default', () => {
    expect(dueOf(files(), {})).toEqual([]);
    expect(dueOf(files([]), {})).toEqual([]);
  });

  test('always without a condition', () => {
    expect(dueOf(files([{ message: 'Always' }]), {})).toEqual(['Always']);
  });

  test('for each condition that is met, in the order of the definition', () => {
    const item = files([
      { when: { field: 'amount', atLeast: 300_000 }, message: 'Large' },
      { message: 'Always' },
      { when: { field: 'name', answered: false }, message: 'Nameless' },
      { when: { context: 'noticeId', is: 'absent' }, message: 'No notice' },
    ]);
    expect(dueOf(item, { amount: '300000', agent: true, name: 'Ann' })).toEqual(['Large', 'Always', 'No notice']);
    expect(dueOf(item, { amount: '299999' }, { noticeId: '100000001' })).toEqual(['Always', 'Nameless']);
    // A hidden field counts as unanswered.
    expect(dueOf(item, { name: 'Ann', agent: false }, { noticeId: '1' })).toEqual(['Always', 'Nameless']);
  });

  test('not while their section is hidden', () => {
    const hidden = formOf(files([{ message: 'Always' }]), { field: 'agent', is: true });
    expect(documentsDue(evaluateForm(hidden, {}, {}), {})).toEqual([]);
    expect(messagesOf(documentsDue(evaluateForm(hidden, { agent: true }, {}), {}))).toEqual(['Always']);
  });

  test('with the data that each reason asks for, if any', () => {
    const item = files([
      { message: 'Members', data: 'membership' },
      { when: { field: 'amount', atLeast: 300_000 }, message: 'Purchases', data: 'purchases' },
      { message: 'Proof' },
    ]);
    const due = documentsDue(evaluateForm(formOf(item), { amount: '300000' }, {}), {});
    expect(due.map(({ message, data }) => [message, data])).toEqual([
      ['Members', 'membership'],
      ['Purchases', 'purchases'],
      ['Proof', undefined],
    ]);
  });
});
