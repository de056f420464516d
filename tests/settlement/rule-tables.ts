import { siteBuild } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import { newestVersionOf } from '@redress/contract/claim-forms';
import type { AnyAnswers } from '@redress/forms/answers';
import { dayAfter, dayIn } from '@redress/forms/court-day';
import { type Field, type Form, isClaimForm, isField, type Rule, type TypedField } from '@redress/forms/definition';
import { evaluateForm } from '@redress/forms/evaluate-form';
import { parseAnswers } from '@redress/forms/parse-answers';
import { readField } from '@redress/forms/read-field';
import { ruleTables } from '../rule-tables/all.ts';
import { type RuleRow, type RuleTable, withAnswer } from '../rule-tables/rule-table.ts';
import { asTyped, type ExampleAnswers, exampleVariants, givenExamples, typedExample } from './example-answers.ts';
import { nameOf } from './pins.ts';

/**
 * Whether this is the settlement that the other tests have as their example: they show in every run
 * some of what is shown here of any settlement.
 */
export const isDefault = siteBuild === 'dist';

/** The forms that claimants can fill in: the newest version of each, and the login. */
export const currentForms: readonly Form[] = [
  ...(settlement.login ? [settlement.login] : []),
  ...settlement.claimForms.filter((form) => newestVersionOf(settlement.claimForms, form.id) === form),
];

/** Whether a form takes no more claims today: its page has nothing to fill in. */
export const isClosed = (form: Form): boolean =>
  isClaimForm(form) && form.afterDeadline === 'close' && dayIn(form.timeZone, new Date()) > form.deadline;

/** Tables from the specification, for the forms that have them. */
const writtenByHand = ruleTables.filter(({ form }) => currentForms.includes(form));

/** A table for each form: the one written by hand, or else the generated ones. */
export const settlementTables = (): readonly RuleTable[] =>
  currentForms.flatMap((form) => {
    const written = writtenByHand.filter((table) => table.form === form);
    return written.length > 0 ? written : generateRuleTables(form).tables;
  });

export interface GeneratedTables {
  readonly tables: readonly RuleTable[];
  /** A sentence for each question without an example, and each rule that no example breaks. */
  readonly lacking: readonly string[];
}

/**
 * Derives from a form's definition the values that each field accepts and rejects, with their
 * messages. Each table has other base answers, and the fields that they are the first to show.
 */
export function generateRuleTables(form: Form): GeneratedTables {
  const variants = exampleVariants(form);
  const done = new Set<string>();
  const tables = variants.map(({ answers }, index) => {
    const fields = visibleFields(form, answers).filter(({ name }) => !done.has(name));
    for (const { name } of fields) done.add(name);
    return {
      name: `${nameOf(form)}${index === 0 ? '' : `, other answers ${String(index)}`}`,
      form,
      context: {},
      base: answers,
      rows: fields.flatMap((field) => rowsOf(form, field)).filter((row) => standsAlone(form, answers, row)),
    };
  });
  return { tables, lacking: [...lackingExamples(variants), ...tables.flatMap(lackingRules)] };
}

/**
 * Whether a value causes errors only in its own field. An option that shows further questions does
 * not; another table has it among its base answers.
 */
function standsAlone(form: Form, answers: AnyAnswers, row: RuleRow): boolean {
  const parsed = parseAnswers(form, withAnswer(answers, row), {});
  return parsed.ok || parsed.errors.every(({ field }) => field === row.field);
}

const visibleFields = (form: Form, answers: AnyAnswers): readonly Field[] =>
  evaluateForm(form, answers, {}).sections.flatMap(({ items }) => items.filter(isField));

const lackingExamples = (variants: readonly ExampleAnswers[]) => [
  ...new Set(variants.flatMap(({ lacking }) => lacking)),
];

/** The messages come from the rules themselves: `readField` reads one field at a time. */
function rowsOf(form: Form, field: Field): readonly RuleRow[] {
  const row = (value: string | boolean, path = field.name, one = field): RuleRow => ({
    field: path,
    value,
    messages: readField(one, value).errors.map(({ message }) => message),
  });
  switch (field.kind) {
    case 'checkbox':
      return [row(true), row(false)];
    case 'select':
    case 'choice':
      return [...field.options.slice(0, 10), '', 'not an option'].map((value) => row(value));
    case 'rows':
      return field.of.flatMap((cell) =>
        valuesOf(form, cell, `${field.name}.${cell.name}`).map((value) =>
          row(value, `${field.name}.0.${cell.name}`, cell),
        ),
      );
    default:
      return valuesOf(form, field, field.name).map((value) => row(value));
  }
}

/** An accepted value, and values on both sides of every limit. */
function valuesOf(form: Form, field: TypedField, path: string): readonly string[] {
  const { accepts = [], rejects = [] } = givenExamples(form, path);
  const example = typedExample(form, field, path) ?? '';
  const edges = field.rules.flatMap((rule) => edgesOf(rule, field, example));
  return [...new Set([example, ...accepts, '', ...edges, ...mistakes(field), ...rejects])];
}

function edgesOf(rule: Rule, { kind }: TypedField, example: string): readonly string[] {
  const inLength = (length: number) => example.slice(0, length).trimEnd().padEnd(length, example.at(-1));
  switch (rule.rule) {
    case 'min':
      return [inLength(rule.than), inLength(rule.than - 1)];
    case 'max':
      return [inLength(rule.than), inLength(rule.than + 1)];
    case 'atLeast':
    case 'atMost': {
      const { than } = rule;
      if (typeof than === 'string') return [than, dayBefore(than), dayAfter(than)].map(asTyped);
      const step = kind === 'count' ? 1 : kind === 'hours' ? 0.25 : 0.01;
      return [than, than - step, than + step]
        .filter((value) => value >= 0)
        .map((value) => String(Number(value.toFixed(2))));
    }
    default:
      return [];
  }
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/** Typing mistakes that are possible in any field or in fields of this kind. */
function mistakes({ kind }: TypedField): readonly string[] {
  const ofKind: Partial<Record<TypedField['kind'], readonly string[]>> = {
    text: ['<b>', '--'],
    signature: ['--'],
    email: ['jane@', 'jane doe@example.com'],
    phone: ['602555010', '60255501000'],
    zip: ['8500', '85001-12'],
    money: ['1,250', '$125', '1.2.3', 'about 100'],
    count: ['1.5', 'two'],
    hours: ['two', '2:30'],
    date: ['2/30/2025', '14/3/2025', 'last week'],
  };
  return [...(ofKind[kind] ?? []), '*'];
}

/** The rules that no row of a table breaks. */
function lackingRules({ form, rows }: RuleTable): readonly string[] {
  const fields = form.sections.flatMap(({ items }) => items.filter(isField));
  const checked = fields.flatMap((field) =>
    field.kind === 'rows'
      ? field.of.map((cell) => [`${field.name}.${cell.name}`, cell] as const)
      : [[field.name, field] as const],
  );
  return checked.flatMap(([path, { rules }]) => {
    const ofField = rows.filter(({ field }) => field.replace(/\.\d+\./, '.') === path);
    if (ofField.length === 0) return [];
    return rules
      .filter(({ message }) => !ofField.some(({ messages }) => messages.includes(message)))
      .map(
        ({ rule, message }) =>
          `${nameOf(form)}: no example breaks the rule "${rule}" of "${path}" (${message}). Add a value that does to forms/examples.json: ` +
          `{ "${nameOf(form)}": { "${path}": { "rejects": ["…"] } } }`,
      );
  });
}
