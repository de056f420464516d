import type { AnyAnswers } from './answers.ts';
import { brokenRules } from './check-rules.ts';
import type {
  CheckboxField,
  Condition,
  Context,
  Field,
  Form,
  Item,
  Section,
  SelectField,
  TypedField,
} from './definition.ts';
import { isField } from './definition.ts';
import type { FieldError } from './field-error.ts';
import { normalizeTyped } from './normalize.ts';

/** A section that applies, with those of its items that apply. */
export interface VisibleSection {
  readonly section: Section;
  readonly items: readonly Item[];
}

export interface Walked {
  readonly sections: readonly VisibleSection[];
  /** The answers of the visible fields, normalised; unanswered ones are left out, faulty ones are kept. */
  readonly answers: AnyAnswers;
  /** Every broken rule of a visible field, in document order. */
  readonly errors: readonly FieldError[];
}

/** The one way through a form: what applies, what was answered, and what is wrong with it. Conditions look only backward. */
export function walk(form: Form, raw: Readonly<Record<string, unknown>>, context: Context): Walked {
  const answers: Record<string, string | boolean> = {};
  const errors: FieldError[] = [];
  const sections: VisibleSection[] = [];
  for (const section of form.sections) {
    if (section.shownWhen && !holds(section.shownWhen, answers, context)) continue;
    const items: Item[] = [];
    for (const item of section.items) {
      if ('shownWhen' in item && item.shownWhen && !holds(item.shownWhen, answers, context)) continue;
      items.push(item);
      if (!isField(item)) continue;
      const read = readField(item, ownValue(raw, item.name));
      if (read.answer !== undefined) answers[item.name] = read.answer;
      errors.push(...read.errors);
    }
    sections.push({ section, items });
  }
  return { sections, answers, errors };
}

/** Whether a condition holds for the answers given so far. */
export function holds(condition: Condition, answers: AnyAnswers, context: Context): boolean {
  if ('context' in condition) return !context[condition.context];
  const answer = answers[condition.field];
  if ('atLeast' in condition)
    return typeof answer === 'string' && /^\d+(\.\d*)?$/.test(answer) && Number(answer) >= condition.atLeast;
  if (typeof condition.is === 'boolean') return (answer ?? false) === condition.is;
  if (typeof answer !== 'string') return false;
  return typeof condition.is === 'string' ? answer === condition.is : condition.is.includes(answer);
}

/** Never what an object inherits: a key may be called `constructor`. (`Object.hasOwn` is missing in browsers of 2020.) */
function ownValue(raw: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.prototype.hasOwnProperty.call(raw, name) ? raw[name] : undefined;
}

interface Read {
  readonly answer?: string | boolean;
  readonly errors: readonly FieldError[];
}

function readField(field: Field, raw: unknown): Read {
  switch (field.kind) {
    case 'checkbox':
      return readCheckbox(field, raw);
    case 'select':
      return readSelect(field, raw);
    case 'text':
    case 'email':
    case 'phone':
    case 'zip':
    case 'code':
    case 'money':
    case 'count':
    case 'signature':
      return readTyped(field, raw);
  }
}

/** PostgreSQL can keep neither a NUL nor half of a surrogate pair: no kind takes them, whatever its rules. */
function readTyped(field: TypedField, raw: unknown): Read {
  if (!isText(raw)) return wrongType(field, 'text');
  const answer = normalizeTyped(field.kind, raw ?? '');
  const errors = brokenRules(field.rules, answer).map((rule) => errorOf(field, rule));
  if (errors.length === 0 && /[\0\p{Surrogate}]/u.test(answer)) {
    return {
      answer,
      errors: [
        { field: field.name, rule: 'characters', message: 'Type this again. It has a character that cannot be kept' },
      ],
    };
  }
  return answer === '' ? { errors } : { answer, errors };
}

function readSelect(field: SelectField, raw: unknown): Read {
  if (!isText(raw)) return wrongType(field, 'text');
  const answer = (raw ?? '').trim();
  if (answer === '') return { errors: brokenRules(field.rules, '').map((rule) => errorOf(field, rule)) };
  if (field.options.includes(answer)) return { answer, errors: [] };
  return { errors: [{ field: field.name, rule: 'option', message: 'Choose one of the options in the list' }] };
}

function readCheckbox(field: CheckboxField, raw: unknown): Read {
  const answer = readBoolean(raw);
  if (answer === undefined) return wrongType(field, 'true or false');
  return { answer, errors: brokenRules(field.rules, answer ? 'true' : '').map((rule) => errorOf(field, rule)) };
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

function errorOf(field: Field, rule: { readonly rule: string; readonly message: string }): FieldError {
  return { field: field.name, rule: rule.rule, message: rule.message };
}

function wrongType(field: Field, wanted: string): Read {
  return { errors: [{ field: field.name, rule: 'type', message: `This field takes ${wanted}` }] };
}
