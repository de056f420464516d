import type { AnyAnswer, FieldError } from './answers.ts';
import type {
  CheckboxField,
  ChoiceField,
  Field,
  Language,
  Rule,
  RowsField,
  SelectField,
  TypedField,
} from './definition.ts';
import { normalizeTyped, withoutJoiners } from './normalize.ts';
import { type FormLanguageMessages, messagesIn } from './messages.ts';
import { numbersAndDates } from './numbers-and-days-if-used.ts';

interface Read {
  /** The answer is absent if blank, and present if invalid. */
  readonly answer?: AnyAnswer;
  readonly errors: readonly FieldError[];
}

/** Normalizes a raw value to the answer of a field, and finds every rule that it breaks. */
export function readField(field: Field, raw: unknown, language?: Language): Read {
  const messages = messagesIn(language);
  switch (field.kind) {
    case 'checkbox':
      return readCheckbox(field, raw, messages);
    case 'select':
    case 'choice':
      return readOption(field, raw, messages);
    case 'rows':
      return readRows(field, raw, language);
    default:
      return readTyped(field, raw, language);
  }
}

/** Tests whether a field takes this line as an answer, or as no answer. */
export const isAccepted = (field: TypedField, line: string): boolean => readField(field, line).errors.length === 0;

/** Tests whether a field's pattern allows this character alone. */
export const allowsCharacter = (field: TypedField, character: string): boolean =>
  !readField(field, character).errors.some(({ rule }) => rule === 'pattern' || rule === 'characters');

/** Rejects NUL and lone surrogates in any kind, because PostgreSQL cannot store them. */
function readTyped(
  field: TypedField,
  raw: unknown,
  language: Language | undefined,
): Read & { readonly answer?: string } {
  const messages = messagesIn(language);
  if (!isText(raw)) return wrongType(field, messages.notText);
  const typed = normalizeTyped(field.kind, raw ?? '');
  const answer = looksEmpty(typed) ? '' : typed;
  const ofKind = numbersAndDates?.kindErrors(field, answer, language);
  if (ofKind?.[0]) return { answer, errors: ofKind };
  const errors = brokenRules(field.rules, withoutJoiners(answer)).map((rule) => errorOf(field, rule));
  if (errors.length === 0 && /[\0\p{Surrogate}]/u.test(answer))
    return { answer, errors: [errorOf(field, { rule: 'characters', message: messages.characters })] };
  if (errors.length === 0 && lacksLetters(field, answer))
    return { answer, errors: [errorOf(field, { rule: 'letter', message: messages.letter })] };
  return answer === '' ? { errors } : { answer, errors };
}

function readOption(field: SelectField | ChoiceField, raw: unknown, messages: FormLanguageMessages): Read {
  if (!isText(raw)) return wrongType(field, messages.notText);
  const answer = (raw ?? '').trim();
  if (answer === '') return { errors: brokenRules(field.rules, '').map((rule) => errorOf(field, rule)) };
  if (field.options.includes(answer)) return { answer, errors: [] };
  return { errors: [errorOf(field, { rule: 'option', message: messages.option })] };
}

function readCheckbox(field: CheckboxField, raw: unknown, messages: FormLanguageMessages): Read {
  const answer = readBoolean(raw);
  if (answer === undefined) return wrongType(field, messages.notBoolean);
  return { answer, errors: brokenRules(field.rules, answer ? 'true' : '').map((rule) => errorOf(field, rule)) };
}

/**
 * Checks rows that are not blank, plus as many blank ones, from the first, as `atLeast` requires.
 * An error's field is `classMembers.3.classMemberFEIN`, with the index of the row in the request.
 */
function readRows(field: RowsField, raw: unknown, language: Language | undefined): Read {
  const messages = messagesIn(language);
  if (raw !== undefined && raw !== null && !Array.isArray(raw)) return wrongType(field, messages.notList);
  const given: readonly unknown[] = raw ?? [];
  if (given.length > field.atMost.rows)
    return { errors: [errorOf(field, { rule: 'max', message: field.atMost.message })] };
  const rows = given.map((row, index) => readRow(field, row, index, language));
  let missing = field.atLeast - rows.filter((row) => !row.blank).length;
  while (rows.length < field.atLeast) rows.push(readRow(field, {}, rows.length, language));
  const checked = rows.filter((row) => !row.blank || missing-- > 0);
  const errors = checked.flatMap((row) => row.errors);
  const answer = checked.filter((row) => !row.blank).map((row) => row.cells);
  errors.push(...(numbersAndDates?.totalErrors(field, answer) ?? []));
  return answer.length === 0 ? { errors } : { answer, errors };
}

