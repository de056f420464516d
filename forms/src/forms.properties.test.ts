import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkForm } from './check-form.ts';
import type { Condition, Context, Field, Form, Item, Rule, Section, TypedKind } from './definition.ts';
import { isField } from './definition.ts';
import { normalizeTyped } from './normalize.ts';
import { parseAnswers } from './parse-answers.ts';
import { summarize } from './summarize.ts';
import { visibleItems } from './visible-items.ts';

const typedKinds = [
  'text',
  'email',
  'phone',
  'zip',
  'code',
  'money',
  'count',
  'signature',
] as const satisfies readonly TypedKind[];
const options = ['Red', 'Blue', 'Other'] as const;
const patterns = [String.raw`[\p{L}\p{M}0-9 .']*`, String.raw`\d*`, String.raw`\d+(\.\d{1,4})?`, '[A-Z]*'];

const someRules: fc.Arbitrary<readonly Rule[]> = fc
  .tuple(
    fc.option(fc.constant<Rule>({ rule: 'required', message: 'required' }), { nil: undefined }),
    fc.option(
      fc.nat(4).map<Rule>((than) => ({ rule: 'min', than, message: `min ${than}` })),
      { nil: undefined },
    ),
    fc.option(
      fc.nat(12).map<Rule>((than) => ({ rule: 'max', than, message: `max ${than}` })),
      { nil: undefined },
    ),
    fc.option(
      fc.constantFrom(...patterns).map<Rule>((pattern) => ({ rule: 'pattern', pattern, message: pattern })),
      { nil: undefined },
    ),
  )
  .map((rules) => rules.filter((rule) => rule !== undefined));

/** A condition on one of the earlier fields, chosen by `pick`. */
function conditionOn(earlier: readonly Field[], pick: number): Condition | undefined {
  const field = earlier[pick % (earlier.length + 2)];
  if (!field) return pick % 2 === 0 ? undefined : { context: 'noticeId', is: 'absent' };
  switch (field.kind) {
    case 'checkbox':
      return { field: field.name, is: pick % 3 === 0 };
    case 'select':
      return { field: field.name, is: pick % 3 === 0 ? 'Other' : ['Red', 'Blue'] };
    case 'money':
    case 'count':
      return { field: field.name, atLeast: pick % 50 };
    default:
      return undefined;
  }
}

