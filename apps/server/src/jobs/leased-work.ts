import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';

/** A claim to a piece of work that ends by itself when its holder is no longer heard of. */
export interface Lease {
  /** Of the process that holds it. */
  readonly holder: string;
  readonly until: Date;
}

/** Work that lies in a table: any process takes a piece, and another takes it over when the first one dies. */
export interface LeasedWork {
  /** For the log. */
  readonly name: string;
  /** Leases the next piece (one without a lease, or whose lease has ended) and gives its id; undefined when there is none. */
  take(lease: Lease, now: Date): Promise<string | undefined>;
  /** Holds it longer; false when it is not the holder's any more. */
  renew(id: string, lease: Lease): Promise<boolean>;
  /** Does it and records that it is done, together. The signal says that it is to stop at once: the lease is lost, or the process ends. */
  carryOut(id: string, holder: string, signal: AbortSignal): Promise<void>;
  /** Lets it go: for another attempt, or for good after too many. `WorkStoppedError`: nothing is wrong with it, and the attempt does not count. */
  release(id: string, holder: string, error: unknown): Promise<void>;
}

/** The process was asked to end in the middle of the work. */
export class WorkStoppedError extends Error {
  override readonly name = 'WorkStoppedError';
}

export interface LeasedWorkOptions {
  readonly work: LeasedWork;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** How many pieces this process works on at the same time; one where it is not said. */
  readonly atOnce?: number;
  readonly pollMilliseconds?: number;
  readonly leaseMilliseconds?: number;
}

export interface Worker {
  /** There is something to do: it is looked for now. */
  wake(): void;
  /** Takes nothing new, ends what is being done, and lets it go for another process. */
  stop(): Promise<void>;
}

/** Works on what there is until it is stopped, and goes on by itself after a fault. */
export function startLeasedWork(options: LeasedWorkOptions): Worker {
  const hands = Array.from({ length: options.atOnce ?? 1 }, () => startHand(options));
  return {
    wake() {
      for (const hand of hands) hand.wake();
    },
    async stop() {
      await Promise.all(hands.map((hand) => hand.stop()));
    },
  };
}

/** Works on one piece at a time. */
function startHand(options: LeasedWorkOptions): Worker {
  const { work, now, log } = options;
  const pollMilliseconds = options.pollMilliseconds ?? 1_000;
  const leaseMilliseconds = options.leaseMilliseconds ?? 20_000;
  const holder = randomUUID();
  const stopping = new AbortController();
  let isWoken = false;
  let endRest = () => {};
  const newLease = (): Lease => ({ holder, until: new Date(now().getTime() + leaseMilliseconds) });

  async function workOnOne(): Promise<boolean> {
    const id = await work.take(newLease(), now());
    if (id === undefined) return false;
    const lost = new AbortController();
    const heartbeat = setInterval(() => {
      work.renew(id, newLease()).then(
        (held) => {
          if (!held) lost.abort(new Error('the lease was lost'));
        },
        // The database may be back before the lease ends.
        (error: unknown) => log.warn({ err: error, work: work.name }, 'a lease could not be renewed'),
      );
    }, leaseMilliseconds / 4);
    try {
      await work.carryOut(id, holder, AbortSignal.any([stopping.signal, lost.signal]));
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error, work: work.name }, 'work was left and is taken up again');
      await work.release(id, holder, stopping.signal.aborted ? stopping.signal.reason : error);
    } finally {
      clearInterval(heartbeat);
    }
    return true;
  }

  /** Until it is woken, also by a call that came while it was looking and found nothing. */
  async function rest(): Promise<void> {
    if (isWoken || stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMilliseconds);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function workUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false;
      let worked = false;
      try {
        worked = await workOnOne();
      } catch (error) {
        log.warn({ err: error, work: work.name }, 'work could not be looked for; it is tried again');
      }
      if (!worked) await rest();
    }
  }

  const wake = () => {
    isWoken = true;
    endRest();
  };
  const ended = workUntilStopped();
  return {
    wake,
    async stop() {
      stopping.abort(new WorkStoppedError('the process ends'));
      wake();
      await ended;
    },
  };
}
