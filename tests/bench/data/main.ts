import { alignColumns, formatCount, print } from '@redress/server/operations/commands/command';
import { ConfigurationError } from '@redress/server/errors/start-error';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { log, readCount, runCommand } from '../command.ts';
import { describeGoals, type Goal, median } from '../figures.ts';

/** What each format is compared with, and the limits for a million rows. */
const formats = {
  pipes: { title: 'pipes', bare: 'papaparse-pipes', ratio: 1.5, megabytes: 200 },
  quoted: { title: 'commas, all quoted', bare: 'papaparse-quoted', ratio: 1.5, megabytes: 200 },
  'workbook-inline': { title: '.xlsx, inline strings', bare: 'hucre', ratio: 1.3, megabytes: 250 },
  'workbook-shared': { title: '.xlsx, shared strings', bare: 'hucre', ratio: 1.3, megabytes: 250 },
} as const;
type Format = keyof typeof formats;
const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);

const usage = `npm run bench:data -- [options]

Time and memory of checking data files, compared with only reading the same file.
  --quick        10,000 and 100,000 rows only
  --rounds N     how often each file is read in each way, in turns (3)
  --only FORMAT  one of ${Object.keys(formats).join(', ')}
  --rows N       files of this many rows only
  --profile DIR  CPU profiles of the checks are written there, and they are slower for it
  --browser      checks a million rows in Chromium too, on the form of the built site (npm run build)`;

const textRows = [10_000, 100_000, 1_000_000, 5_000_000];
/** A sheet's maximum. */
const sheetRows = [10_000, 100_000, 1_000_000];
const maxQuickRows = 100_000;
const requiredRows = 1_000_000;

/** One reading of a file in a separate process. */
export interface Measurement {
  readonly rows: number;
  /** From opening the file to the last row, without the process start. */
  readonly milliseconds: number;
  /** CPU time of all its threads, which other load on the machine does not change. */
  readonly processorMilliseconds: number;
  /** Peak memory of the whole process, including Node. */
  readonly peakMegabytes: number;
}

/** Medians of several rounds. */
interface Comparison {
  readonly format: Format;
  readonly rows: number;
  readonly bare: Measurement;
  readonly checked: Measurement;
  /**
   * Time of the check divided by time of the bare reading: the median of each round's ratio,
   * because whatever slows the machine in a round slows both.
   */
  readonly ratio: number;
  readonly cells: readonly string[];
}

const runChild = async (nodeOptions: readonly string[], ...args: readonly string[]) =>
  (await promisify(execFile)(process.execPath, [...nodeOptions, join(import.meta.dirname, 'child.ts'), ...args]))
    .stdout;
const writeFileToMeasure = (format: Format, rows: number, file: string) =>
  runChild([], 'write', file, format, String(rows));
/** `profileFolder`: where V8 writes a CPU profile. */
async function measure(way: string, file: string, profileFolder?: string): Promise<Measurement> {
  const profiling = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const parse: (json: string) => Measurement = JSON.parse;
  return parse(await runChild(profiling, way, file));
}

async function compareFile(
  folder: string,
  format: Format,
  rows: number,
  { rounds, profile }: { readonly rounds: number; readonly profile: string | undefined },
): Promise<Comparison> {
  const file = join(folder, `${format}-${rows}`);
  await writeFileToMeasure(format, rows, file);
  const taken: Record<'bare' | 'checked', Measurement>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const readBare = () => measure(formats[format].bare, file);
    // Alternate the order, so that neither always finds the file in the cache.
    const early = round % 2 === 0 ? await readBare() : undefined;
    const checked = await measure('check', file, profile);
    if (checked.rows !== rows)
      throw new Error(`${checked.rows} rows of ${rows} count: the file is wrong, or the check.`);
    taken.push({ bare: early ?? (await readBare()), checked });
  }
  const fileMegabytes = (await stat(file)).size / 1e6;
  await rm(file);
  const medianOf = (which: 'bare' | 'checked'): Measurement => {
    const of = (name: keyof Measurement) => median(taken.map((round) => round[which][name]));
    const times = { milliseconds: of('milliseconds'), processorMilliseconds: of('processorMilliseconds') };
    return { rows, ...times, peakMegabytes: of('peakMegabytes') };
  };
  const ratioOf = (name: keyof Measurement) => median(taken.map(({ bare, checked }) => checked[name] / bare[name]));
  const [bare, checked, ratio] = [medianOf('bare'), medianOf('checked'), ratioOf('milliseconds')];
  const cells = [
    formats[format].title,
    formatCount(rows),
    fileMegabytes.toFixed(1),
    bare.milliseconds.toFixed(0),
    checked.milliseconds.toFixed(0),
    ratio.toFixed(2),
    ratioOf('processorMilliseconds').toFixed(2),
    formatCount(Math.round((rows * 1_000) / checked.milliseconds)),
    ...[bare, checked].map(({ peakMegabytes }) => `${peakMegabytes.toFixed(0)} MB`),
  ];
  log(cells.join('  '));
  return { format, rows, bare, checked, ratio, cells };
}

