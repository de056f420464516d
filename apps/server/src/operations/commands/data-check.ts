import { settlement } from '@redress/content/settlement';
import { checkDataFile } from '@redress/datafiles/check/check-data-file';
import { makeFindingsWorkbook } from '@redress/datafiles/check/findings-workbook';
import { dataMessages } from '@redress/datafiles/messages/all-messages';
import { dateOrders, decimalMarks, type FaultyRow } from '@redress/datafiles/report';
import { stat, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { countFindings } from '../../claims/documents/format-data-checks.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { storedFileSource } from '../../platform/storage/stored-file.ts';
import { defineCommand, formatCount, print, printProgress, runAsProgram } from './command.ts';
import { formatCheckedFile } from './format-data-check.ts';

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

function oneOf<Value extends string>(name: string, values: readonly Value[], given?: string): Value | undefined {
  const value = values.find((one) => one === given);
  if (given !== undefined && value === undefined)
    throw new StartError(`--${name} must be one of ${values.join(', ')}, not "${given}".`);
  return value;
}

export const main = defineCommand({
  usage,
  options: {
    form: { type: 'string', default: formIds[0] ?? '' },
    json: { type: 'boolean', default: false },
    findings: { type: 'string' },
    dates: { type: 'string' },
    decimals: { type: 'string' },
  },
  takesArguments: true,
  failureCode: 2,
  async run({ form, json, findings, ...values }, file) {
    const rules = settlement.dataRules?.[form];
    if (!rules) throw new StartError(`There are no data rules for the form "${form}", only for ${formIds.join(', ')}.`);
    const dates = oneOf('dates', dateOrders, values.dates);
    const decimals = oneOf('decimals', decimalMarks, values.decimals);
    const path = resolve(file);
    const name = basename(path);
    const found = await stat(path);
    if (!found.isFile()) throw new StartError(`${path} is not a file.`);
    const { size } = found;
    const source = storedFileSource({ path, name, size });
    const faultyRows: FaultyRow[] = [];
    const checked = await checkDataFile(source, {
      rules,
      formats: { ...(dates && { dates }), ...(decimals && { decimals }) },
      onProgress: ({ rows }) => printProgress(`${formatCount(rows)} rows read`),
      onFaultyRow: (row) => faultyRows.push(row),
    });
    if (findings !== undefined) {
      const workbook = await makeFindingsWorkbook(checked, faultyRows, dataMessages.en, rules);
      await writeFile(findings, workbook);
    }
    if (json) print(JSON.stringify(checked, null, 2));
    else print([name, ...formatCheckedFile(checked, rules)].join('\n'));
    if (checked.outcome !== 'checked') return 2;
    return countFindings(checked.report, 'error') > 0 ? 1 : 0;
  },
});

await runAsProgram(import.meta.filename, main);
