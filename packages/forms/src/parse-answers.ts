import type { Answers, FieldError } from './answers.ts';
import { type Context, type Form, isField } from './definition.ts';
import { evaluateForm, type FormEvaluation } from './evaluate-form.ts';
import { messagesIn } from './messages.ts';
import { memoizeByForm } from './memoize-by-form.ts';
import { isRecord } from './read-field.ts';

export type Parsed<F extends Form> =
  | { readonly ok: true; readonly answers: Answers<F> }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Browsers do not load this message, because no browser sends such answers. */
const notAnswers = { en: 'The answers must be an object', es: 'Las respuestas deben ser un objeto' } as const;

/**
 * Evaluates raw answers (field name → typed text, or a parsed JSON body). Errors also name up to 20
 * unknown keys. More could make an answer ten times the size of a junk body.
 */
export function evaluateAnswers(form: Form, raw: unknown, context: Context): FormEvaluation {
  if (!isRecord(raw)) {
    const error = { field: '', rule: 'type', message: notAnswers[form.language ?? 'en'] };
    return { sections: [], answers: {}, errors: [error] };
  }
  const evaluation = evaluateForm(form, raw, context);
  return { ...evaluation, errors: [...evaluation.errors, ...unknownKeys(form, raw)] };
}

/** Reads raw answers into typed and normalized answers of visible fields. */
export function parseAnswers<const F extends Form>(form: F, raw: unknown, context: Context): Parsed<F> {
  const { answers, errors } = evaluateAnswers(form, raw, context);
  // The evaluation read each field of this form by its kind, so its answers have the form's type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return errors.length > 0 ? { ok: false, errors } : { ok: true, answers: answers as Answers<F> };
}

const knownNamesOf = memoizeByForm((form: Form) => {
  const items = form.sections.flatMap((section) => section.items);
  return new Set(items.flatMap((item) => (isField(item) || item.kind === 'echo' ? item.name : [])));
});

function unknownKeys(form: Form, raw: Readonly<Record<string, unknown>>): FieldError[] {
  const names = knownNamesOf(form);
  return Object.keys(raw)
    .filter((key) => !names.has(key))
    .slice(0, 20)
    .map((key) => ({ field: key.slice(0, 100), rule: 'unknown', message: messagesIn(form.language).unknown }));
}
