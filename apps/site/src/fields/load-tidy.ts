import type { AnyAnswer } from '@redress/forms/answers';
import type { Field, TypedField } from '@redress/forms/definition';
import { normalizeTyped } from '@redress/forms/normalize';
import type * as TidyTyped from '@redress/forms/clean-typed-answers';

let tidy: typeof TidyTyped | undefined;

/**
 * Loads what tidies a typed line: no page needs it to render, only a field that somebody leaves. If
 * the connection fails, the next call tries again, and the messages of the rules are enough.
 */
export async function loadTidy(): Promise<void> {
  tidy ??= await import('@redress/forms/clean-typed-answers').catch(() => undefined);
}

/** Until it is loaded, without surrounding space only. */
export function tidyTyped(field: TypedField, raw: string): string {
  if (tidy) return tidy.tidyTyped(field, raw);
  return field.kind === 'phone' ? raw : normalizeTyped(field.kind, raw);
}

/** Until it is loaded, the answer itself. */
export const tidyAnswer = (field: Field, answer: AnyAnswer): AnyAnswer => tidy?.tidyAnswer(field, answer) ?? answer;
