import { defineForm } from '@redress/forms/definition';
import { describe, expect, it, vi } from 'vitest';
import { createFormStore } from './form-store.ts';

const required = { rule: 'required', message: 'This field is required' } as const;
const form = defineForm({
  id: 'test',
  version: 1,
  title: 'Test',
  sections: [
    {
      letter: 'A',
      title: 'Who',
      items: [
        {
          kind: 'text',
          name: 'name1',
          label: 'Name',
          rules: [required, { rule: 'min', than: 2, message: 'too short' }],
        },
        { kind: 'select', name: 'kind', label: 'Kind', options: ['Person', 'Other'], rules: [required] },
        { kind: 'text', name: 'other', label: 'Other', rules: [required], shownWhen: { field: 'kind', is: 'Other' } },
      ],
    },
    {
      letter: 'E',
      title: 'Sign',
      items: [{ kind: 'captcha', name: 'proof', label: 'Not a robot', rules: [required] }],
    },
  ],
});

describe('a form being filled in', () => {
  it('shows no error before a submit attempt, however wrong the answers are', () => {
    const store = createFormStore(form);
    store.answer('name1', 'A');
    expect(store.errors()).toEqual([]);
    expect(store.messages('name1')).toEqual([]);
  });

  it('shows every error at the attempt, the captcha among them, in document order, and follows the typing from then on', () => {
    const store = createFormStore(form);
    store.answer('name1', 'A');
    expect(store.attempt().map((error) => [error.field, error.message])).toEqual([
      ['name1', 'too short'],
      ['kind', 'This field is required'],
      ['proof', 'This field is required'],
    ]);
    store.answer('name1', 'Ana');
    store.answer('proof', 'token');
    expect(store.errors().map((error) => error.field)).toEqual(['kind']);
    store.answer('name1', '');
    expect(store.messages('name1')).toEqual(['This field is required']);
  });

  it('tells its listeners only of what changes on the screen', () => {
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

  it('keeps the messages of a field the same array while they do not change', () => {
    const store = createFormStore(form);
    store.attempt();
    const before = store.messages('kind');
    store.answer('name1', 'Ana');
    expect(store.messages('kind')).toBe(before);
  });

  it('shows an error that only the server knows until its field is changed', () => {
    const store = createFormStore(form);
    for (const [name, answer] of [
      ['name1', 'Ana'],
      ['kind', 'Person'],
      ['proof', 'token'],
    ] as const)
      store.answer(name, answer);
    store.addErrors([{ field: 'name1', rule: 'server', message: 'not this one' }]);
    expect(store.messages('name1')).toEqual(['not this one']);
    store.answer('name1', 'Eva');
    expect(store.errors()).toEqual([]);
  });

  it('knows which sections are filled in', () => {
    const store = createFormStore(form);
    expect([...store.done()]).toEqual([]);
    store.answer('name1', 'Ana');
    store.answer('kind', 'Other');
    expect([...store.done()]).toEqual([]);
    store.answer('other', 'Estate');
    expect([...store.done()]).toEqual(['Who']);
  });

  it('is untouched again after a reset', () => {
    const store = createFormStore(form);
    store.answer('name1', 'A');
    store.attempt();
    store.reset();
    expect(store.answers()).toEqual({});
    expect(store.errors()).toEqual([]);
  });
});
