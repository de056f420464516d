import { describe, expect, test } from 'vitest';
import type { Condition, Field, Item, TypedKind } from './definition.ts';
import { parseAnswers } from './parse-answers.ts';
import { checkbox, documentsOf, formOf, typedKinds } from '../fixtures/sample-forms.ts';

/** Makes a field without rules, so that only general checks can reject an answer. */
function typed(name: string, shownWhen?: Condition, kind: TypedKind = 'text'): Field {
  return { kind, name, label: name, rules: [], ...(shownWhen ? { shownWhen } : {}) };
}
const box = checkbox('box');
const choice: Field = { kind: 'select', name: 'choice', label: 'Choice', options: ['Red', 'Blue', 'Other'], rules: [] };

describe('wrong types', () => {
  test.each([[[]], [{}], [7], [true], [['Jane']], [{ toString: 'Jane' }]])('%j is not text', (value) => {
    for (const field of [typed('text'), { ...choice, name: 'text' }]) {
      const parsed = parseAnswers(formOf(field), { text: value }, {});
      expect(parsed).toEqual({
        ok: false,
        errors: [{ field: 'text', rule: 'type', message: 'This field takes text' }],
      });
    }
  });

  test.each([['yes'], [1], [0], [[]], [{}], ['ON']])('%j is neither checked nor unchecked', (value) => {
    const parsed = parseAnswers(formOf(box), { box: value }, {});
    expect(parsed).toEqual({
      ok: false,
      errors: [{ field: 'box', rule: 'type', message: 'This field takes true or false' }],
    });
  });

  test.each([[null], [undefined], ['text'], [7], [true], [[]], [[{ box: true }]]])(
    '%j is not an object of answers',
    (raw) => {
      expect(parseAnswers(formOf(box), raw, {})).toMatchObject({ ok: false, errors: [{ field: '', rule: 'type' }] });
    },
  );

  test('a wrong type is one error, without the other rules of the field', () => {
    const field: Field = { ...typed('text'), rules: [{ rule: 'required', message: 'Required' }] };
    const parsed = parseAnswers(formOf(field), { text: 7 }, {});
    expect(parsed.ok ? [] : parsed.errors.map((error) => error.rule)).toEqual(['type']);
  });
});

describe('checkboxes', () => {
  test.each([[true], ['on'], ['true']])('%j checks the box', (value) => {
    expect(parseAnswers(formOf(box), { box: value }, {})).toEqual({ ok: true, answers: { box: true } });
  });

  test.each([[false], ['false'], [''], [null], [undefined]])('%j leaves it unchecked', (value) => {
    expect(parseAnswers(formOf(box), { box: value }, {})).toEqual({ ok: true, answers: { box: false } });
  });

  test('a required box must be checked', () => {
    const form = formOf({ ...box, rules: [{ rule: 'required', message: 'Tick this' }] });
    expect(parseAnswers(form, {}, {})).toEqual({
      ok: false,
      errors: [{ field: 'box', rule: 'required', message: 'Tick this' }],
    });
    expect(parseAnswers(form, { box: 'on' }, {})).toMatchObject({ ok: true });
  });
});

describe('characters that cannot be stored', () => {
  test.each(typedKinds)('a field of kind %s rejects a NUL and a lone surrogate, even without rules', (kind) => {
    for (const value of ['a\u0000b', '\u0000', '\uD83D', 'a\uDE00', '\uDE00\uD83D']) {
      const parsed = parseAnswers(formOf(typed('field', undefined, kind)), { field: value }, {});
      expect(parsed).toMatchObject({ ok: false, errors: [{ field: 'field', rule: 'characters' }] });
    }
  });

  test('a surrogate pair is an ordinary character', () => {
    expect(parseAnswers(formOf(typed('field')), { field: '😀' }, {})).toEqual({ ok: true, answers: { field: '😀' } });
  });

  test('a choice and a checkbox reject a NUL', () => {
    for (const value of ['Red\u0000', '\u0000']) {
      expect(parseAnswers(formOf(choice), { choice: value }, {})).toMatchObject({ ok: false });
      expect(parseAnswers(formOf(box), { box: value }, {})).toMatchObject({ ok: false });
    }
  });
});

