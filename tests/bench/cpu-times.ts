import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of the three parts of a measurement: in seconds, or in milliseconds per claim. */
export interface CpuTimes {
  readonly server: number;
  readonly postgres: number;
  readonly client: number;
}

/** Units of /proc/PID/stat per second, the same on every Linux that Node supports. */
const ticksPerSecond = 100;

/**
 * Reads a line of /proc/PID/stat: the parent, and the CPU seconds of the process and of its ended
 * children.
 */
export function parseStat(line: string): { readonly parent: number; readonly seconds: number } {
  // The name in parentheses may contain spaces and parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond };
}

function readStat(pid: number) {
  return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

export function parentOf(pid: number): number {
  return readStat(pid).parent;
}

/** CPU seconds of a process without its running children. */
export function cpuSecondsOf(pid: number): number {
  return readStat(pid).seconds;
}

/** The process and all its descendants. */
function treeOf(root: number): { readonly pid: number; readonly seconds: number }[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), ...readStat(Number(name)) }];
      } catch {
        // It has just ended.
        return [];
      }
    });
  const childrenOf = (pid: number): typeof processes =>
    processes.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...childrenOf(child.pid)]);
  return [...processes.filter(({ pid }) => pid === root), ...childrenOf(root)];
}

/** CPU seconds of a process and all its descendants, including those that have ended. */
export function cpuSecondsOfTree(root: number): number {
  return treeOf(root).reduce((sum, { seconds }) => sum + seconds, 0);
}

/**
 * Resident memory of a process and all its descendants in MB, now and at its highest. The pages of
 * Node's program file, which all processes share, count once.
 */
export function memoryOfTree(root: number): { readonly now: number; readonly peak: number } {
  const processes = treeOf(root).map(({ pid }) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) =>
      (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1_024) / 1e6;
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM'), files: megabytes('RssFile') };
  });
  const sum = (each: (of: (typeof processes)[number]) => number) =>
    processes.reduce((total, of) => total + each(of), 0);
  const shared = sum(({ files }) => files) - Math.max(0, ...processes.map(({ files }) => files));
  return { now: sum(({ now }) => now) - shared, peak: sum(({ peak }) => peak) - shared };
}
