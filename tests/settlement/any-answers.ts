import { type RuleTable } from '../rule-tables/rule-table.ts';
import type { AnyAnswer } from '@redress/forms/answers';
import { type Field, isField } from '@redress/forms/definition';
import fc from 'fast-check';

/** The same values in every run, so that failures can be reproduced. */
export const seed = 20_261_121;

type RawAnswers = Readonly<Record<string, unknown>>;

/**
 * Mostly valid answers to a form: the table's base, values that the table lists for the field, and
 * anything else that JSON allows.
 */
export function anyAnswers(table: RuleTable): fc.Arbitrary<RawAnswers> {
  const fields = table.form.sections.flatMap(({ items }) => items.filter(isField));
  const entries = [...new Map(fields.map((field) => [field.name, field])).values()].map(
    (field) => [field.name, anyAnswer(table, field)] as const,
  );
  const answers = fc.record(Object.fromEntries(entries));
  const echoes = table.form.sections.flatMap(({ items }) => items.filter((item) => item.kind === 'echo'));
  const beside = fc.record({
    ...Object.fromEntries(echoes.map(({ name, of }) => [name, rarely(fc.string(), fc.constant(table.base[of]))])),
    unheardOf: rarely(fc.string(), fc.constant(undefined)),
  });
  return fc.tuple(answers, beside).map(([asked, more]) => asJson({ ...asked, ...more }));
}

/** As it arrives: without keys that have no value. */
const asJson = (answers: RawAnswers): RawAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined));

const rarely = <A, B>(odd: fc.Arbitrary<A>, usual: fc.Arbitrary<B>): fc.Arbitrary<A | B> =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: odd });

function anyAnswer(table: RuleTable, field: Field): fc.Arbitrary<unknown> {
  const base = table.base[field.name];
  const odd = [{ weight: 1, arbitrary: fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 1 })) }];
  switch (field.kind) {
    case 'checkbox':
      return fc.oneof({ weight: 30, arbitrary: fc.boolean() }, ...odd);
    case 'choice':
    case 'select': {
      const chosen: fc.Arbitrary<AnyAnswer> =
        base === undefined ? fc.constantFrom('', ...field.options) : fc.constant(base);
      const options = ['', ...field.options];
      return fc.oneof({ weight: 30, arbitrary: chosen }, { weight: 2, arbitrary: fc.constantFrom(...options) }, ...odd);
    }
    case 'rows': {
      const row = fc.record(
        Object.fromEntries(
          field.of.map((cell) => [
            cell.name,
            fc.oneof(
              { weight: 1, arbitrary: fc.constant('') },
              { weight: 20, arbitrary: anyText(table, `${field.name}.${cell.name}`) },
            ),
          ]),
        ),
      );
      return fc.oneof({ weight: 30, arbitrary: fc.array(row, { minLength: 1, maxLength: 3 }) }, ...odd);
    }
    default:
      return fc.oneof({ weight: 40, arbitrary: anyText(table, field.name) }, ...odd);
  }
}

/**
 * `path`: a field's name, or a cell's (`classMembers.classMemberFEIN`), in the row that the table
 * uses.
 */
function anyText(table: RuleTable, path: string): fc.Arbitrary<string> {
  const rows = table.rows.filter((row) => row.field.replace(/\.\d+\./, '.') === path);
  const known = rows.map(({ value }) => String(value));
  const right = rows.filter(({ messages }) => messages.length === 0).map(({ value }) => String(value));
  const base = table.base[path];
  if (typeof base === 'string') right.push(base);
  const free = fc.string({ unit: 'grapheme', maxLength: 60 });
  return fc.oneof(
    { weight: 40, arbitrary: right.length === 0 ? fc.constant('') : fc.constantFrom(...right) },
    { weight: 2, arbitrary: known.length === 0 ? free : fc.constantFrom(...known) },
    { weight: 1, arbitrary: free },
  );
}
