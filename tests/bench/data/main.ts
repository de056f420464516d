import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  compare,
  type Comparison,
  type Format,
  formats,
  measure,
  type Measurement,
  writeFileToMeasure,
} from './measurement.ts';

// npm run bench:data: time and memory of checking data files, compared with only reading the same
// file.

const usage = `npm run bench:data -- [options]
  --quick        10,000 and 100,000 rows only
  --rounds N     how often each file is read in each way, in turns (3)
  --only FORMAT  one of ${Object.keys(formats).join(', ')}
  --rows N       files of this many rows only
  --profile DIR  CPU profiles of the checks are written there, and they are slower for it
  --browser      checks a million rows in Chromium too, on the form of the built site (npm run build)
  --json         figures for machines`;

const textRows = [10_000, 100_000, 1_000_000, 5_000_000];
/** A sheet's maximum. */
const sheetRows = [10_000, 100_000, 1_000_000];
const maxQuickRows = 100_000;
const requiredRows = 1_000_000;

/** Progress goes to stderr, so that stdout has only the figures. */
function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function compareFile(
  folder: string,
  format: Format,
  rows: number,
  { rounds, profile }: { rounds: number; profile?: string | undefined },
): Promise<Comparison> {
  const file = join(folder, `${format}-${rows}`);
  await writeFileToMeasure(format, rows, file);
  try {
    const taken: { bare: Measurement; checked: Measurement }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const readBare = () => measure(formats[format].bare, file);
      // Alternate the order, so that neither always finds the file in the cache.
      const early = round % 2 === 0 ? await readBare() : undefined;
      const checked = await measure('check', file, profile);
      const bare = early ?? (await readBare());
      if (checked.rows !== rows)
        throw new Error(`${checked.rows} rows of ${rows} count: the file is wrong, or the check.`);
      taken.push({ bare, checked });
    }
    return compare(taken, { format, rows, fileMegabytes: (await stat(file)).size / 1e6 });
  } finally {
    await rm(file);
  }
}

const head = ['', 'rows', 'MB', 'bare ms', 'check ms', 'ratio', 'CPU ratio', 'rows/s', 'bare peak', 'check peak'];

function describeRow({ format, rows, fileMegabytes, bare, checked, ratio, processorRatio }: Comparison): string[] {
  return [
    formats[format].title,
    rows.toLocaleString('en-US'),
    fileMegabytes.toFixed(1),
    bare.milliseconds.toFixed(0),
    checked.milliseconds.toFixed(0),
    ratio.toFixed(2),
    processorRatio.toFixed(2),
    Math.round((rows * 1_000) / checked.milliseconds).toLocaleString('en-US'),
    `${bare.peakMegabytes.toFixed(0)} MB`,
    `${checked.peakMegabytes.toFixed(0)} MB`,
  ];
}

function inTable([name = '', ...cells]: readonly string[]): string {
  return name.padEnd(24) + cells.map((cell) => cell.padStart(12)).join('');
}

/** Whether the documented limits for a million rows are met. */
function findShortfalls(comparisons: readonly Comparison[]): string[] {
  return comparisons
    .filter(({ rows }) => rows === requiredRows)
    .flatMap(({ format, ratio, checked }) => {
      const { title, ratio: maxRatio, megabytes } = formats[format];
      return [
        `${ratio <= maxRatio ? 'holds' : 'FAILS'}: ${title}, ${ratio.toFixed(2)} times the bare reading, at most ${maxRatio}`,
        `${checked.peakMegabytes < megabytes ? 'holds' : 'FAILS'}: ${title}, peak of ${checked.peakMegabytes.toFixed(0)} MB, under ${megabytes}`,
      ];
    });
}

async function describeBrowser(folder: string): Promise<string[]> {
  const measured = ['pipes', 'workbook-inline'] as const;
  const files = measured.map((format) => join(folder, `${format}.${format === 'pipes' ? 'txt' : 'xlsx'}`));
  for (const [index, format] of measured.entries()) await writeFileToMeasure(format, requiredRows, files[index] ?? '');
  // Loaded late: a child's peak starts at the memory of the process that starts it.
  const { measureInBrowser } = await import('./browser.ts');
  const found = await measureInBrowser(files);
  return [
    '',
    `${requiredRows.toLocaleString('en-US')} rows in Chromium:`,
    ...found.map(
      ({ milliseconds, maxTask, longTasks, peakMegabytes }, index) =>
        `  ${formats[measured[index] ?? 'pipes'].title}: ${(milliseconds / 1_000).toFixed(1)} s, ` +
        `${longTasks} tasks over 50 ms on the main thread${longTasks === 0 ? '' : `, the longest of ${maxTask.toFixed(0)} ms`}; ` +
        `the page's process took ${peakMegabytes?.toFixed(0) ?? 'an unknown number of'} MB at most`,
    ),
  ];
}

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      rows: { type: 'string' },
      profile: { type: 'string' },
      browser: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return log(usage);
  const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);
  const wanted = Object.keys(formats)
    .filter(isFormat)
    .filter((format) => (values.only ?? format) === format);
  const rounds = Number(values.rounds);
  if (wanted.length === 0 || !Number.isInteger(rounds) || rounds < 1) throw new RangeError(usage);

  const folder = await mkdtemp(join(tmpdir(), 'redress-bench-data-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void remove().finally(() => process.exit(130)));
  try {
    const comparisons: Comparison[] = [];
    for (const format of wanted) {
      const all = format.startsWith('workbook') ? sheetRows : textRows;
      const some = values.rows === undefined ? all : [Number(values.rows)];
      for (const rows of some.filter((count) => !values.quick || count <= maxQuickRows)) {
        const comparison = await compareFile(folder, format, rows, { rounds, profile: values.profile });
        log(inTable(describeRow(comparison)));
        comparisons.push(comparison);
      }
    }
    const inBrowser = values.browser ? await describeBrowser(folder) : [];
    const described = [
      '',
      inTable(head),
      ...comparisons.map((comparison) => inTable(describeRow(comparison))),
      '',
      ...findShortfalls(comparisons),
      ...inBrowser,
      '',
      `Medians of ${rounds} rounds, bare reading and check in turns, each in its own process. ${availableParallelism()} cores, Node ${process.versions.node}.`,
      'CPU ratio: the same of the time of all threads, which other programs on the machine change less.',
      'Bare reading: papaparse over a stream, or hucre over the bytes, of the same file; it takes the rows apart and looks at none of them.',
      'Not shown: rows with faults (each costs more), a cold disk, other processors, browsers. Peaks are those of the whole process: an',
      'empty one of this Node takes about 45 MB, and V8 lets memory grow while there is enough of it.',
      '',
    ];
    process.stdout.write(values.json ? `${JSON.stringify(comparisons, null, 2)}\n` : described.join('\n'));
  } finally {
    await remove();
  }
}

await bench();
