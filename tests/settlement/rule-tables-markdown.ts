import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contentFolder } from '@redress/content/folders';
import { type Condition, type DocumentsItem, type Field, type Form, isField } from '@redress/forms/definition';
import type { RuleRow, RuleTable } from '../rule-tables/rule-table.ts';
import { nameOf } from './pins.ts';

export const rulesFile = (form: Form): string => join(contentFolder, 'forms', `${nameOf(form)}.rules.md`);
export const hasRulesFile = (form: Form): boolean => existsSync(rulesFile(form));

/** The rule tables of a form as one file that its author can read from the top to the bottom. */
export function formatRuleTables(form: Form, tables: readonly RuleTable[]): string {
  const rows = tables.flatMap((table) => table.rows);
  const sections = form.sections.map(({ title, shownWhen, items }) => {
    const questions = items.flatMap((item) =>
      isField(item) ? formatField(item, rows) : item.kind === 'documents' ? formatDocuments(item) : [],
    );
    return [`## ${title}`, ...(shownWhen ? [describeCondition(shownWhen)] : []), ...questions].join('\n\n');
  });
  const intro =
    `What each question of \`forms/${nameOf(form)}.ts\` accepts and rejects, and what it says then. \`npm run forms:tables\` wrote this ` +
    'file. Read it from the top to the bottom. Where it is wrong, change the definition and write the file again. It shows what ' +
    'arrives: before that, the website corrects what it can, such as `$1,250` to `1250`.';
  return `${[`# ${form.title}`, intro, ...sections].join('\n\n')}\n`;
}

function formatField(field: Field, rows: readonly RuleRow[]): string {
  const heading = `### ${field.label} (\`${field.name}\`)`;
  const parts = [
    heading,
    ...(field.shownWhen ? [describeCondition(field.shownWhen)] : []),
    ...('options' in field ? [`Options: ${field.options.map((option) => `“${option}”`).join(', ')}.`] : []),
  ];
  if (field.kind !== 'rows') return [...parts, formatRows(rows.filter((row) => row.field === field.name))].join('\n\n');
  const { rows: most, message } = field.atMost;
  return [
    ...parts,
    `Rows: ${String(field.atLeast)} to ${String(most)}. With more: ${message}`,
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

function formatDocuments({ name, label, maxFiles, maxBytes, types, due = [] }: DocumentsItem): string {
  const limits = `Up to ${String(maxFiles)} files of up to ${String(Math.floor(maxBytes / 2 ** 20))} MB each: ${types.join(', ')}.`;
  const reminders = due.map(
    ({ when, message }) => `- ${when ? describeCondition(when, 'Due if') : 'Always due.'} “${message}”`,
  );
  return [`### ${label} (\`${name}\`)`, limits, ...(reminders.length > 0 ? [reminders.join('\n')] : [])].join('\n\n');
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

/** The middle of a long value says nothing: `Jane Doeee…eee` (50 characters). */
function inCode(value: string): string {
  const code = (text: string) => `\`${text.replaceAll('|', String.raw`\|`)}\``;
  return value.length <= 30
    ? code(value)
    : `${code(`${value.slice(0, 20)}…${value.slice(-3)}`)} (${String(value.length)} characters)`;
}

function describeCondition(condition: Condition, only = 'Asked only if'): string {
  if ('context' in condition) return `${only} the claimant is not logged in.`;
  const { field } = condition;
  if ('atLeast' in condition) return `${only} \`${field}\` is ${String(condition.atLeast)} or more.`;
  if ('answered' in condition) return `${only} \`${field}\` is ${condition.answered ? 'answered' : 'not answered'}.`;
  if (typeof condition.is === 'boolean') return `${only} \`${field}\` is ${condition.is ? 'checked' : 'not checked'}.`;
  const options = [condition.is].flat().map((option) => `“${option}”`);
  return `${only} \`${field}\` is ${options.join(' or ')}.`;
}
