import type { Form } from './definition.ts';
import { isField } from './definition.ts';

/** The most values that a form can hold: one for each field, and one for each cell of every row. */
export const maxValues = (form: Form): number =>
  form.sections
    .flatMap((section) => section.items.filter(isField))
    .reduce((sum, field) => sum + (field.kind === 'rows' ? field.atMost.rows * field.of.length : 1), 0);
