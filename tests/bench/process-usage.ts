import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. No other system tells these figures. */
const ticksPerSecond = 100;

const read = (path: string): string => {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    // The process has just ended, or this is not Linux.
    return '';
  }
};
export const childrenOf = (pid: number): number[] =>
  (read(`${pid}/task/${pid}/children`).match(/\d+/g) ?? []).map(Number);
const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** The name of the program, in parentheses, may contain spaces and parentheses. */
const statOf = (pid: number) => read(`${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
const kibibytesOf = (pid: number, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(`${pid}/status`))?.[1] ?? 0);

export const parentOf = (pid: number) => Number(statOf(pid)[1]);

/** CPU seconds of a process and its children, also of those that have ended. */
export const cpuSecondsOf = (pid: number) =>
  sum(treeOf(pid).flatMap((id) => statOf(id).slice(11, 15).map(Number))) / ticksPerSecond || Number.NaN;

/**
 * Resident memory of a process and its children, in MB. Pages of files, which are nearly all Node's
 * program, are shared and count once.
 */
export function memoryOf(pid: number) {
  const processes = treeOf(pid);
  const megabytesOf = (id: number, name: string) => (kibibytesOf(id, name) * 1_024) / 1e6;
  const [own = 0, ...children] = processes.map((id) => megabytesOf(id, 'RssAnon') + megabytesOf(id, 'RssShmem'));
  const program = Math.max(...processes.map((id) => megabytesOf(id, 'RssFile')));
  return { total: own + sum(children) + program || Number.NaN, own, children: sum(children), program };
}
export type Memory = ReturnType<typeof memoryOf>;

/** The peak memory of each child of this process that runs a script, in units of 1,024 kB. */
export const readChildMemory = (script: string): number[] =>
  childrenOf(process.pid)
    .filter((id) => read(`${id}/cmdline`).includes(script))
    .map((id) => kibibytesOf(id, 'VmHWM') / 1_024);
