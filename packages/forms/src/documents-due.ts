import type { Context, DueDocuments } from './definition.ts';
import type { Walked } from './walk.ts';
import { holds } from './walk.ts';

/**
 * Why documents are due with the answers of a walk, in the order of the form; none when they are not due. An entry says which data it asks
 * for, so that who knows the files can leave out what they have already.
 */
export function documentsDue({ sections, answers }: Walked, context: Context): DueDocuments[] {
  return sections
    .flatMap(({ items }) => items)
    .flatMap((item) => (item.kind === 'documents' ? (item.due ?? []) : []))
    .filter((due) => !due.when || holds(due.when, answers, context));
}
