import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contentFolder } from '@redress/content/folders';
import { type Condition, type Field, type Form, isField } from '@redress/forms/definition';
import type { RuleRow, RuleTable } from '../rule-tables/rule-table.ts';
import { nameOf } from './pins.ts';

export const rulesFile = (form: Form): string => join(contentFolder, 'forms', `${nameOf(form)}.rules.md`);
export const hasRulesFile = (form: Form): boolean => existsSync(rulesFile(form));

/** The rule tables of a form as one file that its author can read from the top to the bottom. */
export function formatRuleTables(form: Form, tables: readonly RuleTable[]): string {
  const rows = tables.flatMap((table) => table.rows);
  const sections = form.sections.map(({ title, shownWhen, items }) => {
    const fields = items.filter(isField).map((field) => formatField(field, rows));
    return [`## ${title}`, ...(shownWhen ? [describeCondition(shownWhen)] : []), ...fields].join('\n\n');
  });
  const intro =
    `What each question of \`forms/${nameOf(form)}.ts\` accepts and rejects, and what it says then. \`npm run forms:tables\` wrote this ` +
    'file. Read it from the top to the bottom. Where it is wrong, change the definition and write the file again.';
  return `${[`# ${form.title}`, intro, ...sections].join('\n\n')}\n`;
}

function formatField(field: Field, rows: readonly RuleRow[]): string {
  const heading = `### ${field.label} (\`${field.name}\`)`;
  const parts = [heading, ...(field.shownWhen ? [describeCondition(field.shownWhen)] : [])];
  if (field.kind !== 'rows') return [...parts, formatRows(rows.filter((row) => row.field === field.name))].join('\n\n');
  const { rows: most, message } = field.atMost;
  return [
    ...parts,
    `At least ${String(field.atLeast)} rows and at most ${String(most)}. With more: ${message}`,
    ...(field.total
      ? [
          `${field.total.label}${field.total.atMost ? `, at most ${String(field.total.atMost.than)}: ${field.total.atMost.message}` : ''}`,
        ]
      : []),
    ...field.of.flatMap((cell) => [
      `#### ${cell.label} (\`${field.name}.${cell.name}\`)`,
      formatRows(rows.filter((row) => row.field === `${field.name}.0.${cell.name}`)),
    ]),
  ].join('\n\n');
}

function formatRows(rows: readonly RuleRow[]): string {
  const lines = rows.map(({ value, messages }) => {
    const typed =
      typeof value === 'boolean' ? (value ? 'checked' : 'not checked') : value === '' ? 'nothing' : inCode(value);
    return `| ${typed} | ${messages.length === 0 ? 'accepted' : messages.map(inCell).join('<br>')} |`;
  });
  return ['| typed | |', '| --- | --- |', ...lines].join('\n');
}

const inCell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;');
const inCode = (value: string): string => `\`${value.replaceAll('|', String.raw`\|`)}\``;

function describeCondition(condition: Condition): string {
  if ('context' in condition) return 'Asked only of claimants who are not logged in.';
  if ('atLeast' in condition) return `Asked only if \`${condition.field}\` is ${String(condition.atLeast)} or more.`;
  if ('answered' in condition)
    return `Asked only if \`${condition.field}\` is ${condition.answered ? 'answered' : 'not answered'}.`;
  if (typeof condition.is === 'boolean')
    return `Asked only if \`${condition.field}\` is ${condition.is ? 'checked' : 'not checked'}.`;
  return `Asked only if \`${condition.field}\` is ${[condition.is]
    .flat()
    .map((option) => `“${option}”`)
    .join(' or ')}.`;
}
