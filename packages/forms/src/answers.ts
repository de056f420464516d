import type { Condition, Field, Form } from './definition.ts';

type AnswerOf<F> = F extends { kind: 'checkbox' }
  ? boolean
  : F extends { kind: 'rows'; of: readonly (infer Cell extends { name: string })[] }
    ? readonly { readonly [K in Cell as K['name']]: string }[]
    : F extends { options: readonly (infer Option)[] }
      ? Option
      : string;

/** The items of a section, with the condition of the section. */
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
 * A form's answers, inferred from its definition. Fields that are always visible and required have
 * a required key, and so do checkboxes. Other keys are optional.
 */
export type Answers<F extends Form> = {
  [K in AlwaysAnswered<FieldOf<F>> as K['name']]: AnswerOf<K>;
} & {
  [K in Exclude<FieldOf<F>, AlwaysAnswered<FieldOf<F>>> as K['name']]?: AnswerOf<K>;
};

/** One row of a `rows` field, by cell name. */
export type RowAnswers = Readonly<Record<string, string>>;
/** Answers of a form that is known only at run time. */
export type AnyAnswer = string | boolean | readonly RowAnswers[];
export type AnyAnswers = Readonly<Record<string, AnyAnswer>>;

/**
 * One broken rule. `field` is the field's name. `rule` is the rule's name, `letter` for a text
 * without letters or digits, the field's kind for what is no amount, number or day, or `option`, `characters`, `type`, `unknown` or `echo`, which only a
 * faulty client causes.
 */
export interface FieldError {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}
