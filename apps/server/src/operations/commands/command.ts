import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { LocalPostgresError } from '@redress/local-postgres/local-postgres-error';
import { bootstrapForCommand, type Infrastructure } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { storageFolders } from '../../data-folder.ts';
import { isDatabaseUnavailable } from '../../database/database-errors.ts';
import { type Database, openDatabase } from '../../database/pool.ts';
import { errorCode } from '../../errors/error-code.ts';
import { StartError } from '../../errors/start-error.ts';
import { openUploadStore, type UploadStore } from '../../storage/upload-store.ts';

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
  /** What the operator can do about an error; undefined for a bug. */
  readonly explain?: (error: unknown) => string | undefined;
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
    const message =
      messageFor(error) ?? command.explain?.(error) ?? (isDatabaseUnavailable(error) ? unavailable : undefined);
    if (message === undefined) throw error;
    printError(message);
    process.exitCode = command.failureCode ?? 1;
  }
}

function messageFor(error: unknown): string | undefined {
  const isForOperators =
    error instanceof StartError ||
    error instanceof LocalPostgresError ||
    // Unknown options and missing values.
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  return isForOperators ? error.message : undefined;
}

const unavailable = 'The database is not available or too busy. Nothing is damaged: run the command again.';

/** Runs with the database and keys, whether the server runs or not. */
export async function withInfrastructure(
  run: (infrastructure: Infrastructure, config: Config) => Promise<number>,
  log: (line: string) => void = print,
): Promise<number> {
  const config = readConfig(process.env, process.cwd());
  const infrastructure = await bootstrapForCommand(config, log);
  try {
    return await run(infrastructure, config);
  } finally {
    await infrastructure.close();
  }
}

export interface Storage extends Infrastructure {
  readonly config: Config;
  readonly database: Database;
  readonly store: UploadStore;
  readonly folders: ReturnType<typeof storageFolders>;
}

/** Like `withInfrastructure`, with a database pool and the store of uploads. */
export function withStorage(
  run: (storage: Storage) => Promise<number>,
  log: (line: string) => void = print,
): Promise<number> {
  return withInfrastructure(async (infrastructure, config) => {
    const { database, close } = openDatabase(infrastructure.connectionString, (error) => log(error.message));
    try {
      const folders = storageFolders(config, infrastructure.dataFolder);
      const store = await openUploadStore(folders.documents);
      return await run({ ...infrastructure, config, database, store, folders });
    } finally {
      await close();
    }
  }, log);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Sets the line apart with empty lines. */
export function printError(line: string): void {
  process.stderr.write(`\n${line}\n\n`);
}

export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

/** @throws StartError the file cannot be read */
export async function statFile(file: string): Promise<Stats> {
  try {
    return await stat(file);
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read.`, { cause: error });
  }
}

/** Why a file cannot be written, when the operator can do something about it. */
export function fileErrorReason(error: unknown): 'disk-full' | 'no-permission' | undefined {
  const code = errorCode(error) ?? '';
  if (['ENOSPC', 'EDQUOT'].includes(code)) return 'disk-full';
  return ['EACCES', 'EPERM', 'EROFS'].includes(code) ? 'no-permission' : undefined;
}
