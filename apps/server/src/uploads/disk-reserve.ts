import { statfs } from 'node:fs/promises';

/** Bytes of a disk. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

const leastReserve = 1024 ** 3;
const reserveShare = 0.05;

/** Whether so many more bytes would leave less on a disk than the database and everybody's documents need: a gigabyte, or a twentieth. */
export function lacksSpace({ free, total }: DiskSpace, bytes: number): boolean {
  return free - bytes < Math.max(leastReserve, total * reserveShare);
}

/** Of the disk that a folder is on. */
export async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
