import { execFileSync } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Explains why small disks cannot be created here. Undefined if they can. */
export function findSmallDiskSkipReason(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux';
  return process.getuid?.() === 0 ? undefined : 'it needs root, to mount a small disk';
}

/** A test fills and empties a separate disk in memory, which is mounted on a folder. */
export interface SmallDisk {
  /** Uses all free space. */
  fill(): Promise<void>;
  freeSpace(): Promise<void>;
  unmount(): void;
}

const ballastName = 'ballast';

/** The folder must exist. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder]);
  const ballast = join(folder, ballastName);
  return {
    async fill() {
      const handle = await open(ballast, 'w');
      try {
        const piece = Buffer.alloc(1024 * 1024);
        const { bavail, bsize } = await statfs(folder);
        for (let left = bavail * bsize; left > 0; left -= piece.length) await handle.write(piece);
        for (;;) await handle.write(piece.subarray(0, 512));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        await handle.close();
      }
    },
    freeSpace: () => rm(ballast, { force: true }),
    unmount() {
      // A process that is just ending may still use it.
      execFileSync('umount', ['--lazy', folder]);
    },
  };
}
