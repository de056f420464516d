import type { Context } from './definition.ts';
import type { Walked } from './walk.ts';
import { holds } from './walk.ts';

/** Why documents are due with the answers of a walk, a sentence each; none when they are not due. */
export function documentsDue({ sections, answers }: Walked, context: Context): string[] {
  return sections
    .flatMap(({ items }) => items)
    .flatMap((item) => (item.kind === 'documents' ? (item.due ?? []) : []))
    .filter((due) => !due.when || holds(due.when, answers, context))
    .map((due) => due.message);
}
