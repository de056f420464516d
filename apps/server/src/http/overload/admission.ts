import { ProblemError } from '../problem.ts';

/** `started` goes first: a repeated claim, or the uploads of a filed one. */
export type Priority = 'started' | 'new';

/**
 * The database processes 20 at once, and the other requests parse or verify a captcha. With a wait
 * of one second, a response takes well under five.
 */
export const defaultAdmission = {
  /** Requests processed at the same time. More would only wait inside the process. */
  maxConcurrent: 32,
  /** Milliseconds that a new request may wait; started work may wait twice as long. */
  maxWait: 1_000,
  /** Waiting requests, each with its body in memory. */
  maxQueued: 500,
};
export type AdmissionLimits = Readonly<typeof defaultAdmission>;

/** Ends the processing of a request. More calls do nothing. */
export type Release = () => void;

export type Admission = ReturnType<typeof createAdmission>;

/** Seconds. Multiplied by 0.5 to 1.5 at random. */
const minPause = 2;
const maxPause = 60;
/** Milliseconds between checks of the queue. */
const tickMs = 50;
/** Milliseconds between adjustments of the retry pause. */
const adjustMs = 250;
/** Requests per second, before any were measured. */
const initialRate = 100;
/** Milliseconds over which the rate is averaged. */
const rateMemory = 2_000;

interface Waiting {
  readonly since: number;
  readonly resolve: (release: Release | undefined) => void;
}

/**
 * Admission control: processes a limited number of requests, queues a few more, started work first,
 * and sheds those that would wait too long. It predicts the wait from the recent rate and from the
 * delay of the event loop, so most requests are shed at once.
 */
export function createAdmission(
  limits: AdmissionLimits = defaultAdmission,
  { clock, random } = { clock: () => performance.now(), random: Math.random },
) {
  const queues: Record<Priority, Waiting[]> = { started: [], new: [] };
  let active = 0;
  let ended = 0;
  let rate = initialRate;
  let lateness = 0;
  let pause = minPause;
  let counts = { admitted: 0, shed: 0 };
  let recent = { admitted: 0, shed: 0 };
  let lastTick = clock();
  let adjustedAt = lastTick;
  let shedAt = lastTick;
  let wasBusy = false;

  const maxWaitOf = (priority: Priority) => limits.maxWait * (priority === 'started' ? 2 : 1);
  const queued = () => queues.started.length + queues.new.length;

  /** Whether a new request would be shed. Checked before its body is read. */
  function isFull(priority: Priority): boolean {
    if (active < limits.maxConcurrent && queued() === 0) return false;
    if (queued() >= limits.maxQueued) return true;
    const ahead = priority === 'started' ? queues.started.length : queued();
    return ((ahead + 1) / rate) * 1_000 + lateness > maxWaitOf(priority);
  }

  function occupy(): Release {
    active += 1;
    wasBusy ||= active >= limits.maxConcurrent;
    counts.admitted += 1;
    recent.admitted += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      active -= 1;
      ended += 1;
      admitNext();
    };
  }

  function admitNext() {
    while (active < limits.maxConcurrent) {
      const next = queues.started.shift() ?? queues.new.shift();
      if (!next) return;
      next.resolve(occupy());
    }
  }

  function countShed() {
    counts.shed += 1;
    recent.shed += 1;
  }

  function tick() {
    const now = clock();
    const passed = now - lastTick;
    lastTick = now;
    // A late timer means a blocked event loop. The estimate falls more slowly than it rises.
    lateness = Math.max(passed - tickMs, lateness * 0.8);
    if (wasBusy && passed > 0) {
      const share = Math.min(1, passed / rateMemory);
      rate = Math.max(1, rate * (1 - share) + ((ended * 1_000) / passed) * share);
    }
    ended = 0;
    wasBusy = active >= limits.maxConcurrent;
    for (const priority of ['started', 'new'] as const) {
      const queue = queues[priority];
      while (queue[0] && now - queue[0].since > maxWaitOf(priority)) {
        countShed();
        queue.shift()?.resolve(undefined);
      }
    }
    if (now - adjustedAt >= adjustMs) {
      adjustedAt = now;
      adjustPause(now);
    }
  }

  /**
   * Rises within a second, because clients with too short a pause return together, and falls
   * slowly. A few more than can be served may return, so that no capacity is lost.
   */
  function adjustPause(now: number) {
    const { admitted, shed } = recent;
    recent = { admitted: 0, shed: 0 };
    if (shed > 0) {
      shedAt = now;
      const pressure = (admitted + shed) / Math.max(1, admitted);
      pause *= Math.min(3, Math.max(0.95, pressure / 1.3));
    } else if (now - shedAt > 1_000) pause *= 0.95;
    pause = Math.min(maxPause, Math.max(minPause, pause));
  }

  const timer = setInterval(tick, tickMs);
  timer.unref();
  return {
    isFull,
    /** Waits for a slot. Resolves to `undefined` if the request is shed. */
    acquire(priority: Priority): Promise<Release | undefined> | Release | undefined {
      if (isFull(priority)) {
        countShed();
        return undefined;
      }
      if (active < limits.maxConcurrent) return occupy();
      return new Promise((resolve) => queues[priority].push({ since: clock(), resolve }));
    },
    /** Counts a request that was shed before `acquire`. */
    countShed,
    /** Longer if more requests are shed, and random, so that clients return apart. */
    retryAfterSeconds: () => Math.ceil(pause * (0.5 + random())),
    /** Requests admitted and shed since the last call. */
    takeCounts() {
      const taken = counts;
      counts = { admitted: 0, shed: 0 };
      return taken;
    },
    stop() {
      clearInterval(timer);
      for (const { resolve } of [...queues.started.splice(0), ...queues.new.splice(0)]) resolve(undefined);
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
