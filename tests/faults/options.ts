import { parseArgs } from 'node:util';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';

export interface FaultOptions {
  readonly faults: readonly Fault[];
  /** Number of runs of each fault. */
  readonly runs: number;
  readonly atOnce: number;
  /** Whether the table is written to the documentation. */
  readonly write: boolean;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const usage = `Usage: npm run test:faults -- [--runs=N] [--fault=NAME,…] [--at-once=N] [--write]

Breaks the real server, its PostgreSQL, its disks and lines under a load of claims, and checks afterwards that nothing was lost.
  --runs=N       how often each fault is tried (default 1)
  --fault=NAME,… only these: ${faults.map(({ name }) => name).join(', ')}
  --at-once=N    how many are tried side by side (default 1)
  --write        puts the table into docs/reliability.md`;

/** Reads the command line. Throws a `UsageError` with a readable message. */
export function readOptions(args: readonly string[]): FaultOptions {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        runs: { type: 'string' },
        fault: { type: 'string' },
        'at-once': { type: 'string' },
        write: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }));
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
  if (values.help === true) throw new UsageError(usage);
  return {
    faults: values.fault === undefined ? faults : values.fault.split(',').map(findFault),
    runs: readCount('runs', values.runs),
    atOnce: readCount('at-once', values['at-once']),
    write: values.write === true,
  };
}

function findFault(name: string): Fault {
  const found = faults.find((fault) => fault.name === name);
  if (found === undefined) throw new UsageError(`There is no fault "${name}".\n\n${usage}`);
  return found;
}

function readCount(name: string, text = '1'): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--${name} must be a number from 1.\n\n${usage}`);
  return count;
}
