import { migrate } from '@redress/server/platform/database/migrate';
import { withClient } from '@redress/server/platform/database/pool';
import { ConfigurationError } from '@redress/server/platform/errors/start-error';
import { type Command, defineCommand } from '@redress/server/operations/commands/command';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { startTemporaryPostgres } from '../setup/temporary-postgres.ts';

/** Progress goes to stderr, so that stdout has only the figures. */
export { printNotice as log } from '@redress/server/operations/commands/command';

/** Runs a command with the arguments of this process, and sets its exit code. */
export async function runCommand<Options extends ParseArgsOptionsConfig>(command: Command<Options>): Promise<void> {
  process.exitCode = await defineCommand(command)(process.argv.slice(2));
}

/** Parses an option. @throws ConfigurationError it is not a whole number between the limits */
export function readCount(name: string, text: string, least = 1, most = Number.MAX_SAFE_INTEGER): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < least || count > most)
    throw new ConfigurationError(`--${name} must be a whole number from ${least} to ${most.toLocaleString('en-US')}.`);
  return count;
}

/** Starts an embedded PostgreSQL with migrated tables. It is removed with its folder at the end. */
export async function startBenchDatabase(name: string, started: AsyncDisposableStack) {
  const temporary = await startTemporaryPostgres(join(tmpdir(), `redress-${name}-${process.pid}`));
  started.defer(temporary.remove);
  await migrate(temporary.address);
  const folder = join(temporary.folder, 'bench');
  await mkdir(folder, { recursive: true });
  return { connectionString: temporary.address, folder };
}

/** Creates a migrated database beside the given one. */
export async function addDatabase(connectionString: string, name: string): Promise<string> {
  await withClient(connectionString, (client) => client.query(`create database ${name}`));
  const address = new URL(connectionString);
  address.pathname = name;
  await migrate(address.href);
  return address.href;
}

/** Checks that the database has every answered claim and no other, and writes a line about it. */
export async function compareRows(connectionString: string, answered: number) {
  const text = 'select count(*)::int as stored from claims';
  const { rows } = await withClient(connectionString, (client) => client.query<{ stored: number }>(text));
  const stored = rows[0]?.stored ?? 0;
  const verdict = answered === stored ? '.' : ': THESE MUST BE EQUAL.';
  const line = `${answered} claims were answered with 201, and ${stored} are in the database${verdict}`;
  return { areEqual: answered === stored, line };
}
