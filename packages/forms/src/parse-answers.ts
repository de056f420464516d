import type { Answers, FieldError } from './answers.ts';
import type { Context, Form } from './definition.ts';
import { isField } from './definition.ts';
import { evaluateForm } from './evaluate-form.ts';
import { messagesIn } from './messages.ts';

export type Parsed<F extends Form> =
  | { readonly ok: true; readonly answers: Answers<F> }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Reads raw answers (field name → what was typed, or a parsed JSON body) into the form's typed answers: only those of visible fields,
 * normalised. Otherwise gives every broken rule in document order; then, in the order given, the first 20 keys that are no field of the
 * form (a body of junk must not be answered with ten times as much).
 */
export function parseAnswers<const F extends Form>(form: F, raw: unknown, context: Context): Parsed<F> {
  if (!isRecord(raw))
    return { ok: false, errors: [{ field: '', rule: 'type', message: messagesIn(form.language).notAnswers }] };
  const { answers, errors } = evaluateForm(form, raw, context);
  const all = [...errors, ...unknownKeys(form, raw)];
  // The walk reads only fields of this very form, each by its kind: this is where its answers get the type inferred from the form.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return all.length > 0 ? { ok: false, errors: all } : { ok: true, answers: answers as Answers<F> };
}

function unknownKeys(form: Form, raw: Readonly<Record<string, unknown>>): FieldError[] {
  const names = new Set(
    form.sections.flatMap(({ items }) =>
      items.flatMap((item) => (isField(item) || item.kind === 'echo' ? item.name : [])),
    ),
  );
  return Object.keys(raw)
    .filter((key) => !names.has(key))
    .slice(0, 20)
    .map((key) => ({ field: key.slice(0, 100), rule: 'unknown', message: messagesIn(form.language).unknown }));
}

function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}
