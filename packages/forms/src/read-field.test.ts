import { describe, expect, test } from 'vitest';
import type { ChoiceField, RowsField } from './definition.ts';
import { parseAnswers } from './parse-answers.ts';
import { readField } from './read-field.ts';
import { checkbox, formWith, required, rowsOf, text, typed } from '../fixtures/sample-forms.ts';

const rows = rowsOf(
  'plans',
  [
    text('name', required, { rule: 'max', than: 6, message: 'Long' }),
    typed('taxId', 'fein', required, { rule: 'pattern', pattern: String.raw`\d*`, message: 'Digits' }),
    text('note'),
  ],
  { atLeast: 1, atMost: { rows: 3, message: 'Too many' } },
);
const a = { name: 'Plan A', fein: '111111111' };
const b = { name: 'Plan B', fein: '222222222' };

function places(field: RowsField, raw: unknown): string[] {
  return readField(field, raw).errors.map(({ field: place, rule }) => `${place} ${rule}`);
}

describe('rows', () => {
  test('are normalized by the kind of each cell, without empty cells', () => {
    const raw = [
      { name: ' Plan\u00A0A ', fein: ' 111111111 ', note: ' ' },
      { ...b, note: null },
    ];
    expect(readField(rows, raw)).toEqual({ answer: [a, b], errors: [] });
  });

  test('have errors with the row’s index in the request and the cell’s name', () => {
    const raw = [a, { name: 'A long name', fein: '' }, { fein: '12x' }];
    expect(readField(rows, raw)).toEqual({
      answer: [a, { name: 'A long name' }, { fein: '12x' }],
      errors: [
        { field: 'plans.1.name', rule: 'max', message: 'Long' },
        { field: 'plans.1.fein', rule: 'required', message: 'Say it' },
        { field: 'plans.2.name', rule: 'required', message: 'Say it' },
        { field: 'plans.2.fein', rule: 'pattern', message: 'Digits' },
      ],
    });
  });

  test.each([[undefined], [null], [[]], [[{}]], [[{}, { name: ' ' }, { fein: '' }]]])(
    'that are required have errors in the first row if there is none: %j',
    (raw) => {
      expect(readField(rows, raw)).toEqual({
        errors: [
          { field: 'plans.0.name', rule: 'required', message: 'Say it' },
          { field: 'plans.0.fein', rule: 'required', message: 'Say it' },
        ],
      });
    },
  );

  test('that are blank are left out, wherever they are', () => {
    expect(readField(rows, [{}, a, { name: '' }])).toEqual({ answer: [a], errors: [] });
    expect(readField({ ...rows, atLeast: 0 }, [{}, { note: ' ' }])).toEqual({ errors: [] });
    expect(readField({ ...rows, atLeast: 0 }, undefined)).toEqual({ errors: [] });
  });

  test('have errors until there are two, if two are required', () => {
    const two = { ...rows, atLeast: 2 };
    expect(places(two, [])).toEqual([
      'plans.0.name required',
      'plans.0.fein required',
      'plans.1.name required',
      'plans.1.fein required',
    ]);
    expect(places(two, [a])).toEqual(['plans.1.name required', 'plans.1.fein required']);
    expect(places(two, [{}, a])).toEqual(['plans.0.name required', 'plans.0.fein required']);
    expect(places(two, [{}, a, {}])).toEqual(['plans.0.name required', 'plans.0.fein required']);
    expect(places(two, [a, {}, b])).toEqual([]);
  });

  test('beyond the maximum cause one error, blank or not', () => {
    const tooMany = { errors: [{ field: 'plans', rule: 'max', message: 'Too many' }] };
    expect(places(rows, [a, b, a])).toEqual([]);
    expect(readField(rows, [a, b, a, b])).toEqual(tooMany);
    expect(readField(rows, [a, {}, {}, {}])).toEqual(tooMany);
    expect(
      readField(
        rows,
        Array.from({ length: 100_000 }, () => ({})),
      ),
    ).toEqual(tooMany);
  });

  test.each([['Plan A'], [7], [true], [{}], [{ 0: a, length: 1 }]])('%j is not a list', (raw) => {
    expect(readField(rows, raw)).toEqual({
      errors: [{ field: 'plans', rule: 'type', message: 'This field takes a list' }],
    });
  });

  test.each([[null], ['Plan A'], [7], [[]], [['Plan A', '111111111']]])('%j is not a row', (row) => {
    expect(readField(rows, [a, row])).toMatchObject({
      errors: [{ field: 'plans.1', rule: 'type', message: 'A row must be an object' }],
    });
  });

  test('a cell accepts only text, and a row with a wrong type is not blank', () => {
    expect(readField({ ...rows, atLeast: 0 }, [{ note: 7 }]).errors).toEqual([
      { field: 'plans.0.name', rule: 'required', message: 'Say it' },
      { field: 'plans.0.fein', rule: 'required', message: 'Say it' },
      { field: 'plans.0.note', rule: 'type', message: 'This field takes text' },
    ]);
    expect(places(rows, [a, { ...b, name: ['Plan B'] }])).toEqual(['plans.1.name type']);
  });

  test('a cell rejects characters that cannot be stored', () => {
    expect(
      places(rows, [
        { ...a, note: 'a\u0000b' },
        { ...b, note: '\uD83D' },
      ]),
    ).toEqual(['plans.0.note characters', 'plans.1.note characters']);
  });

  test('unknown keys are errors by name, cut to 100 characters, at most three per row', () => {
    const junk = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index} `.padEnd(500, 'x'), 1]));
    expect(places(rows, [{ ...a, paid: '5' }])).toEqual(['plans.0.paid unknown']);
    const errors = readField(rows, [{ ...a, ...junk }]).errors;
    expect(errors.map((error) => error.rule)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(errors.every((error) => error.field.length <= 'plans.0.'.length + 100)).toBe(true);
  });

  test('inherited keys are not cells, and keys of JavaScript objects are rejected too', () => {
    const inherited: unknown = Object.create(a);
    expect(places(rows, [inherited])).toEqual(['plans.0.name required', 'plans.0.fein required']);
    const raw: unknown = JSON.parse('[{"name":"Plan A","fein":"1","__proto__":{"polluted":"yes"},"constructor":1}]');
    expect(places(rows, raw)).toEqual(['plans.0.__proto__ unknown', 'plans.0.constructor unknown']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('that are hidden are not read', () => {
    const form = formWith(
      { title: 'Who', items: [checkbox('agent')] },
      { title: 'Plans', shownWhen: { field: 'agent', is: true }, items: [rows] },
    );
    expect(parseAnswers(form, { plans: 'anything' }, {})).toEqual({ ok: true, answers: { agent: false } });
    expect(parseAnswers(form, { agent: true, plans: [a] }, {})).toEqual({
      ok: true,
      answers: { agent: true, plans: [a] },
    });
  });
});

describe('a choice', () => {
  const choice: ChoiceField = {
    kind: 'choice',
    name: 'filer',
    label: 'Filer',
    options: ['Company', 'Agent'],
    labels: ['A company', 'An agent'],
    rules: [{ rule: 'required', message: 'Choose one' }],
  };

  test('accepts an option by its value', () => {
    expect(readField(choice, ' Agent ')).toEqual({ answer: 'Agent', errors: [] });
  });

  test.each([[''], [' '], [null], [undefined]])('%j is not an answer', (raw) => {
    expect(readField(choice, raw)).toEqual({ errors: [{ field: 'filer', rule: 'required', message: 'Choose one' }] });
    expect(readField({ ...choice, rules: [] }, raw)).toEqual({ errors: [] });
  });

  test.each([['An agent'], ['agent'], ['Company,Agent'], ['constructor'], ['Agent\u0000']])(
    '%j is not an option, because labels and other spellings are not',
    (raw) => {
      expect(readField(choice, raw).errors).toMatchObject([{ field: 'filer', rule: 'option' }]);
      expect(readField(choice, raw)).not.toHaveProperty('answer');
    },
  );

  test.each([[7], [true], [['Agent']], [{}]])('%j is not text', (raw) => {
    expect(readField(choice, raw).errors).toMatchObject([{ field: 'filer', rule: 'type' }]);
  });
});

describe('a tax ID', () => {
  test('is kept as typed without surrounding space, and its rules check hyphens', () => {
    const field = typed('taxId', 'tin', { rule: 'pattern', pattern: String.raw`\d*`, message: 'Digits' });
    expect(readField(field, ' 012345678 ')).toEqual({ answer: '012345678', errors: [] });
    expect(readField(field, '12-3456789')).toMatchObject({ answer: '12-3456789', errors: [{ message: 'Digits' }] });
    expect(readField(field, 123_456_789).errors).toMatchObject([{ rule: 'type' }]);
  });
});

describe('text without letters or digits', () => {
  const letter = 'Type at least one letter or number';

  test.each([
    ['text', [required]],
    ['signature', [required]],
    ['signature', []],
  ] as const)('is refused as %s with the rules %j', (kind, rules) => {
    const field = typed(kind, 'name', ...rules);
    for (const text of ['..', "-'-", '\u3164.', '\u0301\u0301', '\u{1F642}'])
      expect(readField(field, text).errors, text).toEqual([{ field: 'name', rule: 'letter', message: letter }]);
    for (const text of ['J', '7', '李', 'ñ.', '٣', '\u{2070E}', 'ㅎ', '\u1100\u1161', '\u3164J'])
      expect(readField(field, text).errors, text).toEqual([]);
  });

  test('is an error in the form’s language, if no other rule is broken', () => {
    const field = text('name', required, { rule: 'min', than: 2, message: 'Short' });
    expect(readField(field, '.').errors).toMatchObject([{ rule: 'min' }]);
    expect(readField(field, '..', 'es').errors).toMatchObject([{ message: 'Escriba al menos una letra o un número' }]);
  });
});

describe('a name with joiners', () => {
  const name = text(
    'name1',
    { rule: 'max', than: 7, message: 'Long' },
    { rule: 'pattern', pattern: String.raw`[\p{L}\p{M}]*`, message: 'Letters' },
  );

  test('matches rules for letters, counts without its joiners, and is kept as spelled', () => {
    expect(readField(name, 'علی\u200Cرضا')).toEqual({ answer: 'علی\u200Cرضا', errors: [] });
  });
  test('loses joiners that shape nothing', () => {
    expect(readField(name, 'Ja\u200Cne\u200D')).toEqual({ answer: 'Jane', errors: [] });
  });
});
