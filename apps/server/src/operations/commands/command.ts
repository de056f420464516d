import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type pg from 'pg';
import { bootstrap, type Infrastructure } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { storageFolders } from '../../data-folder.ts';
import { isDatabaseUnavailable } from '../../database/database-errors.ts';
import { type Database, openDatabase } from '../../database/pool.ts';
import { errorCode } from '../../errors/error-code.ts';
import { startErrorOf } from '../../errors/start-error.ts';

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: boolean }>
>;

export interface Command<Options extends ParseArgsOptionsConfig> {
  readonly usage: string;
  /** As for `parseArgs` of `node:util`. Every command also has `--help`. */
  readonly options: Options;
  /** True for exactly one argument that is not an option, or whether these are right. */
  readonly takesArguments?: true | ((values: Parsed<Options>['values'], args: readonly string[]) => boolean);
  /** Returns the exit code. */
  readonly run: (values: Parsed<Options>['values'], ...args: readonly string[]) => Promise<number>;
  /** The exit code after an error that is explained; 1 by default. */
  readonly failureCode?: number;
}

/** Runs a command and sets the exit code: 2 for wrong usage. A bug ends with a stack. */
export async function runCommand<Options extends ParseArgsOptionsConfig>(command: Command<Options>): Promise<void> {
  const { usage, options, takesArguments } = command;
  if (process.argv.includes('--help')) return print(usage);
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: takesArguments !== undefined });
    const areRight =
      typeof takesArguments === 'function'
        ? takesArguments(values, positionals)
        : positionals.length === Number(takesArguments ?? false);
    if (!areRight) print(usage);
    process.exitCode = areRight ? await command.run(values, ...positionals) : 2;
  } catch (error) {
    const message = explain(error);
    if (message === undefined) throw error;
    printError(message);
    process.exitCode = command.failureCode ?? 1;
  }
}

/** What the operator can do about an error; undefined for a bug. */
function explain(error: unknown): string | undefined {
  const code = errorCode(error) ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full: free up space, and run the command again.';
  // Unknown options and missing values.
  if (error instanceof Error && code.startsWith('ERR_PARSE_ARGS')) return error.message;
  const startError = startErrorOf(error);
  if (!startError && isDatabaseUnavailable(error))
    return 'The database is not available or too busy. Nothing is damaged: run the command again.';
  return startError?.message;
}

/** What every command works with. */
export interface CommandContext extends Infrastructure {
  readonly config: Config;
  readonly database: Database;
  /** The connections of `database`. */
  readonly pool: pg.Pool;
  readonly folders: ReturnType<typeof storageFolders>;
  /** What is deferred here runs before PostgreSQL stops, also after a signal. */
  readonly started: AsyncDisposableStack;
}

/** Stops what `run` started at its end, or at a signal, which ends the command with 1. */
export async function runInterruptible<Result>(
  run: (started: AsyncDisposableStack) => Promise<Result>,
): Promise<Result> {
  const started = new AsyncDisposableStack();
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= started.disposeAsync());
  // No command leaves anything half done: the next run continues or starts over.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void stop().finally(() => process.exit(1)));
  try {
    return await run(started);
  } finally {
    await stop();
  }
}

/** Runs with database and keys, whether the server runs or not. */
export function withInfrastructure(run: (context: CommandContext) => Promise<number>): Promise<number> {
  return runInterruptible(async (started) => {
    const config = readConfig(process.env, process.cwd());
    const infrastructure = await bootstrap(config, printNotice, started, true);
    const { database, pool, close } = openDatabase(infrastructure.connectionString, (error) =>
      printNotice(error.message),
    );
    const folders = storageFolders(config, infrastructure.dataFolder);
    try {
      return await run({ ...infrastructure, config, database, pool, folders, started });
    } finally {
      await close();
    }
  });
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Standard output is only for the result. */
export function printNotice(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Sets the line apart with empty lines. */
export function printError(line: string): void {
  process.stderr.write(`\n${line}\n\n`);
}

export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

const progressIntervalMs = 5_000;
let lastProgressAt = Date.now();

/** Every five seconds, reports what a command is doing, apart from its output. */
export function printProgress(step: string | (() => string)): void {
  if (Date.now() - lastProgressAt < progressIntervalMs) return;
  lastProgressAt = Date.now();
  process.stderr.write(`… ${typeof step === 'string' ? step : step()}\n`);
}

/**
 * Pads the cells of a table.
 * @param numeric indexes of columns to align at the right
 */
export function alignColumns(rows: readonly (readonly string[])[], numeric: readonly number[] = []): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const align = (cell: string, column: number) =>
    numeric.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(align).join('  ').trimEnd());
}
