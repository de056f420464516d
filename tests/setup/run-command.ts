import { type ChildProcess, execFile } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from './server-process.ts';

const root = join(import.meta.dirname, '../..');
const commands = 'apps/server/src/operations/commands';

export interface CommandResult {
  /** The code is -1 when a signal ended the command. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface CommandOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly nodeOptions?: readonly string[];
  /** The command runs from this checkout, by default this one. */
  readonly release?: string | undefined;
}

/** Runs an operator's command by the name of its file. */
export function runCommand(name: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return startCommand(name, args, options).ended;
}

/** Starts a command for a test that sends it signals. */
export function startCommand(
  name: string,
  args: readonly string[],
  { environment, cwd, nodeOptions = [], release = root }: CommandOptions,
): { readonly child: ChildProcess; readonly ended: Promise<CommandResult> } {
  const { promise: ended, resolve } = Promise.withResolvers<CommandResult>();
  const child = execFile(
    process.execPath,
    [...nodeOptions, join(release, commands, `${name}.ts`), ...args],
    { cwd, env: { ...childEnvironment, ...environment } },
    (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
  );
  return { child, ended };
}
