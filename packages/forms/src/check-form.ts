import { isDay } from './court-day.ts';
import {
  type Condition,
  type Form,
  isField,
  type Item,
  numericKinds,
  type RowsField,
  type Rule,
  type Section,
} from './definition.ts';

/** Problems of a definition, in plain sentences. The build checks every form. */
export function checkForm(form: Form): string[] {
  const problems: string[] = [];
  const seen = new Map<string, { readonly item: Item; readonly section: Section }[]>();

  const checkCondition = (condition: Condition, where: string) => {
    if ('context' in condition) return;
    const earlier = seen.get(condition.field)?.[0]?.item;
    problems.push(...conditionProblems(condition, earlier).map((problem) => `${where}: ${problem}`));
  };

  for (const section of form.sections) {
    if (section.shownWhen) checkCondition(section.shownWhen, `section "${section.title}"`);
    for (const item of section.items) {
      const name = 'name' in item ? item.name : 'prose';
      if ('shownWhen' in item && item.shownWhen) checkCondition(item.shownWhen, name);
      if (item.kind === 'documents') for (const due of item.due ?? []) if (due.when) checkCondition(due.when, name);
      if (isField(item) || item.kind === 'captcha') problems.push(...checkRules(item));
      if (item.kind === 'rows') problems.push(...checkRows(item));
      if (item.kind === 'echo') {
        const earlier = seen.get(item.of)?.[0]?.item.kind;
        if (earlier === undefined) problems.push(`${name}: "${item.of}" does not come earlier in the form`);
        // Typed text could be a tax ID, which must not be stored unencrypted.
        else if (earlier !== 'select' && earlier !== 'choice') problems.push(`${name}: "${item.of}" has no options`);
      }
      if ('options' in item && item.labels && item.labels.length !== item.options.length)
        problems.push(`${name}: there must be as many labels as options`);
      if ('name' in item) {
        if (name.includes('.'))
          problems.push(`${name}: a name has no period, because periods separate the parts of a cell’s path`);
        const before = seen.get(name) ?? [];
        if (before.some((other) => !areExclusive(other.section, section)))
          problems.push(`${name}: two sections that can both be shown have this name`);
        seen.set(name, [...before, { item, section }]);
      }
    }
  }
  return problems;
}

function conditionProblems(condition: Exclude<Condition, { context: unknown }>, earlier: Item | undefined): string[] {
  const field = `"${condition.field}"`;
  if (!earlier) return [`the condition's field ${field} does not come earlier in the form`];
  if ('atLeast' in condition)
    return numericKinds.some((kind) => kind === earlier.kind) ? [] : [`${field} is not an amount`];
  if ('answered' in condition) {
    if (!isField(earlier)) return [`${field} is not an answer`];
    return earlier.kind === 'checkbox' ? [`${field} is a checkbox, which is always answered`] : [];
  }
  if (typeof condition.is === 'boolean') return earlier.kind === 'checkbox' ? [] : [`${field} is not a checkbox`];
  if (!('options' in earlier)) return [`${field} has no options`];
  const { options } = earlier;
  return [condition.is]
    .flat()
    .filter((option) => !options.includes(option))
    .map((option) => `"${option}" is not an option of ${field}`);
}

function checkRules(item: Extract<Item, { rules: unknown }>): string[] {
  const problems: string[] = [];
  for (const rule of item.rules) {
    if (rule.message.trim() === '') problems.push(`${item.name}: the rule "${rule.rule}" has no message`);
    if (rule.rule === 'pattern' && !compiles(rule.pattern)) problems.push(`${item.name}: the pattern does not compile`);
    if (rule.rule === 'atLeast' || rule.rule === 'atMost') problems.push(...checkLimit(item, rule));
  }
  const [least, most] = (['atLeast', 'atMost'] as const).map((name) => item.rules.find(({ rule }) => rule === name));
  if (least && most && 'than' in least && 'than' in most && least.than > most.than)
    problems.push(`${item.name}: its limit "atLeast" is more than its limit "atMost"`);
  if (item.rules.filter((rule) => rule.rule === 'required').length > 1)
    problems.push(`${item.name}: it has "required" twice`);
  return problems;
}

function checkLimit(
  { name, kind }: Extract<Item, { rules: unknown }>,
  { rule, than }: Extract<Rule, { rule: 'atLeast' | 'atMost' }>,
): string[] {
  const report = (problem: string) => [`${name}: the rule "${rule}" ${problem}`];
  if (kind === 'date')
    return typeof than === 'string' && isDay(than)
      ? []
      : report(`needs a day, such as "2025-03-14", not ${JSON.stringify(than)}`);
  if (!numericKinds.some((one) => one === kind))
    return report(`is for ${numericKinds.join(', ')} and date, not for ${kind}; use "min" or "max" for characters`);
  return typeof than === 'number' && than >= 0
    ? []
    : report(`needs a number, such as 500, not ${JSON.stringify(than)}`);
}

/** Finds what `readField` would ignore: it knows only the rules of cells. */
function checkRows(field: RowsField): string[] {
  const problems = field.of.flatMap((cell) => checkRules(cell));
  const report = (problem: string) => problems.push(`${field.name}: ${problem}`);
  if (field.rules.length > 0) report('rows have no rules except atLeast and atMost');
  if (field.of.some((cell) => cell.shownWhen)) report('a cell has no condition');
  if (new Set(field.of.map((cell) => cell.name)).size < field.of.length) report('two cells have the same name');
  if (field.atLeast > 0 && !field.of.some((cell) => cell.rules.some((rule) => rule.rule === 'required')))
    report('required rows need a required cell');
  if (field.atLeast > field.atMost.rows) report('atLeast is more than atMost');
  if (field.total) problems.push(...checkTotal(field, field.total));
  return problems;
}

/** Sums are exact for the format of the kind only: dollars with at most two decimals. */
function checkTotal({ name, of }: RowsField, total: NonNullable<RowsField['total']>): string[] {
  const cell = of.find((one) => one.name === total.of);
  if (cell?.kind !== 'money') return [`${name}: its total is of "${total.of}", which is no cell of kind "money"`];
  return [
    ...(cell.rules.some(({ rule }) => rule === 'pattern')
      ? [`${name}: the cell "${cell.name}" has a total, so it takes dollars and cents; remove its pattern`]
      : []),
    ...(total.label.trim() === '' ? [`${name}: its total has no label`] : []),
    ...(total.atMost?.message.trim() === '' ? [`${name}: the limit of its total has no message`] : []),
  ];
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode;
  } catch {
    return false;
  }
}

/** Whether two sections are never visible together, because their conditions exclude each other. */
function areExclusive(one: Section, other: Section): boolean {
  const a = one.shownWhen;
  const b = other.shownWhen;
  if (!a || !b || !('is' in a) || !('is' in b) || !('field' in a) || !('field' in b) || a.field !== b.field)
    return false;
  const values = new Set<string | boolean>([a.is].flat());
  return [b.is].flat().every((value) => !values.has(value));
}
