import type { AnyAnswer } from '@redress/forms/answers';
import type { Field, TypedField } from '@redress/forms/definition';
import { normalizeTyped } from '@redress/forms/normalize';
import { resolveWithin } from '../browser/resolve-within.ts';
import type * as TidyTyped from '@redress/forms/clean-typed-answers';

let tidy: typeof TidyTyped | undefined;

/**
 * Loads the code that normalizes a typed line: no page needs it to render, only a field that loses
 * the focus. If the connection fails, the next call tries again, and the messages of the rules
 * suffice.
 */
export async function loadTidy(): Promise<void> {
  tidy ??= await resolveWithin(import('@redress/forms/clean-typed-answers'));
}

/** Until the code is loaded, only removes surrounding space. */
export function tidyTyped(field: TypedField, raw: string): string {
  if (tidy) return tidy.tidyTyped(field, raw);
  return field.kind === 'phone' ? raw : normalizeTyped(field.kind, raw);
}

/** Until the code is loaded, returns the answer itself. */
export const tidyAnswer = (field: Field, answer: AnyAnswer): AnyAnswer => tidy?.tidyAnswer(field, answer) ?? answer;
