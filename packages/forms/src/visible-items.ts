import type { Context, Form } from './definition.ts';
import type { VisibleSection } from './walk.ts';
import { walk } from './walk.ts';

/** What of a form applies now, given the answers so far (as typed or parsed) and what is known besides. */
export function visibleItems(
  form: Form,
  answers: Readonly<Record<string, unknown>>,
  context: Context,
): readonly VisibleSection[] {
  return walk(form, answers, context).sections;
}
