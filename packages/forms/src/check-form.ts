import {
  type ChoiceField,
  type Condition,
  type Form,
  isField,
  type Item,
  numericKinds,
  type RowsField,
  type Rule,
  type Section,
  type SelectField,
} from './definition.ts';
import { isDay } from './numbers-and-days.ts';
import { nearestName } from './nearest-name.ts';

/**
 * Finds problems in a definition, in sentences that begin with the section and the field and end
 * with the remedy. The build checks every form. Run `checkFormShape` first: this relies on the
 * types.
 */
export const checkForm = (form: Form): string[] => checkFormOnce(form, new Set());

/** Skips rules in `reported`, which several forms share, and adds those that it reports. */
export function checkFormOnce(form: Form, reported: Set<unknown>): string[] {
  const problems: string[] = [];
  const seen = new Map<string, { readonly item: Item; readonly section: Section }[]>();
  const report = (place: string) => (problem: string) => problems.push(`${place}: ${problem}.`);
  const checkCondition = (condition: Condition, place: string) => {
    if ('context' in condition) return;
    const earlier = seen.get(condition.field)?.[0]?.item;
    conditionProblems(condition, earlier, [...seen.keys()]).forEach(report(place));
  };

  for (const section of form.sections) {
    const ofSection = `section "${section.title}"`;
    if (section.shownWhen) checkCondition(section.shownWhen, ofSection);
    for (const item of section.items) {
      const place = `${ofSection}, ${'name' in item ? `field "${item.name}"` : 'prose'}`;
      if ('shownWhen' in item && item.shownWhen) checkCondition(item.shownWhen, place);
      if (item.kind === 'documents') for (const due of item.due ?? []) if (due.when) checkCondition(due.when, place);
      if (isField(item) || item.kind === 'captcha') ruleProblems(item, reported).forEach(report(place));
      if (item.kind === 'rows') rowsProblems(item, reported).forEach(report(place));
      if (item.kind === 'echo') echoProblems(item.of, seen.get(item.of)?.[0]?.item).forEach(report(place));
      if ('options' in item) optionProblems(item).forEach(report(place));
      if ('name' in item) {
        nameProblems(item).forEach(report(place));
        const before = seen.get(item.name) ?? [];
        const other = before.find((one) => !areExclusive(one.section, section));
        if (other)
          report(place)(`section "${other.section.title}" has a field of this name and can be shown too; rename one`);
        seen.set(item.name, [...before, { item, section }]);
      }
    }
  }
  return problems;
}

/** Requests carry these names next to the answers. */
const reservedNames = ['formVersion', 'documentsToFollow', 'googleRecaptchaToken'];

function nameProblems(item: Extract<Item, { name: string }>): string[] {
  const { name, kind } = item;
  if (name.includes('.')) return ['a period separates the parts of a cell’s path; write the name without one'];
  if (!reservedNames.includes(name) || (kind === 'captcha' && name === 'googleRecaptchaToken')) return [];
  return ['the program sends this name next to the answers; choose another name'];
}

function optionProblems({ options, labels }: SelectField | ChoiceField): string[] {
  const twice = options.find((option, index) => options.indexOf(option) !== index);
  return [
    ...(options.length === 0 ? ['it has no options; add them'] : []),
    ...(twice === undefined ? [] : [`the option "${twice}" appears twice; remove one`]),
    ...(labels && labels.length !== options.length
      ? [`there are ${options.length} options and ${labels.length} labels; write one label for each option`]
      : []),
  ];
}

function echoProblems(of: string, earlier: Item | undefined): string[] {
  if (!earlier) return [`no earlier field has the name "${of}"; move that field up, or correct "of"`];
  // Typed text could be a tax ID, which must not be stored unencrypted.
  return earlier.kind === 'select' || earlier.kind === 'choice'
    ? []
    : [`"${of}" has no options; an echo repeats a field of the kind select or choice`];
}

function conditionProblems(
  condition: Exclude<Condition, { context: unknown }>,
  earlier: Item | undefined,
  earlierNames: readonly string[],
): string[] {
  const field = `"${condition.field}"`;
  if (!earlier) {
    const near = nearestName(condition.field, earlierNames);
    const remedy = near === undefined ? 'move that field up, or correct the name' : `write "${near}"`;
    return [`the condition is about ${field}, and no earlier field has this name; ${remedy}`];
  }
  if ('atLeast' in condition)
    return numericKinds.some((kind) => kind === earlier.kind)
      ? []
      : [`the condition compares ${field}, which is not a number; name a field of the kind ${numericKinds.join(', ')}`];
  if ('answered' in condition) {
    if (!isField(earlier)) return [`the condition is about ${field}, which is not a question; name a field`];
    return earlier.kind === 'checkbox'
      ? [`the condition is about ${field}, a checkbox, which is always answered; write is: true instead`]
      : [];
  }
  if (typeof condition.is === 'boolean')
    return earlier.kind === 'checkbox'
      ? []
      : [`the condition is about ${field}, which is not a checkbox; write one of its options, or answered: true`];
  if (!('options' in earlier))
    return [`the condition compares ${field}, which has no options; name a field of the kind select or choice`];
  const { options } = earlier;
  return [condition.is]
    .flat()
    .filter((option) => !options.includes(option))
    .map(
      (option) =>
        `the condition has "${option}", which is not an option of ${field}; write ${choiceOf(option, options)}`,
    );
}

