import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { errorCode } from './local-postgres-error.ts';

/** Tests whether a process runs. A zombie (ended, not yet reaped) does not count. */
export function isAlive(pid: number): boolean {
  return readProcessStart(pid) !== undefined;
}

/**
 * Reads the start of a process as text that differs for a later process with the same ID. Undefined
 * when none runs. On Windows it is the same for all, so a reused ID goes unnoticed.
 */
export function readProcessStart(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') return readLinuxStart(pid);
  if (!acceptsSignals(pid)) return undefined;
  if (process.platform === 'win32') return 'runs';
  return tryRead(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim());
}

/**
 * Reads the working directory of a process. Undefined when it cannot be read (only Linux has it).
 */
export function readWorkingDirectory(pid: number): string | undefined {
  return tryRead(() => readlinkSync(`/proc/${String(pid)}/cwd`));
}

function readLinuxStart(pid: number): string | undefined {
  const stat = tryRead(() => readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  if (stat === undefined) return undefined;
  // The program name is in parentheses and may contain anything, even a parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X') return undefined;
  const boot = tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  return `${boot ?? ''}:${startTicks ?? ''}`;
}

function acceptsSignals(pid: number): boolean {
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
