import type { AnyAnswer, AnyAnswers, RowAnswers } from './answers.ts';
import { type Field, type Form, isField } from './definition.ts';
import { memoizeByForm } from './memoize-by-form.ts';

/**
 * The path of a tax ID is `tin` or `classMembers.3.classMemberFEIN`. If the answer is text that may
 * contain tax IDs, `digits` is the whole text.
 */
export interface TaxId {
  readonly path: string;
  readonly digits: string;
}

/** Tests whether a field’s answer is a tax ID, or may contain one. */
export function holdsTaxIds(field: Field): boolean {
  return field.kind === 'taxId' || 'mayHoldTaxIds' in field;
}

const secretNamesOf = memoizeByForm((form: Form) => {
  const names = new Set<string>();
  for (const field of form.sections.flatMap((section) => section.items).filter(isField)) {
    if (holdsTaxIds(field)) names.add(field.name);
    if (field.kind === 'rows')
      for (const cell of field.of) if (holdsTaxIds(cell)) names.add(`${field.name}.${cell.name}`);
  }
  return names;
});

/** Splits answers into those to store unencrypted and tax IDs to encrypt. */
export function splitTaxIds(
  form: Form,
  answers: AnyAnswers,
): { readonly open: AnyAnswers; readonly taxIds: readonly TaxId[] } {
  const secretNames = secretNamesOf(form);
  const open: Record<string, AnyAnswer> = {};
  const taxIds: TaxId[] = [];
  for (const [name, answer] of Object.entries(answers)) {
    if (typeof answer === 'boolean') open[name] = answer;
    else if (typeof answer === 'string') {
      if (secretNames.has(name)) taxIds.push({ path: name, digits: answer });
      else open[name] = answer;
    } else {
      open[name] = answer.map((row, index) => {
        const rest: Record<string, string> = {};
        for (const [cell, value] of Object.entries(row)) {
          if (secretNames.has(`${name}.${cell}`)) taxIds.push({ path: `${name}.${index}.${cell}`, digits: value });
          else rest[cell] = value;
        }
        return rest satisfies RowAnswers;
      });
    }
  }
  return { open, taxIds };
}

/** Reverses `splitTaxIds`. */
export function joinTaxIds(open: AnyAnswers, taxIds: readonly TaxId[]): AnyAnswers {
  const answers: Record<string, AnyAnswer> = { ...open };
  const cellsOf = new Map<string, Record<string, string>>();
  for (const { path, digits } of taxIds) {
    const [name = '', index, cell] = path.split('.');
    if (index === undefined || cell === undefined) answers[name] = digits;
    else cellsOf.set(`${name}.${index}`, { ...cellsOf.get(`${name}.${index}`), [cell]: digits });
  }
  for (const [name, answer] of Object.entries(open)) {
    if (typeof answer === 'object')
      answers[name] = answer.map((row, index) => ({ ...row, ...cellsOf.get(`${name}.${index}`) }));
  }
  return answers;
}
