import { type Condition, type Form, isField, type Item, type RowsField, type Section } from './definition.ts';

/** Problems of a definition, in plain sentences. The build checks every form. */
export function checkForm(form: Form): string[] {
  const problems: string[] = [];
  const seen = new Map<string, { readonly item: Item; readonly section: Section }[]>();

  const checkCondition = (condition: Condition, where: string) => {
    if ('context' in condition) return;
    const earlier = seen.get(condition.field)?.[0]?.item;
    if (!earlier)
      return void problems.push(
        `${where}: the condition's field "${condition.field}" does not stand earlier in the form`,
      );
    if ('atLeast' in condition) {
      if (earlier.kind !== 'money' && earlier.kind !== 'count')
        problems.push(`${where}: "${condition.field}" is no amount`);
      return;
    }
    if ('answered' in condition) {
      if (!isField(earlier)) problems.push(`${where}: "${condition.field}" is no answer`);
      if (earlier.kind === 'checkbox')
        problems.push(`${where}: "${condition.field}" is a checkbox, which is always answered`);
      return;
    }
    if (typeof condition.is === 'boolean') {
      if (earlier.kind !== 'checkbox') problems.push(`${where}: "${condition.field}" is no checkbox`);
      return;
    }
    if (earlier.kind !== 'select' && earlier.kind !== 'choice')
      return void problems.push(`${where}: "${condition.field}" has no options`);
    for (const option of [condition.is].flat()) {
      if (!earlier.options.includes(option))
        problems.push(`${where}: "${option}" is no option of "${condition.field}"`);
    }
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
        if (earlier === undefined) problems.push(`${name}: "${item.of}" does not stand earlier in the form`);
        // Only options can be repeated: typed text could be a tax ID, which must not be stored
        // unencrypted.
        else if (earlier !== 'select' && earlier !== 'choice') problems.push(`${name}: "${item.of}" has no options`);
      }
      if (
        (item.kind === 'choice' || item.kind === 'select') &&
        item.labels &&
        item.labels.length !== item.options.length
      )
        problems.push(`${name}: there must be as many labels as options`);
      if ('name' in item) {
        if (name.includes('.')) problems.push(`${name}: a name has no period, which parts the place of a cell`);
        const before = seen.get(name) ?? [];
        if (before.some((other) => !areExclusive(other.section, section))) {
          problems.push(`${name}: the name stands twice in sections that can both be shown`);
        }
        seen.set(name, [...before, { item, section }]);
      }
    }
  }
  return problems;
}

function checkRules(item: Extract<Item, { rules: unknown }>): string[] {
  const problems: string[] = [];
  for (const rule of item.rules) {
    if (rule.message.trim() === '') problems.push(`${item.name}: the rule "${rule.rule}" has no message`);
    if (rule.rule !== 'pattern') continue;
    if (!compiles(rule.pattern)) problems.push(`${item.name}: the pattern does not compile`);
  }
  if (item.rules.filter((rule) => rule.rule === 'required').length > 1)
    problems.push(`${item.name}: "required" stands twice`);
  return problems;
}

/** Finds what `readField` would ignore: it knows only the rules of cells. */
function checkRows(field: RowsField): string[] {
  const problems = field.of.flatMap((cell) => checkRules(cell));
  const say = (problem: string) => problems.push(`${field.name}: ${problem}`);
  if (field.rules.length > 0) say('rows have no rules of their own, but for atLeast and atMost');
  if (field.of.some((cell) => cell.shownWhen)) say('a cell has no condition');
  if (new Set(field.of.map((cell) => cell.name)).size < field.of.length) say('a cell’s name stands twice');
  if (field.atLeast > 0 && !field.of.some((cell) => cell.rules.some((rule) => rule.rule === 'required')))
    say('rows that must be there need a cell that is required');
  if (field.atLeast > field.atMost.rows) say('atLeast is more than atMost');
  return problems;
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
