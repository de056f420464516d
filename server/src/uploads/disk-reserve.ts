import type { DiskSpace } from './upload-folder.ts';

const leastReserve = 1024 ** 3;
const reserveShare = 0.05;

/** Whether so many more bytes would leave less on a disk than the database and everybody's documents need: a gigabyte, or a twentieth. */
export function lacksSpace({ free, total }: DiskSpace, bytes: number): boolean {
  return free - bytes < Math.max(leastReserve, total * reserveShare);
}
