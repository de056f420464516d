import { countShedRequest } from '../../metrics/event-metrics.ts';
import { ProblemError } from '../problem.ts';

/** `started` goes first: requests for a filed claim, and forms without JavaScript. */
export type Priority = 'started' | 'new';

export const defaultAdmission = {
  /** While two batches of 64 claims are stored, a third is prepared. */
  maxConcurrent: 192,
  /** Maximum waiting requests of each priority, each with its body in memory. */
  maxQueued: 256,
  /** Milliseconds that a request may wait. */
  maxWait: 1_000,
};
export type AdmissionLimits = Readonly<typeof defaultAdmission>;

/** Ends the processing of a request. Further calls do nothing. */
export type Release = () => void;

export type Admission = ReturnType<typeof createAdmission>;

/** Seconds, before they are multiplied by a random number from 0.5 to 1.5. */
const minPause = 2;
const maxPause = 60;

/**
 * Admission control: processes a limited number of requests, queues a few more, started work first,
 * and sheds the others.
 */
export function createAdmission(limits: AdmissionLimits = defaultAdmission, random: () => number = Math.random) {
  const queues: Record<Priority, Set<() => void>> = { started: new Set(), new: new Set() };
  let active = 0;
  let pause = minPause;
  let counts = { admitted: 0, shed: 0 };

  /** Whether a new request would be shed, before its body is read. */
  const isFull = (priority: Priority) => active >= limits.maxConcurrent && queues[priority].size >= limits.maxQueued;

  function occupy(): Release {
    active += 1;
    counts.admitted += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      active -= 1;
      const [admitNext] = queues.started.size > 0 ? queues.started : queues.new;
      admitNext?.();
    };
  }

  const countShed = () => {
    counts.shed += 1;
    countShedRequest();
  };

  return {
    isFull,
    /** Waits for a slot. Resolves to `undefined` if the request is shed. */
    acquire(priority: Priority): Promise<Release | undefined> | Release | undefined {
      if (isFull(priority)) {
        countShed();
        return undefined;
      }
      if (active < limits.maxConcurrent) return occupy();
      const queue = queues[priority];
      return new Promise((resolve) => {
        const admit = () => {
          clearTimeout(timer);
          queue.delete(admit);
          resolve(occupy());
        };
        const timer = setTimeout(() => {
          queue.delete(admit);
          countShed();
          resolve(undefined);
        }, limits.maxWait);
        queue.add(admit);
      });
    },
    /** Counts a request that was shed before `acquire`. */
    countShed,
    /** The requests in a slot, and those that wait for one. */
    status: () => ({ active, started: queues.started.size, new: queues.new.size }),
    /**
     * The pause is longer if more requests are shed, and random, so that clients return at
     * different times.
     */
    retryAfterSeconds: () => Math.ceil(pause * (0.5 + random())),
    /**
     * Called once a second. Adapts the pause to the requests admitted and shed since the last call,
     * and returns their numbers. The pause rises quickly, because clients with too short a pause
     * return together, and aims at 1.3 times as many as can be served, so that no capacity is lost.
     */
    adaptPause() {
      const last = counts;
      counts = { admitted: 0, shed: 0 };
      const demand = (last.admitted + last.shed) / Math.max(1, last.admitted);
      pause *= Math.min(3, Math.max(0.9, demand / 1.3));
      pause = Math.min(maxPause, Math.max(minPause, pause));
      return last;
    },
  };
}

/** Runs work in its own slot. Throws the problem `overloaded` if it is shed. */
export async function runAdmitted<T>(admission: Admission, work: () => Promise<T>): Promise<T> {
  const release = await admission.acquire('started');
  if (!release) throw overloadedProblem(admission);
  try {
    return await work();
  } finally {
    release();
  }
}

export function overloadedProblem(admission: Admission): ProblemError {
  return new ProblemError('overloaded', {}, { retryAfterSeconds: admission.retryAfterSeconds() });
}
