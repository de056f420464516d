/**
 * One broken rule. `field` is the field's name; `rule` names the rule, is `letter` for a text
 * without any, or is `option`, `characters`, `type` or `unknown` for what only a broken or hostile
 * page sends.
 */
export interface FieldError {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}
