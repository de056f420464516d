import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Number of concurrent claimants. */
  readonly clients: number;
  /** Seconds that each measurement takes. */
  readonly seconds: number;
  /** Seconds before each measurement that do not count. */
  readonly warmUpSeconds: number;
  readonly rounds: number;
  /** Numbers of server processes to measure. */
  readonly processes: readonly number[];
  /** Whether to measure the memory of the server with the website. */
  readonly memory: boolean;
  readonly json: boolean;
  /** Where the server writes CPU profiles, if anywhere. Profiling slows the server. */
  readonly profileFolder?: string;
}

/** An invalid option, with a one-line message. */
export class UsageError extends Error {}

/** pgbench opens a connection for each client, and the embedded PostgreSQL allows 100. */
const maxClients = 90;
/** Each has a pool of 20 connections. */
const maxProcesses = 4;

export const usage = `npm run bench -- [options]
  --clients N      claimants at the same time (64; at most ${maxClients})
  --seconds N      length of each measurement (10)
  --warm-up N      seconds before each measurement that are not counted (3)
  --rounds N       how often everything is measured, in turns (3)
  --processes N,M  numbers of server processes, measured in turns (1,2; at most ${maxProcesses})
  --no-memory      does not measure the server's memory, which takes half a minute and a built website
  --json           figures for machines
  --profile DIR    the server writes CPU profiles there, and is slower for it`;

/** Reads the command line. Throws `UsageError`. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { clients, seconds, 'warm-up': warmUp, rounds, processes, memory, json, profile } = parse(args);
  return {
    clients: readCount('clients', clients, 1, maxClients),
    seconds: readCount('seconds', seconds, 1, 600),
    warmUpSeconds: readCount('warm-up', warmUp, 0, 600),
    rounds: readCount('rounds', rounds, 1, 100),
    processes: processes.split(',').map((count) => readCount('processes', count, 1, maxProcesses)),
    memory,
    json,
    ...(profile === undefined ? {} : { profileFolder: profile }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        clients: { type: 'string', default: '64' },
        seconds: { type: 'string', default: '10' },
        'warm-up': { type: 'string', default: '3' },
        rounds: { type: 'string', default: '3' },
        processes: { type: 'string', default: '1,2' },
        memory: { type: 'boolean', default: true },
        json: { type: 'boolean', default: false },
        profile: { type: 'string' },
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
