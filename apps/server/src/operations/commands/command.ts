import { existsSync, realpathSync } from 'node:fs';
import { inspect, parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type pg from 'pg';
import { bootstrap, type Infrastructure } from '../../platform/start/bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { loadCredentials } from '../../platform/start/credentials.ts';
import { mailFolderIn } from '../../platform/start/data-folder.ts';
import { isDatabaseUnavailable } from '../../platform/database/database-errors.ts';
import { type Database, openDatabase } from '../../platform/database/pool.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { ConfigurationError, startErrorOf } from '../../platform/errors/start-error.ts';
import { isStorageFull } from '../../platform/storage/disk.ts';
import { findStorageError, StorageError } from '../../platform/storage/storage-error.ts';

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: boolean }>
>;

export interface Command<Options extends ParseArgsOptionsConfig> {
  readonly usage: string;
  /** The options of `parseArgs` of `node:util`. Every command also has `--help`. */
  readonly options: Options;
  /** True for exactly one argument that is not an option, or a check of these arguments. */
  readonly takesArguments?: true | ((values: Parsed<Options>['values'], args: readonly string[]) => boolean);
  /** Returns the exit code. */
  readonly run: (values: Parsed<Options>['values'], ...args: readonly string[]) => Promise<number>;
  /** The exit code of a failure, for a command that promises a code other than 1. */
  readonly failureCode?: number;
}

/** A command as a function of its arguments, which returns one of `exitCodes`. */
export function defineCommand<Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
): (args: readonly string[]) => Promise<number> {
  const { usage, options, takesArguments } = command;
  return async (args) => {
    if (args.includes('--help')) {
      print(usage);
      return exitCodes.done;
    }
    try {
      const config = { args: [...args], options, allowPositionals: takesArguments !== undefined };
      const { values, positionals } = parseArgs<{ options: Options; allowPositionals: boolean }>(config);
      const areRight =
        typeof takesArguments === 'function'
          ? takesArguments(values, positionals)
          : positionals.length === Number(takesArguments ?? false);
      if (areRight) return await command.run(values, ...positionals);
      print(usage);
      return exitCodes.misconfigured;
    } catch (error) {
      const code = exitCodeOf(error);
      if (code === exitCodes.bug) process.stderr.write(`${inspect(error)}\n`);
      else printError(explain(error));
      return code === exitCodes.failed ? (command.failureCode ?? code) : code;
    }
  };
}

/**
 * Runs a command with the arguments of this process, and sets its exit code. Does nothing, and
 * returns false, when the command's module was imported by another program.
 */
export async function runAsProgram(file: string, main: (args: readonly string[]) => Promise<number>): Promise<boolean> {
  // `import.meta.main` is missing in the first releases of Node 24.
  const [, program = ''] = process.argv;
  if (!existsSync(program) || realpathSync(program) !== realpathSync(file)) return false;
  // The reader of a pipe may close it early: `| head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  process.exitCode = await main(process.argv.slice(2));
  return true;
}

/** Says what the operator can do about an error that is not a bug. */
function explain(error: unknown): string {
  const storageError = findStorageError(error);
  if (storageError) return storageError.message;
  if (isStorageFull(error)) return 'The disk is full: free up space, and run the command again.';
  const message = hasParseCode(error) ? error.message : startErrorOf(error)?.message;
  return message ?? 'The database is not available or too busy. Nothing is damaged: run the command again.';
}

/**
 * The exit codes of commands, for timers and scripts: 3 is worth another try; 1, 2 and 4 need an
 * operator. docs/operations.md has the same table.
 */
export const exitCodes = {
  done: 0,
  /** The command found something wrong, or could not do its work and printed the reason. */
  failed: 1,
  /** The arguments or the environment are wrong. */
  misconfigured: 2,
  /** Database or disk did not answer or was full, or a signal ended the command. */
  unavailable: 3,
  /** The command has a bug, and printed a stack. */
  bug: 4,
} as const;

/** The exit code of an error that ended a command. */
export function exitCodeOf(error: unknown): (typeof exitCodes)[Exclude<keyof typeof exitCodes, 'done'>] {
  if (error instanceof ConfigurationError || hasParseCode(error)) return exitCodes.misconfigured;
  if (isTemporary(error)) return exitCodes.unavailable;
  return startErrorOf(error) || findStorageError(error) ? exitCodes.failed : exitCodes.bug;
}

function isTemporary(error: unknown): boolean {
  if (isStorageFull(error) || isDatabaseUnavailable(error)) return true;
  if (error instanceof StorageError) return error.code === 'EIO';
  return error instanceof Error && error.cause !== undefined && isTemporary(error.cause);
}

/** Whether an error is an unknown option or a missing value. */
function hasParseCode(error: unknown): error is Error {
  return error instanceof Error && (errorCode(error) ?? '').startsWith('ERR_PARSE_ARGS');
}

export interface CommandContext extends Infrastructure {
  readonly config: Config;
  readonly database: Database;
  readonly pool: pg.Pool;
  /** The folder for email without a mail server. */
  readonly mailFolder: string;
  /** Deferred functions run before PostgreSQL stops, even after a signal. */
  readonly started: AsyncDisposableStack;
}

/**
 * Runs a command. At its end, or at a signal, which ends the command, stops everything that it
 * started.
 */
export async function runInterruptible<Result>(
  run: (started: AsyncDisposableStack) => Promise<Result>,
): Promise<Result> {
  const started = new AsyncDisposableStack();
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= started.disposeAsync());
  // The next run of an interrupted command continues or starts over.
  const end = () => void stop().finally(() => process.exit(exitCodes.unavailable));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  try {
    return await run(started);
  } finally {
    await stop();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
  }
}

/** Commands read whole tables, such as the access log, which is never purged. */
const maxStatementMs = 60 * 60_000;

/** Runs with database and keys, whether the server runs or not. */
export function withInfrastructure(run: (context: CommandContext) => Promise<number>): Promise<number> {
  return runInterruptible(async (started) => {
    loadCredentials(process.env);
    const config = readConfig(process.env, process.cwd());
    const infrastructure = await bootstrap(config, printNotice, started, true);
    const { connectionString } = infrastructure;
    const onError = (error: Error) => printNotice(error.message);
    const { database, pool, close } = openDatabase(
      connectionString,
      onError,
      undefined,
      undefined,
      undefined,
      maxStatementMs,
    );
    const mailFolder = mailFolderIn(infrastructure.dataFolder);
    try {
      return await run({ ...infrastructure, config, database, pool, mailFolder, started });
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

/** Sets the line apart with blank lines. */
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
