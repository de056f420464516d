import { spawnSync } from 'node:child_process';

/** Only some tests need the program. In continuous integration, a missing one is an error. */
export function hasProgram(name: string, args: readonly string[]): boolean {
  const { error } = spawnSync(name, args, { stdio: 'ignore' });
  if (error === undefined) return true;
  if (process.env['CI'] !== undefined) throw new Error(`${name} is not installed`, { cause: error });
  process.stderr.write(`SKIPPED: tests that need ${name}.\n`);
  return false;
}
