import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { UsageError } from '../options.ts';

export interface OverloadOptions {
  /** Numbers of server processes to measure, in order. */
  readonly processes: readonly number[];
  /** Length of each measurement, after its warm-up. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Arrivals per second, as multiples of the peak. */
  readonly factor: number;
  /** Whether the clients have a separate core. */
  readonly divide: boolean;
  readonly json: boolean;
}

const usage = `npm run bench:overload -- [options]
  --processes N,M  with how many server processes, one after the other (1)
  --seconds N      length of each measurement (20)
  --warm-up N      seconds before each that are not counted (8)
  --factor N       how many times the peak arrives in an overload (10)
  --together       server, database and clients share all cores; otherwise the clients have their own core if taskset is installed
  --json           figures for machines`;

/** Reads the command line. Throws `UsageError`. */
export function readOptions(args: readonly string[]): OverloadOptions {
  const { processes, seconds, 'warm-up': warmUp, factor, together, json } = parse(args);
  return {
    processes: processes.split(',').map((count) => readCount('processes', count, 1, 64)),
    seconds: readCount('seconds', seconds, 2, 600),
    warmUpSeconds: readCount('warm-up', warmUp, 0, 600),
    factor: readCount('factor', factor, 1, 100),
    divide: !together && availableParallelism() > 1,
    json,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        processes: { type: 'string', default: '1' },
        seconds: { type: 'string', default: '20' },
        'warm-up': { type: 'string', default: '8' },
        factor: { type: 'string', default: '10' },
        together: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`, { cause: error });
  }
}

function readCount(name: string, text: string, least: number, most: number): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < least || count > most)
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.\n${usage}`);
  return count;
}
