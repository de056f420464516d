import { documentsOf, formWith, text, typed } from '@redress/forms/fixtures/sample-forms';
import { describe, expect, it, vi } from 'vitest';
import { createFormStore } from './form-store.ts';

const required = { rule: 'required', message: 'This field is required' } as const;
const form = formWith(
  {
    letter: 'A',
    title: 'Who',
    items: [
      text('name1', required, { rule: 'min', than: 2, message: 'too short' }),
      { kind: 'select', name: 'kind', label: 'Kind', options: ['Person', 'Other'], rules: [required] },
      { ...text('other', required), shownWhen: { field: 'kind', is: 'Other' } },
    ],
  },
  {
    letter: 'E',
    title: 'Sign',
    items: [{ kind: 'captcha', name: 'proof', label: 'Not a robot', rules: [required] }],
  },
);

describe('the form store', () => {
  it('has no errors before a submit attempt, whatever the answers', () => {
    const store = createFormStore(form);
    store.answer('name1', 'A');
    expect(store.errors()).toEqual([]);
    expect(store.fieldErrors('name1')).toEqual([]);
  });

  it('has all errors in form order at the attempt, including the captcha, and then follows the typing', () => {
    const store = createFormStore(form);
    store.answer('name1', 'A');
    expect(store.attemptSubmit().map((error) => [error.field, error.message])).toEqual([
      ['name1', 'too short'],
      ['kind', 'This field is required'],
      ['proof', 'This field is required'],
    ]);
    store.answer('name1', 'Ana');
    store.answer('proof', 'token');
    expect(store.errors().map((error) => error.field)).toEqual(['kind']);
    store.answer('name1', '');
    expect(store.fieldErrors('name1')).toEqual(['This field is required']);
  });

  it('leaves masks to the server while the login is unknown, and knows those of a login', () => {
    const errorsOf = (mailed: Record<string, string> | undefined) => {
      const store = createFormStore(form, undefined, { mailed });
      store.answer('kind', 'Person');
      store.answer('name1', '•');
      return store.attemptSubmit().map(({ field }) => field);
    };
    expect(errorsOf(undefined)).toEqual(['proof']);
    expect(errorsOf({ name1: '•' })).toEqual(['proof']);
    expect(errorsOf({ name1: 'J' })).toEqual(['name1', 'proof']);
    expect(errorsOf({})).toEqual(['name1', 'proof']);
  });

  it('notifies listeners only of visible changes', () => {
    const store = createFormStore(form);
    const listener = vi.fn();
    store.subscribe(listener);
    store.answer('name1', 'An');
    store.answer('name1', 'Ana');
    expect(listener).toHaveBeenCalledTimes(0);
    store.answer('kind', 'Other');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.sections()[0]?.items.map((item) => ('name' in item ? item.name : ''))).toEqual([
      'name1',
      'kind',
      'other',
    ]);
  });

  it('returns the same array of field errors until they change', () => {
    const store = createFormStore(form);
    store.attemptSubmit();
    const before = store.fieldErrors('kind');
    store.answer('name1', 'Ana');
    expect(store.fieldErrors('kind')).toBe(before);
  });

  it("has the server's errors until their fields change", () => {
    const store = createFormStore(form);
    for (const [name, answer] of [
      ['name1', 'Ana'],
      ['kind', 'Person'],
      ['proof', 'token'],
    ] as const)
      store.answer(name, answer);
    store.addErrors([{ field: 'name1', rule: 'server', message: 'not this one' }]);
    expect(store.fieldErrors('name1')).toEqual(['not this one']);
    store.answer('name1', 'Eva');
    expect(store.errors()).toEqual([]);
  });

  it('counts chosen documents as the answer of their section', () => {
    const store = createFormStore(formWith({ title: 'Proof', items: [documentsOf()] }));
    expect([...store.completedSections()]).toEqual([]);
    store.setHasDocuments(true);
    expect([...store.completedSections()]).toEqual(['Proof']);
    store.setHasDocuments(false);
    expect([...store.completedSections()]).toEqual([]);
  });

  it('has finished a section without due documents once a later one has an answer', () => {
    const store = createFormStore({
      ...form,
      sections: [{ title: 'Proof', items: [documentsOf()] }, ...form.sections],
    });
    store.answer('name1', 'Ana');
    expect([...store.completedSections()]).toEqual(['Proof']);
  });

  it('has not finished a section with a statement that SUBMIT would ask about', () => {
    const statement = { kind: 'checkbox', name: 'agreed', label: 'I lived there.', rules: [] } as const;
    const store = createFormStore({ ...form, sections: [{ title: 'Where', items: [statement] }, ...form.sections] });
    store.answer('name1', 'Ana');
    expect([...store.completedSections()]).toEqual([]);
    store.answer('agreed', true);
    expect([...store.completedSections()]).toEqual(['Where']);
  });

  it('knows which sections are complete', () => {
    const store = createFormStore(form);
    expect([...store.completedSections()]).toEqual([]);
    store.answer('name1', 'Ana');
    store.answer('kind', 'Other');
    expect([...store.completedSections()]).toEqual([]);
    store.answer('other', 'Estate');
    expect([...store.completedSections()]).toEqual(['Who']);
    // Otherwise the section bar would show the section as both complete and wrong.
    store.addErrors([{ field: 'name1', rule: 'pattern', message: 'The server knows better' }]);
    expect([...store.completedSections()]).toEqual([]);
  });

  it('is empty again after a reset', () => {
    const store = createFormStore(form);
    store.answer('name1', 'A');
    store.attemptSubmit();
    store.reset();
    expect(store.answers()).toEqual({});
    expect(store.errors()).toEqual([]);
  });
});

