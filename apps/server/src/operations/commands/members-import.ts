import { settlement } from '@redress/content/settlement';
import { open } from 'node:fs/promises';
import { importMembers } from '../../class-members/import-members.ts';
import { memberColumns } from '../../class-members/read-members.ts';
import { type CommandContext, formatCount, print, printProgress, runCommand, withInfrastructure } from './command.ts';

const usage = `Usage: npm run members:import -- FILE [--skip-bad]

Imports class members from a CSV file (UTF-8) whose first line names these columns, in any order:
  ${memberColumns.join(', ')}
Imports all rows, or none when one of them is bad. With --skip-bad it imports the good ones.`;

async function importFile({ connectionString, keys }: CommandContext, file: string, skipBad: boolean): Promise<number> {
  const { imported, good, bad, firstBad, fewUniqueIds } = await importMembers({
    connectionString,
    keys,
    cases: new Set(settlement.claimForms.map((form) => form.caseId)),
    csv: (await open(file)).createReadStream({ highWaterMark: 256 * 1024 }),
    skipBad,
    onProgress: (rows) => printProgress(() => `${formatCount(rows)} rows read`),
  });
  for (const { line, reason } of firstBad) print(`line ${line}: ${reason}`);
  if (bad > firstBad.length) print(`… and ${bad - firstBad.length} more bad rows`);
  if (bad > 0 && imported === 0) {
    print(
      `Nothing was imported: ${bad} of ${bad + good} rows are bad. Fix them, or add --skip-bad to import the others.`,
    );
    return 1;
  }
  print(`${imported} class members were imported.${bad > 0 ? ` ${bad} bad rows were left out.` : ''}`);
  if (fewUniqueIds !== undefined)
    print(
      `Warning: Unique IDs like these have ${formatCount(fewUniqueIds)} values at most, so strangers could find some by trying. They must be chosen at random from letters and digits (docs/login.md).`,
    );
  return 0;
}

await runCommand({
  usage,
  options: { 'skip-bad': { type: 'boolean', default: false } },
  takesArguments: true,
  run: (values, file) => withInfrastructure((context) => importFile(context, file, values['skip-bad'])),
});