const head = ['', 'rows', 'MB', 'bare ms', 'check ms', 'ratio', 'CPU ratio', 'rows/s', 'bare peak', 'check peak'];

/** The documented limits for a million rows. */
const goalsOf = (comparisons: readonly Comparison[]): Goal[] =>
  comparisons
    .filter(({ rows }) => rows === requiredRows)
    .flatMap(({ format, ratio, checked }) => {
      const { title: of, ratio: maxRatio, megabytes } = formats[format];
      return [
        { name: 'time to the bare reading', atMost: maxRatio, figures: [{ of, value: ratio }] },
        { name: 'peak', unit: 'MB', atMost: megabytes, figures: [{ of, value: checked.peakMegabytes }] },
      ];
    });

async function describeBrowser(folder: string): Promise<string[]> {
  // Loaded late: a child's peak starts at the memory of the process that starts it.
  const { measureInBrowser } = await import('./browser.ts');
  const lines = ['', `${formatCount(requiredRows)} rows in Chromium:`];
  for (const format of ['pipes', 'workbook-inline'] as const) {
    const file = join(folder, `${format}.${format === 'pipes' ? 'txt' : 'xlsx'}`);
    await writeFileToMeasure(format, requiredRows, file);
    const { milliseconds, maxTask, longTasks, peakMegabytes } = await measureInBrowser(file);
    lines.push(
      `  ${formats[format].title}: ${(milliseconds / 1_000).toFixed(1)} s, ` +
        `${longTasks} tasks over 50 ms on the main thread, the longest of ${maxTask.toFixed(0)} ms; ` +
        `the page's process took ${peakMegabytes?.toFixed(0) ?? 'an unknown number of'} MB at most`,
    );
  }
  return lines;
}

const notes = [
  'CPU ratio: the same of the time of all threads, which other programs on the machine change less.',
  'Bare reading: papaparse over a stream, or hucre over the bytes, of the same file; it takes the rows apart and looks at none of them.',
  'Not shown: rows with faults (each costs more), a cold disk, other processors, browsers. Peaks are those of the whole process: an',
  'empty one of this Node takes about 45 MB, and V8 lets memory grow while there is enough of it.',
];

await runCommand({
  usage,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    rows: { type: 'string' },
    profile: { type: 'string' },
    browser: { type: 'boolean', default: false },
  },
  run: async ({ quick, only, rows, profile, browser, ...values }) => {
    const rounds = readCount('rounds', values.rounds);
    const wanted = Object.keys(formats)
      .filter(isFormat)
      .filter((format) => (only ?? format) === format);
    if (wanted.length === 0) throw new ConfigurationError(usage);
    const folder = await mkdtemp(join(tmpdir(), 'redress-bench-data-'));
    try {
      const comparisons: Comparison[] = [];
      for (const format of wanted) {
        const all = format.startsWith('workbook') ? sheetRows : textRows;
        const some = rows === undefined ? all : [readCount('rows', rows)];
        for (const count of some.filter((each) => !quick || each <= maxQuickRows))
          comparisons.push(await compareFile(folder, format, count, { rounds, profile }));
      }
      const inBrowser = browser ? await describeBrowser(folder) : [];
      const table = alignColumns([head, ...comparisons.map(({ cells }) => cells)], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
      const how = `Medians of ${rounds} rounds, bare reading and check in turns, each in its own process. ${availableParallelism()} cores, Node ${process.versions.node}.`;
      for (const line of ['', ...table, '', ...describeGoals(goalsOf(comparisons)), ...inBrowser, '', how, ...notes])
        print(line);
      return 0;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