function choiceOf(written: string, options: readonly string[]): string {
  const near = nearestName(written, options);
  if (near !== undefined) return `"${near}"`;
  return options.length > 6 ? 'one of its options' : `one of ${options.map((option) => `"${option}"`).join(', ')}`;
}

function ruleProblems({ kind, rules }: Extract<Item, { rules: unknown }>, reported: Set<unknown>): string[] {
  const problems = rules.flatMap((rule) => {
    if (reported.has(rule)) return [];
    const found = problemsOfRule(kind, rule);
    if (found.length > 0) reported.add(rule);
    return found;
  });
  const limits = (['atLeast', 'atMost'] as const).map((name) => rules.find(({ rule }) => rule === name));
  const lengths = (['min', 'max'] as const).map((name) => rules.find(({ rule }) => rule === name));
  for (const [least, most] of [limits, lengths])
    if (least && most && 'than' in least && 'than' in most && least.than > most.than)
      problems.push(`"${least.rule}" is more than "${most.rule}", so no answer fits; swap them`);
  if (rules.filter((rule) => rule.rule === 'required').length > 1)
    problems.push('the rule "required" appears twice; remove one');
  return problems;
}

function problemsOfRule(kind: Extract<Item, { rules: unknown }>['kind'], rule: Rule): string[] {
  if (rule.message.trim() === '') return [`the rule "${rule.rule}" has no message; say what to enter`];
  if (rule.rule === 'pattern') return patternProblems(rule.pattern);
  return rule.rule === 'atLeast' || rule.rule === 'atMost' ? limitProblems(kind, rule) : [];
}

function patternProblems(pattern: string): string[] {
  try {
    // The constructor throws unless the pattern is valid.
    RegExp(pattern, 'u');
    return [];
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(': ').at(-1) ?? '') : '';
    return [
      `the pattern "${pattern}" is not a regular expression (${reason}); correct it, or use one of forms/rules.ts`,
    ];
  }
}

function limitProblems(
  kind: Extract<Item, { rules: unknown }>['kind'],
  { rule, than }: Extract<Rule, { rule: 'atLeast' | 'atMost' }>,
): string[] {
  if (kind === 'date')
    return typeof than === 'string' && isDay(than)
      ? []
      : [`the rule "${rule}" needs a day, such as "2025-03-14", not ${JSON.stringify(than)}`];
  if (!numericKinds.some((one) => one === kind))
    return [
      `the rule "${rule}" is for ${numericKinds.join(', ')} and date, not for ${kind}; use "min" or "max" for characters`,
    ];
  return typeof than === 'number' && than >= 0
    ? []
    : [`the rule "${rule}" needs a number, such as 500, not ${JSON.stringify(than)}`];
}

/**
 * Finds rules and conditions that `readField` would ignore, because it knows only rules of cells.
 */
function rowsProblems({ of, rules, atLeast, atMost, total }: RowsField, reported: Set<unknown>): string[] {
  const problems = of.flatMap((cell) =>
    ruleProblems(cell, reported).map((problem) => `in the cell "${cell.name}" ${problem}`),
  );
  if (rules.length > 0) problems.push('rows have no rules except atLeast and atMost; move the rules to the cells');
  const conditional = of.find((cell) => cell.shownWhen);
  if (conditional) problems.push(`the cell "${conditional.name}" has a condition; remove its "shownWhen"`);
  const twice = of.find(({ name }, index) => of.findIndex((cell) => cell.name === name) !== index);
  if (twice) problems.push(`two cells have the name "${twice.name}"; rename one`);
  if (atLeast > 0 && !of.some((cell) => cell.rules.some((rule) => rule.rule === 'required')))
    problems.push('it needs a row and no cell is required, so the row could be blank; make a cell required');
  if (atLeast > atMost.rows)
    problems.push(`it needs ${atLeast} rows and takes ${atMost.rows}; correct atLeast or atMost`);
  if (total) problems.push(...totalProblems(of, total));
  return problems;
}

/** Sums are exact only for the format of the kind: dollars with at most two decimals. */
function totalProblems(of: RowsField['of'], total: NonNullable<RowsField['total']>): string[] {
  const cell = of.find((one) => one.name === total.of);
  if (cell?.kind !== 'money')
    return [`the total adds up "${total.of}", which is not a money cell; name a cell of kind "money"`];
  return cell.rules.some(({ rule }) => rule === 'pattern')
    ? [`the cell "${cell.name}" has a total, so it takes dollars and cents; remove its pattern`]
    : [];
}

/** Exclusive sections are never visible together, because their conditions exclude each other. */
function areExclusive(one: Section, other: Section): boolean {
  const a = one.shownWhen;
  const b = other.shownWhen;
  if (!a || !b || !('is' in a) || !('is' in b) || !('field' in a) || !('field' in b) || a.field !== b.field)
    return false;
  const values = new Set<string | boolean>([a.is].flat());
  return [b.is].flat().every((value) => !values.has(value));
}
