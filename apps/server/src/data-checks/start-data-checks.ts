import type { FastifyBaseLogger } from 'fastify';
import type { Worker } from '../jobs/leased-work.ts';
import { startLeasedWork } from '../jobs/leased-work.ts';
import type { ThreadOptions } from './check-in-worker.ts';
import type { DataCheckRoom } from './data-check-jobs.ts';
import { dataCheckWork } from './data-check-jobs.ts';

export interface StartDataChecksRoom extends DataCheckRoom {
  readonly log: FastifyBaseLogger;
  readonly pollMilliseconds?: number;
  readonly leaseMilliseconds?: number;
  readonly thread?: ThreadOptions;
}

/** Some hundred thousand rows: seconds. */
const smallBytes = 20 * 1024 * 1024;

/** Checks data files as they come, one large and one small at a time: whoever sends few rows waits for nobody's two gigabytes. */
export function startDataChecks(context: StartDataChecksRoom): Worker {
  const lanes = [{ upTo: smallBytes }, { above: smallBytes }];
  const workers = lanes.map((lane) =>
    startLeasedWork({ ...context, work: dataCheckWork(context, lane, context.thread) }),
  );
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
