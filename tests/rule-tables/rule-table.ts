import type { AnyAnswers } from '@redress/forms/answers';
import type { Context, Form } from '@redress/forms/definition';

/**
 * The messages that a form must show for one answer, in order, when all its other answers are
 * valid; empty if it must accept it.
 */
export interface RuleRow {
  /**
   * A field's name, or a cell's path: `classMembers.0.classMemberFEIN`, with rows counted from 0.
   */
  readonly field: string;
  readonly value: string | boolean;
  readonly messages: readonly string[];
}

/**
 * The rules of a form from the specification's section 5, written by hand: the same tables test the
 * parser, the server and the browser. Neither pages nor the server load them.
 */
export interface RuleTable {
  /** Names the table in test reports. */
  readonly name: string;
  readonly form: Form;
  readonly context: Context;
  /** A complete set of valid answers. */
  readonly base: AnyAnswers;
  readonly rows: readonly RuleRow[];
}

type Cases = Readonly<Record<string, readonly (readonly [value: string | boolean, messages: readonly string[]])[]>>;
type Values = Readonly<Record<string, readonly (string | boolean)[]>>;

/** The rows of refused values, by field, and of accepted values. */
export function rowsOf(refused: Cases, taken: Values): readonly RuleRow[] {
  return [
    ...Object.entries(refused).flatMap(([field, cases]) =>
      cases.map(([value, messages]) => ({ field, value, messages })),
    ),
    ...Object.entries(taken).flatMap(([field, values]) => values.map((value) => ({ field, value, messages: [] }))),
  ];
}

/** The answers with one of them changed; `field` may be a cell's path. */
export function withAnswer(base: AnyAnswers, { field, value }: Pick<RuleRow, 'field' | 'value'>): AnyAnswers {
  const [name = '', place, cell] = field.split('.');
  const rows = base[name];
  if (place === undefined || cell === undefined || typeof rows !== 'object') return { ...base, [field]: value };
  return {
    ...base,
    [name]: rows.map((row, index) => (index === Number(place) ? { ...row, [cell]: String(value) } : row)),
  };
}

/** Whether a person can enter this into a one-line field of a browser. */
export function isTypable({ value }: RuleRow): boolean {
  return typeof value === 'boolean' || !/[\r\n\0\p{Surrogate}]/u.test(value);
}
