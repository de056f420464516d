import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { normalize } from '../integrity/normalize-value.ts';

export interface ComparedField {
  readonly name: string;
  readonly label: string;
  /** The values of this claim and of the other one, empty without an answer. */
  readonly values: readonly [string, string];
  readonly isSame: boolean;
}

type Compared = Pick<ClaimDetails, 'answers' | 'contact' | 'corrections'>;

/**
 * Pairs the answers of two claims, as corrected, field by field. Fields that are empty in both are
 * left out.
 */
export function compareAnswers(claim: Compared, other: Compared): ComparedField[] {
  const [rows, otherRows] = [rowsOf(claim), rowsOf(other)];
  return [...new Set([...rows.keys(), ...otherRows.keys()])].flatMap((name) => {
    const [one, two] = [rows.get(name), otherRows.get(name)];
    return compareValues(name, one?.label ?? two?.label ?? name, one?.value ?? '', two?.value ?? '');
  });
}

/** Compares one field. The list is empty when both values are. */
export const compareValues = (name: string, label: string, one: string, two: string): ComparedField[] =>
  one === '' && two === '' ? [] : [{ name, label, values: [one, two], isSame: normalize(one) === normalize(two) }];

function rowsOf({ answers, contact, corrections }: Compared) {
  const corrected = new Map(
    corrections?.flatMap(({ field, value, state }) => (state === 'current' ? [[field, value] as const] : [])),
  );
  const rows = answers?.flatMap((section) => section.rows) ?? contact ?? [];
  return new Map(rows.map((row) => [row.name, { ...row, value: corrected.get(row.name) ?? row.value }]));
}
