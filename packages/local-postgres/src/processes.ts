import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** Whether a process runs under this number. One that has ended but was not yet collected by its parent does not. */
export function isAlive(pid: number): boolean {
  return readProcessStart(pid) !== undefined;
}

/**
 * When the process began, as text that no later process under the same number shares; undefined when none runs.
 * On Windows it says only that one runs: a number used again is not noticed there.
 */
export function readProcessStart(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') return readLinuxStart(pid);
  if (!answersSignals(pid)) return undefined;
  if (process.platform === 'win32') return 'runs';
  return tryRead(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim());
}

/** The folder a process works in, or undefined when that cannot be read (only Linux tells). */
export function readWorkingFolder(pid: number): string | undefined {
  return tryRead(() => readlinkSync(`/proc/${String(pid)}/cwd`));
}

function readLinuxStart(pid: number): string | undefined {
  const stat = tryRead(() => readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  if (stat === undefined) return undefined;
  // The program's name stands in brackets and may hold anything; the numbered fields begin after the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X') return undefined;
  const boot = tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  return `${boot ?? ''}:${startTicks ?? ''}`;
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function tryRead(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The code of a system error (`ENOENT`) or of a database error (`57P03`). */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
