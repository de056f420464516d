import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

// A benchmark measures in a separate process, which shows the peak memory of the work.

export interface Measurement {
  /** The work alone, without the process start. */
  readonly milliseconds: number;
  /** The peak memory is that of the whole process, including Node. */
  readonly peakMegabytes: number;
  /** The rows that were read. */
  readonly rows?: number;
}

/** Runs a program of Node, and returns what it prints. */
export const runNode = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, args)).stdout;

/** Runs a program that prints a measurement. */
export async function measureIn(...args: readonly string[]): Promise<Measurement> {
  const parse: (json: string) => Measurement = JSON.parse;
  return parse(await runNode(...args));
}

/** Prints the measurement of this process. */
export const printMeasurement = (milliseconds: number, rows?: number) =>
  process.stdout.write(JSON.stringify({ milliseconds, peakMegabytes: process.resourceUsage().maxRSS / 1024, rows }));

/** Uses a temporary folder, which is removed at the end. */
export async function inTemporaryFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'redress-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const machine = `${availableParallelism()} cores, Node ${process.versions.node}.`;
