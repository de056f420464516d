import type { AnyAnswer, FieldError, RowAnswers } from './answers.ts';
import { brokenRules, lacksLetters, looksEmpty } from './check-rules.ts';
import type { CheckboxField, ChoiceField, Field, Language, RowsField, SelectField, TypedField } from './definition.ts';
import { normalizeTyped, withoutJoiners } from './normalize.ts';
import { messagesIn } from './messages.ts';

export interface Read {
  /** Absent when nothing was answered; kept when it is faulty. */
  readonly answer?: AnyAnswer;
  readonly errors: readonly FieldError[];
}

/** What a raw value is as the answer of a field, and every rule that it breaks; `language` is the form's. */
export function readField(field: Field, raw: unknown, language?: Language): Read {
  switch (field.kind) {
    case 'checkbox':
      return readCheckbox(field, raw, language);
    case 'select':
    case 'choice':
      return readOption(field, raw, language);
    case 'rows':
      return readRows(field, raw, language);
    case 'text':
    case 'email':
    case 'phone':
    case 'zip':
    case 'code':
    case 'taxId':
    case 'money':
    case 'count':
    case 'signature':
      return readTyped(field, raw, language);
  }
}

/** PostgreSQL can keep neither a NUL nor half of a surrogate pair: no kind takes them, whatever its rules. */
function readTyped(
  field: TypedField,
  raw: unknown,
  language: Language | undefined,
): { readonly answer?: string; readonly errors: readonly FieldError[] } {
  if (!isText(raw)) return wrongType(field, messagesIn(language).notText);
  const typed = normalizeTyped(field.kind, raw ?? '');
  const answer = looksEmpty(typed) ? '' : typed;
  const errors = brokenRules(field.rules, withoutJoiners(answer)).map((rule) => errorOf(field, rule));
  if (errors.length === 0 && /[\0\p{Surrogate}]/u.test(answer)) {
    const message = messagesIn(language).characters;
    return { answer, errors: [{ field: field.name, rule: 'characters', message }] };
  }
  if (errors.length === 0 && lacksLetters(field, answer))
    return { answer, errors: [{ field: field.name, rule: 'letter', message: messagesIn(language).letter }] };
  return answer === '' ? { errors } : { answer, errors };
}

function readOption(field: SelectField | ChoiceField, raw: unknown, language: Language | undefined): Read {
  if (!isText(raw)) return wrongType(field, messagesIn(language).notText);
  const answer = (raw ?? '').trim();
  if (answer === '') return { errors: brokenRules(field.rules, '').map((rule) => errorOf(field, rule)) };
  if (field.options.includes(answer)) return { answer, errors: [] };
  return { errors: [{ field: field.name, rule: 'option', message: messagesIn(language).option }] };
}

function readCheckbox(field: CheckboxField, raw: unknown, language: Language | undefined): Read {
  const answer = readBoolean(raw);
  if (answer === undefined) return wrongType(field, messagesIn(language).notBoolean);
  return { answer, errors: brokenRules(field.rules, answer ? 'true' : '').map((rule) => errorOf(field, rule)) };
}

/**
 * Rows that hold something, each judged by its cells' rules; an error's field is `classMembers.3.classMemberFEIN`, counted from 0 as the
 * rows came. Blank rows are left out, but for as many of the first as are needed to make up `atLeast`: those are told what they lack.
 */
function readRows(field: RowsField, raw: unknown, language: Language | undefined): Read {
  if (raw !== undefined && raw !== null && !Array.isArray(raw)) return wrongType(field, messagesIn(language).notList);
  const given: readonly unknown[] = raw ?? [];
  if (given.length > field.atMost.rows) {
    return { errors: [{ field: field.name, rule: 'max', message: field.atMost.message }] };
  }
  const rows = given.map((row, index) => readRow(field, row, index, language));
  let missing = field.atLeast - rows.filter((row) => !row.blank).length;
  while (rows.length < field.atLeast) rows.push(readRow(field, {}, rows.length, language));
  const judged = rows.filter((row) => !row.blank || missing-- > 0);
  const errors = judged.flatMap((row) => row.errors);
  const answer = judged.filter((row) => !row.blank).map((row) => row.cells);
  return answer.length === 0 ? { errors } : { answer, errors };
}

interface ReadRow {
  readonly cells: RowAnswers;
  readonly blank: boolean;
  readonly errors: readonly FieldError[];
}

function readRow(field: RowsField, raw: unknown, index: number, language: Language | undefined): ReadRow {
  const path = (name: string) => `${field.name}.${index}.${name}`;
  if (!isRecord(raw)) {
    const error = { field: `${field.name}.${index}`, rule: 'type', message: messagesIn(language).notRow };
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
    errors.push({ field: path(key.slice(0, 100)), rule: 'unknown', message: messagesIn(language).unknown });
  }
  const faulty = errors.some((error) => error.rule === 'type' || error.rule === 'unknown');
  return { cells, blank: Object.keys(cells).length === 0 && !faulty, errors };
}

/** A ticked box is `true` in JSON and `on` in a form post; one that is not ticked may be absent. */
function readBoolean(raw: unknown): boolean | undefined {
  if (raw === true || raw === 'on' || raw === 'true') return true;
  if (raw === false || raw === undefined || raw === null || raw === '' || raw === 'false') return false;
  return undefined;
}

function isText(raw: unknown): raw is string | null | undefined {
  return typeof raw === 'string' || raw === undefined || raw === null;
}

function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

function errorOf(field: Field, rule: { readonly rule: string; readonly message: string }): FieldError {
  return { field: field.name, rule: rule.rule, message: rule.message };
}

function wrongType(field: Field, message: string): { readonly errors: readonly FieldError[] } {
  return { errors: [{ field: field.name, rule: 'type', message }] };
}

/** Ignores inherited keys such as `constructor`. Browsers of 2020 lack `Object.hasOwn`. */
export function ownValue(raw: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.prototype.hasOwnProperty.call(raw, name) ? raw[name] : undefined;
}
