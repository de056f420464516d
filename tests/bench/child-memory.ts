import { readFile } from 'node:fs/promises';

/** The peak memory of each child process that runs a script, in megabytes. Only Linux tells it. */
export async function readChildMemory(script: string): Promise<number[]> {
  const read = (path: string) => readFile(`/proc/${path}`, 'utf8').catch(() => '');
  const children = (await read(`${process.pid}/task/${process.pid}/children`)).split(' ').filter((id) => id !== '');
  const peaks = await Promise.all(
    children.map(async (id) => {
      if (!(await read(`${id}/cmdline`)).includes(script)) return [];
      return Number(/VmHWM:\s+(\d+)/.exec(await read(`${id}/status`))?.[1] ?? 0) / 1_024;
    }),
  );
  return peaks.flat();
}
