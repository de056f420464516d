import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../figures.ts';

/** One reading of a file in a separate process. */
export interface Measurement {
  readonly rows: number;
  /** From opening the file to the last row, without the process start. */
  readonly milliseconds: number;
  /**
   * CPU time of all its threads, including garbage collection; unaffected by other load on the
   * machine.
   */
  readonly processorMilliseconds: number;
  /** Peak memory of the whole process, including Node. */
  readonly peakMegabytes: number;
}
export interface Comparison {
  readonly format: Format;
  readonly rows: number;
  readonly fileMegabytes: number;
  readonly bare: Measurement;
  readonly checked: Measurement;
  /**
   * Time of the check divided by time of the bare reading: the median of each round's ratio,
   * because whatever slows the machine in a round slows both.
   */
  readonly ratio: number;
  /** The same ratio for CPU time. */
  readonly processorRatio: number;
}
export type Format = keyof typeof formats;

/** What each format is compared with, and the limits for a million rows. */
export const formats = {
  pipes: { title: 'pipes', bare: 'papaparse-pipes', ratio: 1.5, megabytes: 200 },
  quoted: { title: 'commas, all quoted', bare: 'papaparse-quoted', ratio: 1.5, megabytes: 200 },
  'workbook-inline': { title: '.xlsx, inline strings', bare: 'hucre', ratio: 1.3, megabytes: 250 },
  'workbook-shared': { title: '.xlsx, shared strings', bare: 'hucre', ratio: 1.3, megabytes: 250 },
} as const;

const run = promisify(execFile);
const child = (name: string) => join(import.meta.dirname, `${name}-child.ts`);

export async function writeFileToMeasure(format: Format, rows: number, file: string): Promise<void> {
  await run(process.execPath, [child('write-file'), format, String(rows), file]);
}

/** `profileFolder`: where V8 writes a CPU profile of the check. */
export async function measure(what: string, file: string, profileFolder?: string): Promise<Measurement> {
  const profiling = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const { stdout } = await run(process.execPath, [...profiling, child('measure'), what, file]);
  return readMeasurement(JSON.parse(stdout));
}

function readMeasurement(read: unknown): Measurement {
  if (
    typeof read !== 'object' ||
    read === null ||
    !('rows' in read && 'milliseconds' in read && 'processorMilliseconds' in read && 'peakMegabytes' in read)
  )
    throw new Error(`No measurement: ${JSON.stringify(read)}`);
  return {
    rows: Number(read.rows),
    milliseconds: Number(read.milliseconds),
    processorMilliseconds: Number(read.processorMilliseconds),
    peakMegabytes: Number(read.peakMegabytes),
  };
}

/** The medians of several rounds. */
export function compare(
  rounds: readonly { readonly bare: Measurement; readonly checked: Measurement }[],
  file: { readonly format: Format; readonly rows: number; readonly fileMegabytes: number },
): Comparison {
  const middle = (which: 'bare' | 'checked'): Measurement => ({
    rows: rounds[0]?.[which].rows ?? 0,
    milliseconds: median(rounds.map((round) => round[which].milliseconds)),
    processorMilliseconds: median(rounds.map((round) => round[which].processorMilliseconds)),
    peakMegabytes: median(rounds.map((round) => round[which].peakMegabytes)),
  });
  return {
    ...file,
    bare: middle('bare'),
    checked: middle('checked'),
    ratio: median(rounds.map(({ bare, checked }) => checked.milliseconds / bare.milliseconds)),
    processorRatio: median(
      rounds.map(({ bare, checked }) => checked.processorMilliseconds / bare.processorMilliseconds),
    ),
  };
}
