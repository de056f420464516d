import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkForm } from './check-form.ts';
import type { AnyAnswers, FieldError } from './answers.ts';
import { type Context, type Field, type Form, isField, type Item } from './definition.ts';
import { evaluateForm } from './evaluate-form.ts';
import { parseAnswers } from './parse-answers.ts';
import { holdsTaxIds, joinTaxIds, splitTaxIds } from './tax-ids.ts';
import { options, someForm } from '../fixtures/some-form.ts';

/** Properties that count their tries need a fixed seed. */
const seed = 20_261_127;
const typicalTexts = ['', ' ', 'Jane', ' Jane ', '5', '49.5', '602 555-0100', '+1 (602) 555-0100', '(+1)', '+1+1 1'];
const oddUnits = ['\uD83D', ...Array.from('\u0301\u0316\u0344\u2019\u00A0\u0000ß+1a (')];
const someText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...typicalTexts) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 14 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 14 }) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...oddUnits)).map((parts) => parts.join('')) },
);
const someRows = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record(
        { name: someText, number: fc.oneof(someText, fc.constant('123456789')) },
        { requiredKeys: [] },
      ),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  ),
  { maxLength: 5 },
);
const someValue = fc.oneof(
  { weight: 2, arbitrary: someRows },
  { weight: 6, arbitrary: someText },
  { weight: 4, arbitrary: fc.constantFrom(...options, 'on', true, false) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
/** Generates mostly answers to fields of such a form, sometimes to an unknown one. */
const someAnswers = fc.dictionary(
  fc.oneof(
    { weight: 30, arbitrary: fc.nat(12).map((index) => `field${index}`) },
    { weight: 1, arbitrary: fc.string() },
  ),
  someValue,
  { maxKeys: 14 },
);
/** Generates a form, often without rules, with fitting answers, so that many are accepted. */
const fittingAnswers = fc.tuple(someForm, fc.boolean()).chain(([form, isStrict]) => {
  const asked = isStrict ? form : withoutRules(form);
  const values = fieldsOf(asked).map((field) => [field.name, fittingValue(field)] as const);
  return fc.tuple(fc.constant(asked), fc.record(Object.fromEntries(values)));
});
function fittingValue(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'checkbox':
      return fc.constantFrom(true, 'on', false);
    case 'select':
    case 'choice':
      return fc.constantFrom('', ...options);
    case 'rows':
      return fc.array(fc.record({ name: someText, number: someText }, { requiredKeys: [] }), { maxLength: 4 });
    default:
      return someText;
  }
}
const someContext: fc.Arbitrary<Context> = fc.constantFrom({}, { noticeId: '100000001' });

function fieldsOf(form: Form): readonly Field[] {
  return form.sections.flatMap((section) => section.items.filter(isField));
}
function answeredOf(form: Form): readonly Extract<Item, { name: string }>[] {
  return form.sections.flatMap((section) => section.items.filter((item) => isField(item) || item.kind === 'echo'));
}
function withoutRules(form: Form): Form {
  const relax = (item: Item): Item => {
    if (!isField(item)) return item;
    if (item.kind !== 'rows') return { ...item, rules: [] };
    return { ...item, atLeast: 0, of: item.of.map((cell) => ({ ...cell, rules: [] })) };
  };
  return { ...form, sections: form.sections.map((section) => ({ ...section, items: section.items.map(relax) })) };
}
function visibleNames(form: Form, raw: Readonly<Record<string, unknown>>, context: Context): string[] {
  return evaluateForm(form, raw, context).sections.flatMap(({ items }) =>
    items.flatMap((item) => (isField(item) || item.kind === 'echo' ? item.name : [])),
  );
}
/** Returns `field3` for `field3.0.name`. */
const fieldName = (path: string) => path.split('.')[0] ?? '';

/** Tests whether the error is about an unknown key outside rows. */
const isUnknownKey = ({ field, rule }: FieldError) => rule === 'unknown' && !/^field\d+\.\d+\./.test(field);

function textsOf(answers: AnyAnswers): string[] {
  return Object.values(answers).flatMap((answer) => {
    if (typeof answer === 'boolean') return [];
    return typeof answer === 'string' ? [answer] : answer.flatMap((row) => Object.values(row));
  });
}

describe('for any form, any answers and any context', () => {
  test('the generated forms are valid', () => {
    fc.assert(
      fc.property(someForm, (form) => {
        expect(checkForm(form)).toEqual([]);
      }),
    );
  });

  test('parsing parsed answers again, or through JSON, changes nothing', () => {
    let taken = 0;
    fc.assert(
      fc.property(fittingAnswers, someContext, ([form, raw], context) => {
        const parsed = parseAnswers(form, raw, context);
        if (!parsed.ok) return;
        taken += 1;
        expect(parseAnswers(form, parsed.answers, context)).toEqual(parsed);
        expect(parseAnswers(form, JSON.parse(JSON.stringify(parsed.answers)), context)).toEqual(parsed);
      }),
      { seed, numRuns: 700 },
    );
    // Without such forms, the property would be vacuous.
    expect(taken).toBeGreaterThan(100);
  });

  test('a parse succeeds exactly if it has no errors, which are in document order with unknown keys last', () => {
    fc.assert(
      fc.property(someForm, someAnswers, someContext, (form, raw, context) => {
        const parsed = parseAnswers(form, raw, context);
        expect('errors' in parsed).toBe(!parsed.ok);
        if (parsed.ok) return;
        expect(parsed.errors.length).toBeGreaterThan(0);
        const names = answeredOf(form).map((item) => item.name);
        const places = parsed.errors.map((error) =>
          isUnknownKey(error) ? names.length : names.indexOf(fieldName(error.field)),
        );
        expect(places).not.toContain(-1);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  test('only visible fields have answers and errors, and values of hidden fields change nothing', () => {
    fc.assert(
      fc.property(someForm, someAnswers, someContext, (form, raw, context) => {
        const visible = new Set(visibleNames(form, raw, context));
        const parsed = parseAnswers(form, raw, context);
        const mentioned = parsed.ok
          ? Object.keys(parsed.answers)
          : parsed.errors.filter((error) => !isUnknownKey(error)).map((error) => fieldName(error.field));
        expect(mentioned.filter((name) => !visible.has(name))).toEqual([]);
        const hidden = new Set(answeredOf(form).flatMap((item) => (visible.has(item.name) ? [] : [item.name])));
        const without = Object.fromEntries(Object.entries(raw).filter(([name]) => !hidden.has(name)));
        expect(parseAnswers(form, without, context)).toEqual(parsed);
      }),
      { numRuns: 300 },
    );
  });

  test('no accepted answer is empty or contains a NUL or a lone surrogate', () => {
    fc.assert(
      fc.property(fittingAnswers, someContext, ([form, raw], context) => {
        const parsed = parseAnswers(form, raw, context);
        for (const answer of parsed.ok ? textsOf(evaluateForm(form, raw, context).answers) : []) {
          expect(answer.includes('\u0000')).toBe(false);
          expect(answer.isWellFormed()).toBe(true);
          expect(answer.trim()).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });

  test('joining split answers and tax IDs gives the answers', () => {
    let parted = 0;
    fc.assert(
      fc.property(fittingAnswers, someContext, ([form, raw], context) => {
        const { answers } = evaluateForm(form, raw, context);
        const { open, taxIds } = splitTaxIds(form, answers);
        parted += taxIds.length;
        expect(joinTaxIds(open, taxIds)).toEqual(answers);
        const secret = new Set(fieldsOf(form).flatMap((field) => (holdsTaxIds(field) ? [field.name] : [])));
        expect(Object.keys(open).filter((name) => secret.has(name))).toEqual([]);
        for (const answer of Object.values(open))
          if (typeof answer === 'object') expect(answer.every((row) => !('number' in row))).toBe(true);
      }),
      { seed, numRuns: 500 },
    );
    expect(parted).toBeGreaterThan(100);
  });
});

test('no JSON or JavaScript value makes a parse throw', () => {
  const anything = fc.anything({
    withNullPrototype: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withBigInt: true,
    withTypedArray: true,
  });
  fc.assert(
    fc.property(
      someForm,
      fc.oneof(
        fc.jsonValue(),
        anything,
        fc.dictionary(
          fc.nat(6).map((index) => `field${index}`),
          anything,
        ),
      ),
      (form, raw) => {
        expect(typeof parseAnswers(form, raw, {}).ok).toBe('boolean');
      },
    ),
    { numRuns: 500 },
  );
});
