import { flagLabels, languageLabels } from '@redress/contract/console/claim-labels';
import { signalCodes } from '@redress/contract/console/integrity';
import { type RuleCase, type RuleCondition, isRuleCondition, ruleFlags } from '@redress/contract/console/rules';
import { readDollars } from '../ui/format.ts';
import { answerTests } from './describe-condition.ts';

/** A condition in the form, whose values are all text. */
export interface ConditionDraft {
  /** Identifies the condition on the screen. */
  readonly key: number;
  readonly fact: RuleCondition['fact'];
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

type Option = readonly [value: string, label: string];
/** A control of a condition, and the conversion of its text. */
export interface Control {
  readonly name: string;
  readonly label: string;
  readonly as: 'text' | 'number' | 'day' | 'yes-no' | 'one' | 'several';
  readonly options?: readonly Option[];
}

const text = (name: string, label: string): Control => ({ name, label, as: 'text' });
const number = (name: string, label: string): Control => ({ name, label, as: 'number' });
const day = (name: string, label: string): Control => ({ name, label, as: 'day' });
const one = (name: string, label: string, options: readonly Option[]): Control => ({ name, label, as: 'one', options });
const several = (name: string, label: string, options: readonly Option[]): Control => ({
  name,
  label,
  options,
  as: 'several',
});
const yesNo = (name: string, label: string, yes: string, no: string, either?: string): Control => ({
  name,
  label,
  as: 'yes-no',
  options: [...(either === undefined ? [] : [['', either] as const]), ['yes', yes], ['no', no]],
});
const namesOf = ({ forms }: RuleCase): Option[] => forms.map(({ id, name }) => [id, name]);
const same = (values: readonly string[]): Option[] => values.map((value) => [value, value]);

/**
 * The controls of a condition, in order. The controls of an answer depend on the form and the
 * field.
 */
export function controlsOf({ fact, values }: Pick<ConditionDraft, 'fact' | 'values'>, ofCase: RuleCase): Control[] {
  switch (fact) {
    case 'form':
      return [several('oneOf', 'Forms', namesOf(ofCase))];
    case 'filed':
      return [day('from', 'From'), day('to', 'To')];
    case 'state':
      return [several('oneOf', 'States', same(ofCase.states))];
    case 'language':
      return [several('oneOf', 'Languages', Object.entries(languageLabels))];
    case 'channel':
      return [
        one('is', 'Browser', [
          ['script', 'With JavaScript'],
          ['no-script', 'Without JavaScript'],
        ]),
      ];
    case 'amount':
      return [text('atLeast', 'At least, in dollars'), text('atMost', 'At most, in dollars')];
    case 'documents':
      return [
        number('atLeast', 'Minimum number'),
        number('atMost', 'Maximum number'),
        yesNo('allClean', 'Virus scan', 'At least one, all clean', 'Not all clean', 'Any'),
      ];
    case 'data-report':
      return [
        number('rowsAtLeast', 'Minimum rows'),
        number('rowsAtMost', 'Maximum rows'),
        number('errorsAtMost', 'Maximum errors'),
        yesNo('coversClaimed', 'Counted amount', 'At least the claimed amount', 'Less than the claimed amount', 'Any'),
      ];
    case 'flag':
      return [
        one(
          'flag',
          'Flag',
          ruleFlags.map((flag) => [flag, flagLabels[flag]]),
        ),
        hasIt,
      ];
    case 'score':
      return [
        one('score', 'Score', [
          ['duplicate', 'Duplicate'],
          ['machine', 'Machine'],
        ]),
        number('atLeast', 'Minimum decibans'),
        number('atMost', 'Maximum decibans'),
      ];
    case 'signal':
      return [one('signal', 'Signal', same(signalCodes)), hasIt];
    case 'corrected':
      return [yesNo('is', 'Answers corrected by staff', 'At least one', 'None')];
    case 'answer': {
      const form = ofCase.forms.find(({ id }) => id === values['form']) ?? ofCase.forms[0];
      const field = form?.fields.find(({ name }) => name === values['field']) ?? form?.fields[0];
      const tests = answerTests.filter(([test]) => field?.isNumber === true || !test.startsWith('at-'));
      const test = values['test'];
      return [
        one('form', 'Form', namesOf(ofCase)),
        one(
          'field',
          'Field',
          (form?.fields ?? []).map(({ name, label }) => [name, label]),
        ),
        one('test', 'Is', tests),
        ...(test === 'at-least' || test === 'at-most' ? [text('number', 'Number')] : []),
        ...(test === 'one-of'
          ? [
              field && field.options.length > 0
                ? several('values', 'Options', same(field.options))
                : text('value', 'Exact text'),
            ]
          : []),
      ];
    }
  }
}

const hasIt = yesNo('is', 'The claim', 'has it', 'does not have it');

/** A new condition with the first option of each choice. */
export function newDraft(key: number, fact: RuleCondition['fact'], ofCase: RuleCase): ConditionDraft {
  return completeDraft({ key, fact, values: {} }, ofCase);
}

/** Sets choices that have no value, or a value that is no longer offered. */
export function completeDraft(draft: ConditionDraft, ofCase: RuleCase): ConditionDraft {
  let values = draft.values;
  // A choice can change the options of later ones: form, field, test.
  for (let index = 0; ; index++) {
    const control = controlsOf({ ...draft, values }, ofCase)[index];
    if (!control) return { ...draft, values };
    const first = control.options?.[0]?.[0];
    const isOffered = control.options?.some(([value]) => value === values[control.name]) === true;
    const isChoice = control.as === 'one' || control.as === 'yes-no';
    if (isChoice && !isOffered && first !== undefined) values = { ...values, [control.name]: first };
  }
}

/** Whether all fields of a condition are optional, but one of them is needed. */
export const needsOne = (fact: RuleCondition['fact']): boolean =>
  ['filed', 'amount', 'documents', 'data-report', 'score'].includes(fact);

/** The condition from the typed text. Undefined if something is missing or invalid. */
export function readDraft(draft: ConditionDraft, ofCase: RuleCase): RuleCondition | undefined {
  const controls = controlsOf(draft, ofCase);
  const entries = controls.flatMap(({ name, as }): [string, unknown][] => {
    const value = draft.values[name] ?? '';
    if (value === '' || value.length === 0) return [];
    if (as === 'several') return [[name, [value].flat()]];
    const typed = String(value).trim();
    if (as === 'number') return [[name, typed === '' ? Number.NaN : Number(typed)]];
    if (as === 'yes-no') return [[name, typed === 'yes']];
    return [[name, as === 'text' && name !== 'value' ? (readDollars(typed) ?? typed) : typed]];
  });
  const read = Object.fromEntries(entries);
  const optional = controls.filter(({ as }) => as !== 'one').map(({ name }) => name);
  if (needsOne(draft.fact) && !entries.some(([name]) => optional.includes(name))) return undefined;
  const condition = draft.fact === 'answer' ? readAnswer(read) : { fact: draft.fact, ...read };
  return isRuleCondition(condition) ? condition : undefined;
}

function readAnswer({ form, field, test, number: than, values, value }: Readonly<Record<string, unknown>>): unknown {
  const is =
    test === 'one-of'
      ? { test, values: values ?? [value] }
      : test === 'answered' || test === 'empty'
        ? { test: 'answered', value: test === 'answered' }
        : { test, number: than };
  return { fact: 'answer', form, field, is };
}

/** Converts a stored condition for editing. */
export function draftOf(key: number, condition: RuleCondition): ConditionDraft {
  const { fact } = condition;
  if (condition.fact === 'answer') {
    const { form, field, is } = condition;
    const test = is.test === 'answered' && !is.value ? 'empty' : is.test;
    const tested =
      is.test === 'one-of'
        ? { values: is.values, value: is.values[0] ?? '' }
        : 'number' in is
          ? { number: is.number }
          : {};
    return { key, fact, values: { form, field, test, ...tested } };
  }
  const values = Object.entries(condition).flatMap(([name, value]): [string, string | readonly string[]][] => {
    if (name === 'fact') return [];
    if (Array.isArray(value)) return [[name, value.map(String)]];
    return [[name, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)]];
  });
  return { key, fact, values: Object.fromEntries(values) };
}
