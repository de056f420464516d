import { settlement } from '@redress/content/settlement';
import { memberColumns } from '@redress/contract/console/member-imports';
import { caseIdsOf } from '@redress/contract/settlement';
import { createHash, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { importMembers } from '../../console/members/import-members.ts';
import { databaseOn } from '../../platform/database/pool.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import {
  type CommandContext,
  defineCommand,
  formatCount,
  print,
  printProgress,
  runAsProgram,
  withInfrastructure,
} from './command.ts';

const usage = `Usage: npm run members:import -- FILE [--skip-bad]

Imports class members from a CSV file (UTF-8) whose first line names these columns, in any order:
  ${memberColumns.join(', ')}
Imports all rows, or none when one of them is bad. With --skip-bad it imports the good ones.`;

async function importFile({ connectionString, keys }: CommandContext, file: string, skipBad: boolean): Promise<number> {
  const cases = caseIdsOf(settlement);
  const bytes: AsyncIterable<Buffer> = (await open(file)).createReadStream({ highWaterMark: 256 * 1024 });
  const hash = createHash('sha256');
  async function* readHashed() {
    for await (const part of bytes) {
      hash.update(part);
      yield part;
    }
  }
  const { imported, good, bad, firstBad, repaired, fewUniqueIds } = await importMembers({
    connectionString,
    keys,
    cases: new Set(cases),
    csv: Readable.from(readHashed()),
    skipBad,
    onProgress: (rows) => printProgress(() => `${formatCount(rows)} rows read`),
    async record(client, report) {
      if (report.imported === 0) return;
      const details = { rows: report.good + report.bad, bad: report.bad, added: report.imported };
      await addRecordEntry(databaseOn(client), { kind: 'member-import', id: randomUUID() }, new Date(), {
        kind: 'members-imported',
        details: { ...details, cases: cases.join(' '), sha256: hash.digest('hex') },
      });
    },
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
  if (repaired.states > 0) print(`${formatCount(repaired.states)} rows had their state spelled out.`);
  if (repaired.zips > 0)
    print(`${formatCount(repaired.zips)} rows had the first zero or the hyphen of their ZIP code restored.`);
  if (repaired.cells > 0)
    print(
      `${formatCount(repaired.cells)} rows had quotes, apostrophes or hidden characters removed from around their text.`,
    );
  if (fewUniqueIds !== undefined)
    print(
      `Warning: Unique IDs like these have ${formatCount(fewUniqueIds)} values at most, so strangers could guess some. They must be chosen at random from letters and digits (docs/login.md).`,
    );
  return 0;
}

export const main = defineCommand({
  usage,
  options: { 'skip-bad': { type: 'boolean', default: false } },
  takesArguments: true,
  run: (values, file) => withInfrastructure((context) => importFile(context, file, values['skip-bad'])),
});

await runAsProgram(import.meta.filename, main);