const switched = formWith(
  {
    title: 'Who',
    items: [{ kind: 'choice', name: 'side', label: 'Side', options: ['A', 'B'], rules: [required] }],
  },
  { letter: 'A', title: 'A', shownWhen: { field: 'side', is: 'A' }, items: [text('onlyA', required), text('shared')] },
  { letter: 'B', title: 'B', shownWhen: { field: 'side', is: 'B' }, items: [text('shared', required)] },
  {
    title: 'Documents',
    items: [
      typed('money', 'amount'),
      documentsOf({ due: [{ when: { field: 'amount', atLeast: 300_000 }, message: 'data is due' }] }),
    ],
  },
);

describe('a field that shows others', () => {
  it('clears the answers that it hides, except those of a visible field with the same name', () => {
    const store = createFormStore(switched);
    store.answer('side', 'A');
    store.answer('onlyA', 'gone');
    store.answer('shared', 'stays');
    store.answer('side', 'B');
    expect(store.answers()).toEqual({ side: 'B', shared: 'stays' });
    store.answer('side', 'A');
    expect(store.answers()).toEqual({ side: 'A', shared: 'stays' });
  });

  it('applies only the rules of the visible fields', () => {
    const store = createFormStore(switched);
    store.attemptSubmit();
    expect(store.errors().map((error) => error.field)).toEqual(['side']);
    store.answer('side', 'A');
    expect(store.errors().map((error) => error.field)).toEqual(['onlyA']);
    store.answer('side', 'B');
    expect(store.errors().map((error) => error.field)).toEqual(['shared']);
  });
});

it('returns the same array of due documents until it changes', () => {
  const store = createFormStore(switched);
  expect(store.documentsDue()).toEqual([]);
  store.answer('amount', '300000');
  const due = store.documentsDue();
  expect(due.map(({ message }) => message)).toEqual(['data is due']);
  store.answer('amount', '300001');
  expect(store.documentsDue()).toBe(due);
  store.answer('amount', '299999.99');
  expect(store.documentsDue()).toEqual([]);
});

describe('a form that the server sent back', () => {
  const missing = { field: 'name1', rule: 'required', message: 'This field is required' };

  it("starts with its answers and errors, without the captcha's until a submit attempt", () => {
    const store = createFormStore(form, { answers: { kind: 'Person' }, errors: [missing] });
    expect(store.answers()).toEqual({ kind: 'Person' });
    expect(store.errors()).toEqual([missing]);
    expect(store.fieldErrors('name1')).toEqual(['This field is required']);
    expect(store.attemptSubmit().map((error) => error.field)).toEqual(['name1', 'proof']);
  });

  it('follows the typing from the start', () => {
    const store = createFormStore(form, { answers: { kind: 'Person' }, errors: [missing] });
    store.answer('name1', 'Ana');
    expect(store.errors()).toEqual([]);
    store.answer('name1', 'A');
    expect(store.fieldErrors('name1')).toEqual(['too short']);
  });

  it('has no errors if it was only continued', () => {
    const store = createFormStore(form, { answers: { name1: 'A' }, errors: [] });
    expect(store.errors()).toEqual([]);
    expect(store.fieldErrors('name1')).toEqual([]);
  });

  it('has no hidden answers', () => {
    const store = createFormStore(switched, { answers: { side: 'B', onlyA: 'gone', shared: 'stays' }, errors: [] });
    expect(store.answers()).toEqual({ side: 'B', shared: 'stays' });
  });

  it('has only the error of a rejected document if it was only continued', () => {
    const refused = { field: 'files', rule: 'document', message: 'too large' };
    const store = createFormStore(switched, { answers: { side: 'B' }, errors: [refused] });
    expect(store.errors()).toEqual([refused]);
  });

  it('has the error of a rejected document until the next attempt, which does not send it', () => {
    const refused = { field: 'files', rule: 'document', message: 'too large' };
    const store = createFormStore(switched, { answers: { side: 'B', shared: 'x' }, errors: [refused] });
    expect(store.fieldErrors('files')).toEqual(['too large']);
    expect(store.attemptSubmit()).toEqual([]);
  });

  it('has no errors of fields hidden since, which nobody could fix', () => {
    const errors = [{ field: 'onlyA', rule: 'required', message: 'This field is required' }];
    const store = createFormStore(switched, { answers: { side: 'A', shared: 'x' }, errors });
    expect(store.errors()).toEqual(errors);
    store.answer('side', 'B');
    expect(store.attemptSubmit()).toEqual([]);
  });

  it("lists errors outside the form's fields first, until they change", () => {
    const login = { field: 'login.noticeId', rule: 'required', message: 'This field is required' };
    const store = createFormStore(form, { answers: { kind: 'Person' }, errors: [missing, login] });
    expect(store.errors()).toEqual([login, missing]);
    store.answer('login.noticeId', '1');
    expect(store.errors()).toEqual([missing]);
  });
});
