import { settlement } from '@redress/content/settlement';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import { makeFindingsWorkbook } from '@redress/datafiles/findings-workbook';
import type { CheckedFile, FaultyRow, ValueFormats } from '@redress/datafiles/report';
import { dateOrders, decimalMarks } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import { dataMessages } from '@redress/datafiles/messages/by-language';
import { stat, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { storedFileSource } from '../../storage/stored-files.ts';
import { StartError } from '../../start-error.ts';
import { tellChecked } from './format-data-check.ts';
import { showProgress } from './show-progress.ts';

const formIds = Object.keys(settlement.dataRules ?? {});
const usage = `Usage: npm run data:check -- FILE [--form ${formIds.join('|')}] [--json] [--findings OUT.xlsx]
                                      [--dates ${dateOrders.join('|')}] [--decimals ${decimalMarks.join('|')}]

Checks a file of purchases or membership data as the website does, and tells what was found.
  --form      whose rules it is checked by (${formIds[0] ?? 'none'})
  --json      prints the whole report for programs
  --findings  writes the findings, and the rows to mend, as a workbook
  --dates     reads every date in this order, whatever the file shows
  --decimals  reads every number with this decimal mark: 1,234.56 has a point, 1.234,56 a comma
It ends with 0 when there are no errors, with 1 when there are, and with 2 when the file cannot be read.`;
/** Findings and plans on the screen; the workbook has as many as are kept. */
const most = 20;

interface CheckOptions {
  readonly file: string;
  readonly rules: DataRules;
  readonly json: boolean;
  readonly findings?: string;
  readonly formats: ValueFormats;
}

async function run({ file, rules, json, findings, formats }: CheckOptions): Promise<number> {
  const path = resolve(file);
  const size = await sizeOf(path);
  const words = dataMessages.en;
  const source = storedFileSource({
    location: { kind: 'folder', folder: dirname(path) },
    key: basename(path),
    name: basename(path),
    size,
  });
  const faultyRows: FaultyRow[] = [];
  const started = performance.now();
  const progress = showProgress(process.stderr, size);
  const checked = await checkDataFile(source, {
    rules,
    formats,
    onProgress: ({ bytesRead, rows }) => progress.show(bytesRead, rows),
    onFaultyRow: (row) => faultyRows.push(row),
  });
  progress.end();
  if (findings !== undefined)
    await saveFindings(findings, await makeFindingsWorkbook(checked, faultyRows, words, rules));
  if (json) process.stdout.write(`${JSON.stringify(checked, null, 2)}\n`);
  else {
    const paint: Parameters<typeof tellChecked>[1]['paint'] = (style, text) =>
      styleText(style, text, { stream: process.stdout });
    const seconds = (performance.now() - started) / 1_000;
    say([basename(path), ...tellChecked(checked, { rules, words, paint, most })].join('\n'));
    say(`\nChecked in ${seconds.toFixed(1)} s.${findings === undefined ? '' : ` The findings are in ${findings}.`}`);
  }
  return exitCodeOf(checked);
}

function exitCodeOf(checked: CheckedFile): number {
  if (checked.outcome !== 'checked') return 2;
  return checked.report.counts.some(({ severity, count }) => severity === 'error' && count > 0) ? 1 : 0;
}

/** Undefined when the command was not used right, or asked how it is used. */
function readArguments(): CheckOptions | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      form: { type: 'string', default: formIds[0] ?? '' },
      json: { type: 'boolean', default: false },
      findings: { type: 'string' },
      dates: { type: 'string' },
      decimals: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [file] = positionals;
  if (values.help === true || file === undefined || positionals.length > 1) return undefined;
  const rules = settlement.dataRules?.[values.form];
  if (rules === undefined)
    throw new StartError(`There are no data rules for the form "${values.form}", but for ${formIds.join(', ')}.`);
  const dates = oneOf('dates', dateOrders, values.dates);
  const decimals = oneOf('decimals', decimalMarks, values.decimals);
  return {
    file,
    rules,
    json: values.json,
    ...(values.findings === undefined ? {} : { findings: values.findings }),
    formats: { ...(dates === undefined ? {} : { dates }), ...(decimals === undefined ? {} : { decimals }) },
  };
}

function oneOf<Value extends string>(name: string, values: readonly Value[], given?: string): Value | undefined {
  const value = values.find((one) => one === given);
  if (given !== undefined && value === undefined)
    throw new StartError(`--${name} is one of ${values.join(', ')}, not "${given}".`);
  return value;
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new StartError(`${file} is no file.`);
    return found.size;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The file ${file} cannot be read.`, { cause: error });
  }
}

async function saveFindings(file: string, workbook: Uint8Array): Promise<void> {
  try {
    await writeFile(file, workbook);
  } catch (error) {
    throw new StartError(`The findings cannot be written to ${file}.`, { cause: error });
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
// Whoever reads may have read enough: `| head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

/** Unknown options are told by Node with a code of this kind. */
function isWrongUse(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

try {
  const options = readArguments();
  if (options === undefined) say(usage);
  process.exitCode = options === undefined ? (process.argv.includes('--help') ? 0 : 2) : await run(options);
} catch (error) {
  if (!(error instanceof StartError) && !isWrongUse(error)) throw error;
  process.stderr.write(`\n${error.message}\n\n`);
  process.exitCode = 2;
}