/** Sound forms of a few sections, with conditions on sections and items and with prose and a captcha between the fields. */
const someForm: fc.Arbitrary<Form> = fc
  .array(
    fc.record({
      pick: fc.nat(1000),
      items: fc.array(
        fc.record({
          kind: fc.constantFrom(...typedKinds, 'checkbox' as const, 'select' as const, 'prose' as const),
          rules: someRules,
          pick: fc.nat(1000),
        }),
        { maxLength: 5 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((plan) => {
    const fields: Field[] = [];
    const sections = plan.map(({ pick, items }, index): Section => {
      const shownWhen = conditionOn(fields, pick);
      const made = items.map((item): Item => {
        const when = conditionOn(fields, item.pick);
        const shown = when ? { shownWhen: when } : {};
        if (item.kind === 'prose') return { kind: 'prose', prose: ['Some words.'], ...shown };
        const base = { name: `field${fields.length}`, label: `Field ${fields.length}`, rules: item.rules, ...shown };
        const field: Field =
          item.kind === 'select'
            ? { ...base, kind: 'select', options, rules: item.rules.filter((rule) => rule.rule === 'required') }
            : item.kind === 'checkbox'
              ? { ...base, kind: 'checkbox', rules: item.rules.filter((rule) => rule.rule === 'required') }
              : { ...base, kind: item.kind };
        fields.push(field);
        return field;
      });
      return { title: `Section ${index}`, items: made, ...(shownWhen ? { shownWhen } : {}) };
    });
    return { id: 'some', version: 1, title: 'Some form', sections };
  });

const someText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      'Jane',
      ' Jane ',
      '5',
      '49.5',
      '602 555-0100',
      '+1 (602) 555-0100',
      '(+1)',
      '+1+1 1',
    ),
  },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 14 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 14 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.constantFrom(
          '\u0301',
          '\u0316',
          '\u0344',
          '\u2019',
          '\u00A0',
          '\uD83D',
          '\u0000',
          'ß',
          '+',
          '1',
          'a',
          ' ',
          '(',
        ),
      )
      .map((parts) => parts.join('')),
  },
);
const someValue = fc.oneof(
  { weight: 6, arbitrary: someText },
  { weight: 4, arbitrary: fc.constantFrom(...options, 'on', true, false) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
/** Mostly answers to fields that such a form has, sometimes to one that it has not. */
const someAnswers = fc.dictionary(
  fc.oneof(
    { weight: 30, arbitrary: fc.nat(12).map((index) => `field${index}`) },
    { weight: 1, arbitrary: fc.string() },
  ),
  someValue,
  { maxKeys: 14 },
);
/** A form, often one without rules, with answers that fit the kinds of its fields: many of them are taken. */
const fittingAnswers = fc.tuple(someForm, fc.boolean()).chain(([form, isStrict]) => {
  const asked = isStrict ? form : withoutRules(form);
  const values = fieldsOf(asked).map((field) => {
    if (field.kind === 'checkbox') return [field.name, fc.constantFrom(true, 'on', false)] as const;
    return [field.name, field.kind === 'select' ? fc.constantFrom('', ...options) : someText] as const;
  });
  return fc.tuple(fc.constant(asked), fc.record(Object.fromEntries(values)));
});
const someContext: fc.Arbitrary<Context> = fc.constantFrom({}, { noticeId: '100000001' });

function fieldsOf(form: Form): readonly Field[] {
  return form.sections.flatMap((section) => section.items.filter(isField));
}
function withoutRules(form: Form): Form {
  const items = (section: Section) => section.items.map((item) => (isField(item) ? { ...item, rules: [] } : item));
  return { ...form, sections: form.sections.map((section) => ({ ...section, items: items(section) })) };
}
function visibleNames(form: Form, raw: Readonly<Record<string, unknown>>, context: Context): string[] {
  return visibleItems(form, raw, context).flatMap(({ items }) => items.filter(isField).map((field) => field.name));
}

describe('for any form, any answers and any context', () => {
  test('the forms that these properties are tried on are sound', () => {
    fc.assert(
      fc.property(someForm, (form) => {
        expect(checkForm(form)).toEqual([]);
      }),
    );
  });

  test('the answers of a parse, parsed again or through JSON, are the same answers', () => {
    let taken = 0;
    fc.assert(
      fc.property(fittingAnswers, someContext, ([form, raw], context) => {
        const parsed = parseAnswers(form, raw, context);
        if (!parsed.ok) return;
        taken += 1;
        expect(parseAnswers(form, parsed.answers, context)).toEqual(parsed);
        expect(parseAnswers(form, JSON.parse(JSON.stringify(parsed.answers)), context)).toEqual(parsed);
      }),
      { numRuns: 1000 },
    );
    // Otherwise the property would hold of nothing.
    expect(taken).toBeGreaterThan(200);
  });

  test('a parse is ok exactly when it has no error, and its errors stand in document order with unknown keys last', () => {
    fc.assert(
      fc.property(someForm, someAnswers, someContext, (form, raw, context) => {
        const parsed = parseAnswers(form, raw, context);
        expect('errors' in parsed).toBe(!parsed.ok);
        if (parsed.ok) return;
        expect(parsed.errors.length).toBeGreaterThan(0);
        const names = fieldsOf(form).map((field) => field.name);
        const places = parsed.errors.map((error) =>
          error.rule === 'unknown' ? names.length : names.indexOf(error.field),
        );
        expect(places).not.toContain(-1);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });

  test('the errors of a field stand in the order of its rules', () => {
    fc.assert(
      fc.property(someForm, someAnswers, someContext, (form, raw, context) => {
        const parsed = parseAnswers(form, raw, context);
        for (const field of parsed.ok ? [] : fieldsOf(form)) {
          const broken = parsed.ok
            ? []
            : parsed.errors.filter((error) => error.field === field.name && error.message !== '');
          const ofRules = broken
            .filter((error) => field.rules.some((rule) => rule.rule === error.rule))
            .map((error) => error.message);
          const inOrder = field.rules.map((rule) => rule.message).filter((message) => ofRules.includes(message));
          expect(ofRules).toEqual(inOrder);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('answers and errors are only of visible fields, and what hidden fields were given changes nothing', () => {
    fc.assert(
      fc.property(someForm, someAnswers, someContext, (form, raw, context) => {
        const visible = new Set(visibleNames(form, raw, context));
        const parsed = parseAnswers(form, raw, context);
        const mentioned = parsed.ok
          ? Object.keys(parsed.answers)
          : parsed.errors.filter((error) => error.rule !== 'unknown').map((error) => error.field);
        expect(mentioned.filter((name) => !visible.has(name))).toEqual([]);
        const hidden = new Set(fieldsOf(form).flatMap((field) => (visible.has(field.name) ? [] : [field.name])));
        const without = Object.fromEntries(Object.entries(raw).filter(([name]) => !hidden.has(name)));
        expect(parseAnswers(form, without, context)).toEqual(parsed);
      }),
      { numRuns: 500 },
    );
  });

  test('no answer that is taken holds a NUL or half a surrogate pair, or is empty', () => {
    fc.assert(
      fc.property(fittingAnswers, someContext, ([form, raw], context) => {
        const parsed = parseAnswers(form, raw, context);
        for (const answer of parsed.ok ? Object.values<string | boolean>(parsed.answers) : []) {
          if (typeof answer === 'boolean') continue;
          expect(answer.includes('\u0000')).toBe(false);
          expect(answer.isWellFormed()).toBe(true);
          expect(answer.trim()).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a summary has a row for each visible field, and a blank one a row for every field', () => {
    fc.assert(
      fc.property(fittingAnswers, someContext, ([form, raw], context) => {
        const parsed = parseAnswers(form, raw, context);
        const rows = (sections: ReturnType<typeof summarize>) =>
          sections.flatMap((section) => section.rows.map((row) => row.name));
        if (parsed.ok) expect(rows(summarize(form, parsed.answers, context))).toEqual(visibleNames(form, raw, context));
        expect(rows(summarize(form))).toEqual(fieldsOf(form).map((field) => field.name));
      }),
      { numRuns: 500 },
    );
  });
});

test('normalizing twice changes nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...typedKinds), someText, (kind, raw) => {
      const once = normalizeTyped(kind, raw);
      expect(normalizeTyped(kind, once)).toBe(once);
    }),
    { numRuns: 3000 },
  );
});

test('nothing that JSON or JavaScript can hold makes a parse throw', () => {
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
    { numRuns: 1000 },
  );
});
