import type { Condition, Field, Form } from './definition.ts';

type AnswerOf<F> = F extends { kind: 'checkbox' }
  ? boolean
  : F extends { kind: 'rows'; of: readonly (infer Cell extends { name: string })[] }
    ? readonly { readonly [K in Cell as K['name']]: string }[]
    : F extends { options: readonly (infer Option)[] }
      ? Option
      : string;

/** Items inherit the condition of their section. */
type ItemOf<S> = S extends { shownWhen: Condition; items: readonly (infer I)[] }
  ? I & { shownWhen: Condition }
  : S extends { items: readonly (infer I)[] }
    ? I
    : never;
type FieldOf<F extends Form> = Extract<ItemOf<F['sections'][number]>, { kind: Field['kind'] | 'echo'; name: string }>;

type RuleNames<F> = F extends { rules: readonly (infer R)[] } ? (R extends { rule: infer Name } ? Name : never) : never;
type AlwaysAnswered<F> = F extends { shownWhen: Condition }
  ? never
  : F extends { kind: 'checkbox' }
    ? F
    : 'required' extends RuleNames<F>
      ? F
      : never;

/**
 * The type follows from the form's definition. Checkboxes, and fields that are always visible and
 * required, have a required key. Other keys are optional.
 */
export type Answers<F extends Form> = {
  [K in AlwaysAnswered<FieldOf<F>> as K['name']]: AnswerOf<K>;
} & {
  [K in Exclude<FieldOf<F>, AlwaysAnswered<FieldOf<F>>> as K['name']]?: AnswerOf<K>;
};

/** A row of a `rows` field has its answers by cell name. */
export type RowAnswers = Readonly<Record<string, string>>;
/** The form of these answers is known only at run time. */
export type AnyAnswer = string | boolean | readonly RowAnswers[];
export type AnyAnswers = Readonly<Record<string, AnyAnswer>>;

/**
 * An error names a field and the rule that it breaks. `rule` is also `letter` for text without
 * letters or digits, or the field's kind for an invalid amount, number or day. Only a faulty client
 * causes `option`, `characters`, `type`, `unknown` and `echo`.
 */
export interface FieldError {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}