describe('lengths', () => {
  test('count code points, which is closest to what people count', () => {
    const form = formOf({
      ...typed('field'),
      rules: [
        { rule: 'min', than: 2, message: 'Short' },
        { rule: 'max', than: 3, message: 'Long' },
      ],
    });
    const rules = (value: string) => {
      const parsed = parseAnswers(form, { field: value }, {});
      return parsed.ok ? [] : parsed.errors.map((error) => error.message);
    };
    expect(rules('😀')).toEqual(['Short']);
    expect(rules('😀😀')).toEqual([]);
    expect(rules('😀😀😀')).toEqual([]);
    expect(rules('😀😀😀😀')).toEqual(['Long']);
  });
});

describe('unknown keys', () => {
  test('are errors by name, after the errors of the fields', () => {
    const form = formOf({ ...typed('name'), rules: [{ rule: 'required', message: 'Required' }] });
    const parsed = parseAnswers(form, { admin: true, name: '', claimNumber: '1' }, {});
    expect(parsed.ok ? [] : parsed.errors.map(({ field, rule }) => [field, rule])).toEqual([
      ['name', 'required'],
      ['admin', 'unknown'],
      ['claimNumber', 'unknown'],
    ]);
  });

  test('such as those of JavaScript objects are rejected too, and change no object', () => {
    const raw: unknown = JSON.parse(
      '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"toString":"x"}',
    );
    const parsed = parseAnswers(formOf(typed('name')), raw, {});
    expect(parsed.ok ? [] : parsed.errors.map((error) => error.field)).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('are not looked up in prototypes', () => {
    const raw: unknown = Object.create({ name: 'inherited' });
    expect(parseAnswers(formOf(typed('name'), typed('constructor')), raw, {})).toEqual({ ok: true, answers: {} });
  });

  test('in a junk body cause 20 errors, with names cut to 100 characters', () => {
    const raw = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index} `.padEnd(500, 'x'), '']));
    const parsed = parseAnswers(formOf(typed('name')), raw, {});
    const errors = parsed.ok ? [] : parsed.errors;
    expect(errors).toHaveLength(20);
    expect(errors.every((error) => error.field.length === 100)).toBe(true);
  });
});

describe('conditions', () => {
  /** An accepted answer shows that `asked` is visible. */
  function isAsked(shownWhen: Condition, answers: Readonly<Record<string, unknown>>, context = {}): boolean {
    const amount = typed('amount', undefined, 'money');
    const form = formOf(choice, box, amount, typed('asked', shownWhen));
    const parsed = parseAnswers(form, { ...answers, asked: 'kept' }, context);
    return parsed.ok && 'asked' in parsed.answers;
  }

  test('`is` compares with one value or with several', () => {
    expect(isAsked({ field: 'choice', is: 'Other' }, { choice: ' Other ' })).toBe(true);
    expect(isAsked({ field: 'choice', is: 'Other' }, { choice: 'Red' })).toBe(false);
    expect(isAsked({ field: 'choice', is: 'Other' }, {})).toBe(false);
    expect(isAsked({ field: 'choice', is: ['Red', 'Blue'] }, { choice: 'Blue' })).toBe(true);
    expect(isAsked({ field: 'choice', is: ['Red', 'Blue'] }, { choice: 'Other' })).toBe(false);
    expect(isAsked({ field: 'choice', is: ['Red', 'Blue'] }, {})).toBe(false);
  });

  test('`is` treats an absent checkbox as unchecked', () => {
    expect(isAsked({ field: 'box', is: true }, { box: 'on' })).toBe(true);
    expect(isAsked({ field: 'box', is: true }, {})).toBe(false);
    expect(isAsked({ field: 'box', is: false }, {})).toBe(true);
    expect(isAsked({ field: 'box', is: false }, { box: true })).toBe(false);
  });

  test('`atLeast` compares an amount', () => {
    const atLeast = { field: 'amount', atLeast: 300_000 } as const;
    expect(isAsked(atLeast, { amount: '299999.99' })).toBe(false);
    expect(isAsked(atLeast, { amount: '300000' })).toBe(true);
    expect(isAsked(atLeast, { amount: '300000.01' })).toBe(true);
    for (const amount of ['', 'Infinity', '1e9', '0x99999999', '-300000', 'lots'])
      expect(isAsked(atLeast, { amount })).toBe(false);
    expect(isAsked(atLeast, {})).toBe(false);
  });

  test('`answered` is met by any answer, valid or not', () => {
    expect(isAsked({ field: 'choice', answered: true }, { choice: 'Red' })).toBe(true);
    expect(isAsked({ field: 'choice', answered: true }, { choice: ' ' })).toBe(false);
    expect(isAsked({ field: 'amount', answered: true }, {})).toBe(false);
    expect(isAsked({ field: 'amount', answered: false }, {})).toBe(true);
    expect(isAsked({ field: 'amount', answered: false }, { amount: null })).toBe(true);
    expect(isAsked({ field: 'amount', answered: false }, { amount: '0' })).toBe(false);
    const strict: Field = { ...typed('amount'), rules: [{ rule: 'min', than: 9, message: 'Short' }] };
    const form = formOf(strict, typed('asked', { field: 'amount', answered: true }), box);
    expect(parseAnswers(form, { amount: '1', asked: 7 }, {})).toMatchObject({
      errors: [{ field: 'amount' }, { field: 'asked', rule: 'type' }],
    });
  });

  test('`context` depends on facts that the caller knows', () => {
    expect(isAsked({ context: 'noticeId', is: 'absent' }, {})).toBe(true);
    expect(isAsked({ context: 'noticeId', is: 'absent' }, {}, { noticeId: '100000001' })).toBe(false);
  });

  test('a hidden field counts as unanswered in conditions', () => {
    const form = formOf(
      choice,
      typed('second', { field: 'choice', is: 'Other' }),
      typed('third', { field: 'second', is: 'yes' }),
    );
    const raw = { second: 'yes', third: 'deep' };
    expect(parseAnswers(form, { ...raw, choice: 'Other' }, {})).toMatchObject({ ok: true, answers: raw });
    expect(parseAnswers(form, { ...raw, choice: 'Red' }, {})).toEqual({ ok: true, answers: { choice: 'Red' } });
  });

  test('a hidden checkbox counts as unchecked', () => {
    const hidden: Field = { ...box, shownWhen: { field: 'choice', is: 'Other' } };
    const form = formOf(choice, hidden, typed('asked', { field: 'box', is: false }));
    const raw = { choice: 'Red', box: true, asked: 'kept' };
    expect(parseAnswers(form, raw, {})).toEqual({ ok: true, answers: { choice: 'Red', asked: 'kept' } });
  });
});

describe('an echo', () => {
  const echo: Item = { kind: 'echo', name: 'again', of: 'choice' };

  test('repeats the answer of its field, whether it is sent or not', () => {
    for (const again of [undefined, null, '', 'Red'])
      expect(parseAnswers(formOf(choice, echo), { choice: 'Red', again }, {})).toEqual({
        ok: true,
        answers: { choice: 'Red', again: 'Red' },
      });
  });

  test('has no answer while its field has none', () => {
    expect(parseAnswers(formOf(choice, echo), {}, {})).toEqual({ ok: true, answers: {} });
  });

  test.each([['Blue'], ['red'], [' Red '], [7], [['Red']], [true]])('must not differ from its field: %j', (again) => {
    const error = { field: 'again', rule: 'echo', message: 'This field must say the same as choice' };
    expect(parseAnswers(formOf(choice, echo), { choice: 'Red', again }, {})).toEqual({ ok: false, errors: [error] });
    expect(parseAnswers(formOf(choice, echo), { again }, {})).toEqual({ ok: false, errors: [error] });
  });
});

test('honeypots, documents and captchas are not answers', () => {
  const items: readonly Item[] = [
    typed('name'),
    { kind: 'honeypot', name: 'website', label: 'Leave this empty' },
    documentsOf(),
    { kind: 'captcha', name: 'token', label: 'Captcha', rules: [{ rule: 'required', message: 'Required' }] },
  ];
  expect(parseAnswers(formOf(...items), { name: 'Ann' }, {})).toEqual({ ok: true, answers: { name: 'Ann' } });
  const parsed = parseAnswers(formOf(...items), { website: 'x', files: [], token: 'x' }, {});
  expect(parsed.ok ? [] : parsed.errors.map(({ field, rule }) => [field, rule])).toEqual([
    ['website', 'unknown'],
    ['files', 'unknown'],
    ['token', 'unknown'],
  ]);
});
