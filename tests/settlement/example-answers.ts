import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentFolder } from '@redress/content/folders';
import type { AnyAnswer, AnyAnswers } from '@redress/forms/answers';
import {
  type Condition,
  type Context,
  type Field,
  type Form,
  isField,
  type TypedField,
  type TypedKind,
} from '@redress/forms/definition';
import { isConditionMet } from '@redress/forms/evaluate-form';
import { isAccepted } from '@redress/forms/read-field';
import fc from 'fast-check';
import { nameOf } from './pins.ts';

/**
 * The optional file `forms/examples.json`: values that a field accepts and rejects, by
 * `<id>.v<version>` and the field's name (`rows.cell` for a cell). Needed where none can be found
 * for a pattern.
 */
type Examples = Readonly<Record<string, Readonly<Record<string, FieldExamples>>>>;
export interface FieldExamples {
  readonly accepts?: readonly string[];
  readonly rejects?: readonly string[];
}

const file = join(contentFolder, 'forms/examples.json');
const parse: (json: string) => Examples = JSON.parse;
const examples = existsSync(file) ? parse(readFileSync(file, 'utf8')) : {};

/** The examples that the settlement gives for a field or a cell. */
export const givenExamples = (form: Form, path: string): FieldExamples => examples[nameOf(form)]?.[path] ?? {};

export interface ExampleAnswers {
  /** As a claimant types them. */
  readonly answers: AnyAnswers;
  /** A sentence for each field for which no example was found. */
  readonly lacking: readonly string[];
}

/**
 * Answers every visible question of a form, from its definition alone. `chosen` fixes some answers;
 * an empty one leaves its question out.
 */
export function exampleAnswers(form: Form, chosen: AnyAnswers = {}, context: Context = {}): ExampleAnswers {
  const answers: Record<string, AnyAnswer> = {};
  const lacking: string[] = [];
  const isShown = ({ shownWhen }: { readonly shownWhen?: Condition }) =>
    !shownWhen || isConditionMet(shownWhen, answers, context);
  for (const section of form.sections) {
    if (!isShown(section)) continue;
    for (const field of section.items.filter(isField)) {
      if (!isShown(field)) continue;
      const answer = chosen[field.name] ?? exampleOf(form, field);
      if (answer === undefined) lacking.push(lackingSentence(form, field.name));
      else if (answer !== '') answers[field.name] = answer;
    }
  }
  return { answers, lacking };
}

/**
 * Example answers that together show every question of a form: the first options of everything, and
 * more for what other options show.
 */
export function exampleVariants(form: Form): readonly ExampleAnswers[] {
  const variants = [exampleAnswers(form)];
  for (const section of form.sections)
    for (const item of section.items) {
      if (!isField(item) || variants.some(({ answers }) => answers[item.name] !== undefined)) continue;
      const conditions = [section.shownWhen, item.shownWhen].filter((condition) => condition !== undefined);
      const variant = exampleAnswers(form, answersThatMeet(form, conditions));
      if (variant.answers[item.name] !== undefined) variants.push(variant);
    }
  return variants;
}

/** Answers under which conditions are met, and those of the fields that they refer to. */
function answersThatMeet(form: Form, conditions: readonly Condition[]): AnyAnswers {
  const met: Record<string, AnyAnswer> = {};
  for (const condition of conditions) {
    if ('context' in condition) continue;
    const at = form.sections.flatMap((section) =>
      section.items.flatMap((item) =>
        isField(item) && item.name === condition.field ? [[section.shownWhen, item.shownWhen]] : [],
      ),
    )[0];
    Object.assign(met, answersThatMeet(form, at?.filter((one) => one !== undefined) ?? []));
    if ('atLeast' in condition) met[condition.field] = String(condition.atLeast);
    else if ('is' in condition)
      met[condition.field] = typeof condition.is === 'object' ? (condition.is[0] ?? '') : condition.is;
    else if (!condition.answered) met[condition.field] = '';
  }
  return met;
}

