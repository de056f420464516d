import type { AnyAnswer, AnyAnswers, FieldError } from './answers.ts';
import {
  type Condition,
  type Context,
  type DueDocuments,
  type EchoItem,
  type Form,
  isField,
  type Item,
  type Language,
  type Section,
} from './definition.ts';
import { ownValue, readField } from './read-field.ts';
import { messagesIn } from './messages.ts';

/** Visible sections have only their visible items. */
export interface VisibleSection {
  readonly section: Section;
  readonly items: readonly Item[];
}

export interface FormEvaluation {
  readonly sections: readonly VisibleSection[];
  /** Visible fields have normalized answers. Blank ones are left out, invalid ones are kept. */
  readonly answers: AnyAnswers;
  /** Every broken rule of a visible field has an error, in document order. */
  readonly errors: readonly FieldError[];
}

/**
 * Finds visible, answered and invalid fields in one pass, because conditions refer only backward.
 */
export function evaluateForm(form: Form, raw: Readonly<Record<string, unknown>>, context: Context): FormEvaluation {
  const answers: Record<string, AnyAnswer> = {};
  const errors: FieldError[] = [];
  const sections: VisibleSection[] = [];
  for (const section of form.sections) {
    if (section.shownWhen && !isConditionMet(section.shownWhen, answers, context)) continue;
    const items: Item[] = [];
    for (const item of section.items) {
      if ('shownWhen' in item && item.shownWhen && !isConditionMet(item.shownWhen, answers, context)) continue;
      items.push(item);
      if (item.kind === 'echo') {
        const answer = answers[item.of];
        if (answer !== undefined) answers[item.name] = answer;
        errors.push(...echoErrors(item, answer, ownValue(raw, item.name), form.language));
      }
      if (!isField(item)) continue;
      const value = ownValue(raw, item.name);
      const isMailed = typeof value === 'string' && value !== '' && ownValue(context.mailed ?? {}, item.name) === value;
      const read = isMailed ? { answer: value, errors: [] } : readField(item, value, form.language);
      if (read.answer !== undefined) answers[item.name] = read.answer;
      errors.push(...read.errors);
    }
    sections.push({ section, items });
  }
  return { sections, answers, errors };
}

export function isConditionMet(condition: Condition, answers: AnyAnswers, context: Context): boolean {
  if ('context' in condition) return !context[condition.context];
  const answer = answers[condition.field];
  if ('atLeast' in condition)
    return typeof answer === 'string' && /^\d+(\.\d*)?$/.test(answer) && Number(answer) >= condition.atLeast;
  if ('answered' in condition) return (answer !== undefined) === condition.answered;
  if (typeof condition.is === 'boolean') return (answer ?? false) === condition.is;
  if (typeof answer !== 'string') return false;
  return typeof condition.is === 'string' ? answer === condition.is : condition.is.includes(answer);
}

/** A client may leave an echo out, but not send a value that differs from the repeated field's. */
function echoErrors(
  item: EchoItem,
  answer: AnyAnswer | undefined,
  raw: unknown,
  language: Language | undefined,
): FieldError[] {
  if (raw === undefined || raw === null || raw === '' || raw === answer) return [];
  return [{ field: item.name, rule: 'echo', message: messagesIn(language).echo(item.of) }];
}

/**
 * Lists the documents due with these answers, in the order of the form. `data` says which data file
 * each asks for, so that a caller who knows the files can drop those already sent.
 */
export function documentsDue({ sections, answers }: FormEvaluation, context: Context): DueDocuments[] {
  return sections
    .flatMap(({ items }) => items.filter((item) => item.kind === 'documents'))
    .flatMap(({ due = [] }) => due)
    .filter(({ when }) => !when || isConditionMet(when, answers, context));
}