function readRow(field: RowsField, raw: unknown, index: number, language: Language | undefined) {
  const messages = messagesIn(language);
  const path = (name: string) => `${field.name}.${index}.${name}`;
  if (!isRecord(raw)) {
    const error = { field: `${field.name}.${index}`, rule: 'type', message: messages.notRow };
    return { cells: {}, blank: false, errors: [error] };
  }
  const cells: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const cell of field.of) {
    const read = readTyped(cell, ownValue(raw, cell.name), language);
    if (read.answer !== undefined) cells[cell.name] = read.answer;
    for (const error of read.errors) errors.push({ ...error, field: path(error.field) });
  }
  const unknown = Object.keys(raw).filter((key) => !field.of.some((cell) => cell.name === key));
  for (const key of unknown.slice(0, 3)) {
    errors.push({ field: path(key.slice(0, 100)), rule: 'unknown', message: messages.unknown });
  }
  const faulty = errors.some((error) => error.rule === 'type' || error.rule === 'unknown');
  return { cells, blank: Object.keys(cells).length === 0 && !faulty, errors };
}

/** A checked box is `true` in JSON and `on` in a form post. An unchecked one may be absent. */
function readBoolean(raw: unknown): boolean | undefined {
  if (raw === true || raw === 'on' || raw === 'true') return true;
  if (raw === false || raw === undefined || raw === null || raw === '' || raw === 'false') return false;
  return undefined;
}

function isText(raw: unknown): raw is string | null | undefined {
  return typeof raw === 'string' || raw === undefined || raw === null;
}

export function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

function errorOf(field: Field, { rule, message }: Omit<FieldError, 'field'>): FieldError {
  return { field: field.name, rule, message };
}

function wrongType(field: Field, message: string): Pick<Read, 'errors'> {
  return { errors: [errorOf(field, { rule: 'type', message })] };
}

/** Ignores inherited keys such as `constructor`. Browsers of 2020 lack `Object.hasOwn`. */
export function ownValue(raw: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.prototype.hasOwnProperty.call(raw, name) ? raw[name] : undefined;
}

const compiled = new Map<string, RegExp>();

function matches(pattern: string, answer: string): boolean {
  let expression = compiled.get(pattern);
  if (!expression) {
    expression = new RegExp(`^(?:${pattern})$`, 'u');
    compiled.set(pattern, expression);
  }
  return expression.test(answer);
}

/** Counts code points, because people count characters more like these than UTF-16 units. */
function countCharacters(answer: string): number {
  let count = 0;
  for (const _ of answer) count += 1;
  return count;
}

/** Lists broken rules in the definition's order. An empty answer can break only `required`. */
function brokenRules(rules: readonly Rule[], answer: string): Rule[] {
  if (answer === '') return rules.filter((rule) => rule.rule === 'required');
  const length = countCharacters(answer);
  return rules.filter((rule) => {
    switch (rule.rule) {
      case 'required':
        return false;
      case 'min':
        return length < rule.than;
      case 'max':
        return length > rule.than;
      case 'pattern':
        return !matches(rule.pattern, answer);
      default:
        return numbersAndDates?.isBeyond(rule, answer) ?? false;
    }
  });
}

// The Unicode property includes Hangul fillers, but not the blank Braille cell and hieroglyphs.
const invisible = String.raw`\s\u2800\u{13441}\u{13442}\p{Default_Ignorable_Code_Point}`;
const onlyInvisible = new RegExp(`^[${invisible}]*$`, 'u');
const letterOrDigit = new RegExp(`(?![${invisible}])[\\p{L}\\p{N}]`, 'u');

/** Text without visible characters counts as blank. */
const looksEmpty = (text: string): boolean => onlyInvisible.test(text);

/**
 * Signatures and required text fields need a letter or a digit. Elsewhere `--` can be an answer.
 */
function lacksLetters({ kind, rules }: TypedField, text: string): boolean {
  const needsLetters = kind === 'signature' || (kind === 'text' && rules.some(({ rule }) => rule === 'required'));
  return needsLetters && text !== '' && !letterOrDigit.test(text);
}
