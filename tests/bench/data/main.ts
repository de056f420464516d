import { alignColumns, formatCount, print } from '@redress/server/operations/commands/command';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder, machine, type Measurement, measureIn, runNode } from '../child-process.ts';
import { log, readCount, runCommand } from '../command.ts';
import { describeGoals, goalOf, median } from '../figures.ts';

/** Each format is compared with a bare reader. Limits are for a million rows. */
const formats = [
  { format: 'pipes', of: 'pipes', bare: 'papaparse-pipes', maxRatio: 1.5, megabytes: 200 },
  { format: 'quoted', of: 'commas, all quoted', bare: 'papaparse-quoted', maxRatio: 1.5, megabytes: 200 },
  { format: 'workbook-inline', of: '.xlsx, inline strings', bare: 'hucre', maxRatio: 1.3, megabytes: 250 },
  { format: 'workbook-shared', of: '.xlsx, shared strings', bare: 'hucre', maxRatio: 1.3, megabytes: 250 },
];

const usage = `npm run bench:data -- [options]

Time and memory of checking data files, compared with only reading the same file.
  --rows N,M     files of so many rows (1000000, for which there are goals; a sheet has at most 1,048,576)
  --rounds N     how often each file is read in each way, in turns (3)`;

const requiredRows = 1_000_000;

const child = join(import.meta.dirname, 'child.ts');

/** Cells are medians of several rounds, goals the documented limits for a million rows. */
async function compareFile(folder: string, kind: (typeof formats)[number], rows: number, rounds: number) {
  const { format, of, bare: bareReader, maxRatio, megabytes } = kind;
  const file = join(folder, `${format}-${rows}`);
  await runNode(child, 'write', file, format, String(rows));
  const taken: Record<'bare' | 'checked', Measurement>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const readBare = () => measureIn(child, bareReader, file);
    // Alternates the order, so that neither always finds the file in the cache.
    const early = round % 2 === 0 ? await readBare() : undefined;
    const checked = await measureIn(child, 'check', file);
    if (checked.rows !== rows)
      throw new Error(`${checked.rows} rows of ${rows} count: the file is wrong, or the check.`);
    taken.push({ bare: early ?? (await readBare()), checked });
  }
  const fileMegabytes = (await stat(file)).size / 1e6;
  await rm(file);
  const medianOf = (which: 'bare' | 'checked', name: 'milliseconds' | 'peakMegabytes') =>
    median(taken.map((round) => round[which][name]));
  // The ratio is that of each round, because a slow machine slows both readings of a round.
  const ratio = median(taken.map(({ bare, checked }) => checked.milliseconds / bare.milliseconds));
  const peakMegabytes = medianOf('checked', 'peakMegabytes');
  const cells = [
    of,
    formatCount(rows),
    fileMegabytes.toFixed(1),
    medianOf('bare', 'milliseconds').toFixed(0),
    medianOf('checked', 'milliseconds').toFixed(0),
    ratio.toFixed(2),
    `${peakMegabytes.toFixed(0)} MB`,
  ];
  log(cells.join('  '));
  const goal = goalOf(of);
  const goals = [goal('time to the bare reading', '', maxRatio, ratio), goal('peak', 'MB', megabytes, peakMegabytes)];
  return { cells, goals: rows === requiredRows ? goals : [] };
}

const head = ['', 'rows', 'MB', 'bare ms', 'check ms', 'ratio', 'check peak'];

await runCommand({
  usage,
  options: { rows: { type: 'string', default: String(requiredRows) }, rounds: { type: 'string', default: '3' } },
  run: (values) =>
    inTemporaryFolder(async (folder) => {
      const rounds = readCount('rounds', values.rounds);
      const sizes = values.rows.split(',').map((rows) => readCount('rows', rows));
      const comparisons: Awaited<ReturnType<typeof compareFile>>[] = [];
      for (const format of formats)
        for (const rows of sizes) comparisons.push(await compareFile(folder, format, rows, rounds));
      const table = alignColumns([head, ...comparisons.map(({ cells }) => cells)], [1, 2, 3, 4, 5, 6]);
      const how = `Medians of ${rounds} rounds, bare reading and check in turns, each in its own process. ${machine}`;
      const goals = describeGoals(comparisons.flatMap((each) => each.goals));
      for (const line of ['', ...table, '', ...goals, '', how]) print(line);
      return 0;
    }),
});
