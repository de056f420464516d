import { settlement } from '@redress/content/settlement';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { ImportReport } from '../../class-members/import-members.ts';
import { importMembers } from '../../class-members/import-members.ts';
import { MembersFileError, memberColumns } from '../../class-members/read-members.ts';
import { readConfig } from '../../config.ts';
import { migrate } from '../../database/migrate.ts';
import { bootstrapForCommand } from '../../bootstrap.ts';
import { StartError } from '../../start-error.ts';
import { showProgress } from './show-progress.ts';

const usage = `Usage: npm run members:import -- FILE [--skip-bad]

Imports class members from a CSV file (UTF-8) whose first line names these columns, in any order:
  ${memberColumns.join(', ')}
All rows come in, or none when one of them is bad. With --skip-bad the good ones come in.`;

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'skip-bad': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const [file] = positionals;
  if (values.help === true || file === undefined || positionals.length > 1) {
    say(usage);
    return values.help === true ? 0 : 2;
  }
  const size = await sizeOf(file);
  const { keys, connectionString, close } = await bootstrapForCommand(readConfig(process.env, process.cwd()), say);
  try {
    await migrate(connectionString);
    const csv = createReadStream(file, { highWaterMark: 256 * 1024 });
    const progress = showProgress(process.stderr, size);
    const report = await importMembers({
      connectionString,
      keys,
      cases: new Set(settlement.claimForms.map((form) => form.caseId)),
      csv,
      skipBad: values['skip-bad'] === true,
      onProgress: (rows) => progress.show(csv.bytesRead, rows),
    });
    progress.end();
    return tell(report);
  } finally {
    await close();
  }
}

function tell(report: ImportReport): number {
  for (const { line, reason } of report.firstBad) say(`line ${line}: ${reason}`);
  if (report.bad > report.firstBad.length) say(`… and ${report.bad - report.firstBad.length} more bad rows`);
  if (report.bad > 0 && report.imported === 0) {
    say(
      `Nothing was imported: ${report.bad} of ${report.bad + report.good} rows are bad. Mend them, or add --skip-bad to take the others.`,
    );
    return 1;
  }
  say(
    `${report.imported} class members were imported.${report.bad > 0 ? ` ${report.bad} bad rows were left out.` : ''}`,
  );
  if (report.fewUniqueIds !== undefined)
    say(
      `Warning: Unique IDs like these have ${report.fewUniqueIds.toLocaleString('en-US')} values at most, so strangers could find some by trying. They must be rendered at random from letters and digits (docs/login.md).`,
    );
  return 0;
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read.`, { cause: error });
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof StartError || error instanceof MembersFileError)) throw error;
  process.stderr.write(`\n${error.message}\n\n`);
  process.exitCode = 1;
}