function exampleOf(form: Form, field: Field): AnyAnswer | undefined {
  switch (field.kind) {
    case 'checkbox':
      return true;
    case 'select':
    case 'choice':
      return field.options[0];
    case 'rows': {
      const rows = Math.max(field.atLeast, 1);
      const { of: added, atMost } = field.total ?? {};
      const most = atMost && Math.floor((atMost.than * 100) / rows) / 100;
      const cells = field.of.map(
        (cell) =>
          [
            cell.name,
            typedExample(form, cell, `${field.name}.${cell.name}`, cell.name === added ? most : undefined),
          ] as const,
      );
      const row = Object.fromEntries(cells.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
      return Object.keys(row).length < cells.length ? undefined : Array.from({ length: rows }, () => row);
    }
    default:
      return typedExample(form, field, field.name);
  }
}

/** A line that a field accepts, a number up to `most`; undefined if none was found. */
export function typedExample(form: Form, field: TypedField, path: string, most?: number): string | undefined {
  const ownLimit = most === undefined ? [] : [String(most)];
  const candidates = [...(givenExamples(form, path).accepts ?? []), ...typicalOf(field), ...ownLimit];
  const isExample = (line: string) => isAccepted(field, line) && !(most !== undefined && Number(line) > most);
  return candidates.find(isExample) ?? linesOfPattern(field).find(isExample);
}

/** Nothing that a message says too: the end-to-end tests look for answers in messages and logs. */
const typical: Readonly<Record<TypedKind, readonly string[]>> = {
  text: ['Larkmoor', 'Larkmoor and Brindle', '918273645', '2026'],
  email: ['jane.doe@example.com'],
  phone: ['6025550100'],
  zip: ['85001'],
  code: ['918273645', 'LARK9182', '0001'],
  taxId: ['918273645', '91-8273645'],
  money: ['125.50', '125', '2500'],
  count: ['12', '2'],
  hours: ['2.5', '2'],
  date: ['3/14/2025', '3/14/2024'],
  signature: ['Jane Doe'],
};
/** By the purpose that a field tells to browsers. */
const byPurpose: Readonly<Record<string, string>> = {
  name: 'Jane Doe',
  organization: 'Larkmoor Health Plan',
  'street-address': '12 Larkmoor Lane',
  'address-line1': '12 Larkmoor Lane',
  'address-line2': 'Unit 3',
  'address-level2': 'Phoenix',
};

/** Values that people often type into such a field, and the limits of its rules. */
function typicalOf({ kind, autocomplete = '', rules }: TypedField): readonly string[] {
  const limits = rules.flatMap((rule) => {
    if (rule.rule === 'min' || rule.rule === 'max') return ['1'.repeat(rule.than), 'A'.repeat(rule.than)];
    if (rule.rule !== 'atLeast' && rule.rule !== 'atMost') return [];
    return [kind === 'date' ? asTyped(String(rule.than)) : String(rule.than)];
  });
  return [byPurpose[autocomplete.split(' ').at(-1) ?? ''] ?? '', ...typical[kind], ...limits].filter(
    (line) => line !== '',
  );
}

/** `2025-03-14` as people type it: `3/14/2025`. */
export function asTyped(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${String(Number(month))}/${String(Number(date))}/${year}`;
}

/** Lines made from a field's pattern, short ones first; none for a pattern that cannot be made up. */
function linesOfPattern({ rules }: TypedField): readonly string[] {
  const pattern = rules.find((rule) => rule.rule === 'pattern')?.pattern;
  if (pattern === undefined) return [];
  try {
    const lines = fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`, 'u')), { seed: 1, numRuns: 300 });
    return lines.toSorted((one, other) => one.length - other.length);
  } catch {
    return [];
  }
}

function lackingSentence(form: Form, path: string): string {
  const name = nameOf(form);
  return `${name}: no answer was found that "${path}" accepts. Add one to forms/examples.json: { "${name}": { "${path}": { "accepts": ["…"] } } }`;
}
