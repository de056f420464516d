import type { FastifyBaseLogger } from 'fastify';
import { startLeasedWork } from '../jobs/leased-work.ts';
import type { JoiningRoom } from './finalize-jobs.ts';
import { joiningWork } from './finalize-jobs.ts';
import type { UnfinishedUploads } from './unfinished-uploads.ts';
import { uploadLocker } from './upload-locker.ts';

/** Large ones keep small ones waiting no longer than it takes to join the others. */
const joinedAtOnce = 3;

export interface UploadsOptions extends JoiningRoom {
  readonly log: FastifyBaseLogger;
  /** How long what a dead process held stays held, of locks and of joining. */
  readonly leaseMilliseconds?: number;
  /** How long a request waits for an upload that another one holds. */
  readonly waitMilliseconds?: number;
  /** How soon what another process received is found, when that process does not join it itself. */
  readonly pollMilliseconds?: number;
}

export interface Uploads extends UnfinishedUploads {
  /** Joins nothing more. What is being joined is left to another process, or to the next start. */
  stop(): Promise<void>;
}

/** Starts to join uploads to their claims as soon as all their bytes are there; what it gives is for the calls that bring the bytes. */
export function startUploads(options: UploadsOptions): Uploads {
  const joiner = startLeasedWork({ ...options, work: joiningWork(options), atOnce: joinedAtOnce });
  return {
    database: options.database,
    folder: options.folder,
    locker: uploadLocker(options),
    wakeJoiner: () => joiner.wake(),
    stop: () => joiner.stop(),
  };
}
