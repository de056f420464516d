import { settlement } from '@redress/content/settlement';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import { makeFindingsWorkbook } from '@redress/datafiles/findings-workbook';
import { dataMessages } from '@redress/datafiles/messages/all-messages';
import {
  type CheckedFile,
  dateOrders,
  decimalMarks,
  type FaultyRow,
  type ValueFormats,
} from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { StartError } from '../../errors/start-error.ts';
import { storedFileSource } from '../../storage/stored-files.ts';
import { print, statFile, runCommand } from './command.ts';
import { formatCheckedFile, type Style } from './format-data-check.ts';
import { progressBar } from './progress.ts';

const formIds = Object.keys(settlement.dataRules ?? {});
const usage = `Usage: npm run data:check -- FILE [--form ${formIds.join('|')}] [--json] [--findings OUT.xlsx]
                                      [--dates ${dateOrders.join('|')}] [--decimals ${decimalMarks.join('|')}]

Checks a file of purchases or membership data as the website does, and prints the findings.
  --form      applies the rules of this form (default: ${formIds[0] ?? 'none'})
  --json      prints the whole report as JSON
  --findings  writes the findings, and the rows to fix, as a workbook
  --dates     reads every date in this order, whatever the file shows
  --decimals  reads every number with this decimal mark: 1,234.56 has a point, 1.234,56 a comma
Exits with 0 when there are no errors, with 1 when there are, and with 2 when the file cannot be read.`;
/** Findings and plans to print. The workbook has more. */
const maxPrinted = 20;

interface CheckOptions {
  readonly rules: DataRules;
  readonly json: boolean;
  readonly findings: string | undefined;
  readonly formats: ValueFormats;
}

async function check(file: string, { rules, json, findings, formats }: CheckOptions): Promise<number> {
  const path = resolve(file);
  const name = basename(path);
  const found = await statFile(path);
  if (!found.isFile()) throw new StartError(`${path} is not a file.`);
  const { size } = found;
  const messages = dataMessages.en;
  const source = storedFileSource({ location: { kind: 'folder', folder: dirname(path) }, key: name, name, size });
  const faultyRows: FaultyRow[] = [];
  const startedAt = performance.now();
  const progress = progressBar(process.stderr, size);
  const checked = await checkDataFile(source, {
    rules,
    formats,
    onProgress: ({ bytesRead, rows }) => progress.update(bytesRead, rows),
    onFaultyRow: (row) => faultyRows.push(row),
  });
  progress.end();
  if (findings !== undefined)
    await saveFindings(findings, await makeFindingsWorkbook(checked, faultyRows, messages, rules));
  if (json) print(JSON.stringify(checked, null, 2));
  else {
    const paint = (style: Style, text: string) => styleText(style, text, { stream: process.stdout });
    const seconds = (performance.now() - startedAt) / 1_000;
    print([name, ...formatCheckedFile(checked, { rules, messages, paint, maxPrinted })].join('\n'));
    print(`\nChecked in ${seconds.toFixed(1)} s.${findings === undefined ? '' : ` The findings are in ${findings}.`}`);
  }
  return exitCodeOf(checked);
}

function exitCodeOf(checked: CheckedFile): number {
  if (checked.outcome !== 'checked') return 2;
  return checked.report.counts.some(({ severity, count }) => severity === 'error' && count > 0) ? 1 : 0;
}

function rulesOf(formId: string): DataRules {
  const rules = settlement.dataRules?.[formId];
  if (rules) return rules;
  throw new StartError(`There are no data rules for the form "${formId}", only for ${formIds.join(', ')}.`);
}

function oneOf<Value extends string>(name: string, values: readonly Value[], given?: string): Value | undefined {
  const value = values.find((one) => one === given);
  if (given !== undefined && value === undefined)
    throw new StartError(`--${name} is one of ${values.join(', ')}, not "${given}".`);
  return value;
}

async function saveFindings(file: string, workbook: Uint8Array): Promise<void> {
  try {
    await writeFile(file, workbook);
  } catch (error) {
    throw new StartError(`The findings cannot be written to ${file}.`, { cause: error });
  }
}

// The reader of a pipe may close it early: `| head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await runCommand({
  usage,
  parse: () =>
    parseArgs({
      allowPositionals: true,
      options: {
        form: { type: 'string', default: formIds[0] ?? '' },
        json: { type: 'boolean', default: false },
        findings: { type: 'string' },
        dates: { type: 'string' },
        decimals: { type: 'string' },
        help: { type: 'boolean' },
      },
    }),
  takesArgument: true,
  run: async ({ form, json, findings, ...given }, file) => {
    const dates = oneOf('dates', dateOrders, given.dates);
    const decimals = oneOf('decimals', decimalMarks, given.decimals);
    const formats = { ...(dates && { dates }), ...(decimals && { decimals }) };
    return check(file, { rules: rulesOf(form), json, findings, formats });
  },
  failureCode: 2,
});
