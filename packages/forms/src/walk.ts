import type { AnyAnswer, AnyAnswers } from './answers.ts';
import type { Condition, Context, EchoItem, Form, Item, Section } from './definition.ts';
import { isField } from './definition.ts';
import type { FieldError } from './field-error.ts';
import type { Language } from './language.ts';
import { ownValue } from './own-value.ts';
import { readField } from './read-field.ts';
import { messagesIn } from './messages.ts';

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
  const answers: Record<string, AnyAnswer> = {};
  const errors: FieldError[] = [];
  const sections: VisibleSection[] = [];
  for (const section of form.sections) {
    if (section.shownWhen && !holds(section.shownWhen, answers, context)) continue;
    const items: Item[] = [];
    for (const item of section.items) {
      if ('shownWhen' in item && item.shownWhen && !holds(item.shownWhen, answers, context)) continue;
      items.push(item);
      if (item.kind === 'echo') {
        const answer = answers[item.of];
        if (answer !== undefined) answers[item.name] = answer;
        errors.push(...echoErrors(item, answer, ownValue(raw, item.name), form.language));
      }
      if (!isField(item)) continue;
      const read = readField(item, ownValue(raw, item.name), form.language);
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
  if ('answered' in condition) return (answer !== undefined) === condition.answered;
  if (typeof condition.is === 'boolean') return (answer ?? false) === condition.is;
  if (typeof answer !== 'string') return false;
  return typeof condition.is === 'string' ? answer === condition.is : condition.is.includes(answer);
}

/** An echo may be left out; one that says something else than what it repeats is a mistake of whoever wrote the request. */
function echoErrors(
  item: EchoItem,
  answer: AnyAnswer | undefined,
  raw: unknown,
  language: Language | undefined,
): FieldError[] {
  if (raw === undefined || raw === null || raw === '' || raw === answer) return [];
  return [{ field: item.name, rule: 'echo', message: messagesIn(language).echo(item.of) }];
}
