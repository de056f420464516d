/** Who goes first. `paid`: work that was begun before, such as a repeat of a claim or the documents of one that is filed. */
export type Precedence = 'paid' | 'new';

export interface AdmissionLimits {
  /** Requests in work at the same time: enough to keep processor and database busy, more only wait inside instead of outside. */
  readonly inWork: number;
  /** How long one may wait for its turn, in milliseconds; what was paid for may wait twice as long. */
  readonly longestWait: number;
  /** How many may wait, whatever their wait would be: each holds a body in memory. */
  readonly mostWaiting: number;
}
/**
 * The database works on 20 at once, and the rest of a request is parsing and the captcha: more in work would only wait inside. A second's wait
 * keeps the whole answer well under the five that nobody should wait for longer.
 */
export const defaultAdmission: AdmissionLimits = { inWork: 32, longestWait: 1_000, mostWaiting: 500 };

/** Ends the turn. Once is enough; more often does no harm. */
export type Leave = () => void;

/** What the gate did since it was last asked. */
export interface AdmissionCounts {
  readonly admitted: number;
  readonly shed: number;
}

export interface Admission {
  /** Whether a request that comes now would be shed: to be asked before anything of it is read. */
  isFull(precedence: Precedence): boolean;
  /** Waits for a turn; `undefined` when there is none for it. */
  enter(precedence: Precedence): Promise<Leave | undefined> | Leave | undefined;
  /** One was turned away before it entered. */
  countShed(): void;
  /** Seconds after which to try again: the more are turned away, the later, and spread at random so that they do not come back together. */
  retryAfterSeconds(): number;
  takeCounts(): AdmissionCounts;
  stop(): void;
}

/** Seconds. At the upper end half a minute to a minute and a half. */
const shortestPause = 2;
const longestPause = 60;
/** Of those that wait the first is looked at so often, in milliseconds. */
const tickMs = 50;
/** The time to come again is looked at so often, in milliseconds. */
const adjustMs = 250;
/** Turns a second before any were counted. */
const firstRate = 100;
/** In how many milliseconds an old rate loses most of its weight. */
const rateMemory = 2_000;

interface Waiting {
  readonly since: number;
  readonly resolve: (leave: Leave | undefined) => void;
}

/**
 * Lets so many in and the next few wait, and turns away what would wait too long. Who waits is served in the order of coming, paid work first. The
 * wait that lies ahead is told from how fast turns end, and from how late this process is with everything: what is turned away is
 * turned away at once. While fewer are in work than may be, nobody is.
 */
export function createAdmission(
  limits: AdmissionLimits = defaultAdmission,
  { clock, random }: { readonly clock: () => number; readonly random: () => number } = {
    clock: () => performance.now(),
    random: Math.random,
  },
): Admission {
  const queues: Record<Precedence, Waiting[]> = { paid: [], new: [] };
  let inWork = 0;
  let ended = 0;
  let rate = firstRate;
  let lateness = 0;
  let pause = shortestPause;
  let counted = { admitted: 0, shed: 0 };
  let lately = { admitted: 0, shed: 0 };
  let lastTick = clock();
  let adjustedAt = lastTick;
  let shedAt = lastTick;
  let wasBusy = false;

  const patience = (precedence: Precedence) => limits.longestWait * (precedence === 'paid' ? 2 : 1);
  const waiting = () => queues.paid.length + queues.new.length;

  function isFull(precedence: Precedence): boolean {
    if (inWork < limits.inWork && waiting() === 0) return false;
    if (waiting() >= limits.mostWaiting) return true;
    const ahead = precedence === 'paid' ? queues.paid.length : waiting();
    return ((ahead + 1) / rate) * 1_000 + lateness > patience(precedence);
  }

  function turn(): Leave {
    inWork += 1;
    wasBusy ||= inWork >= limits.inWork;
    counted.admitted += 1;
    lately.admitted += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      inWork -= 1;
      ended += 1;
      letNextIn();
    };
  }

  function letNextIn() {
    while (inWork < limits.inWork) {
      const next = queues.paid.shift() ?? queues.new.shift();
      if (!next) return;
      next.resolve(turn());
    }
  }

  function countShed() {
    counted.shed += 1;
    lately.shed += 1;
  }

  function tick() {
    const now = clock();
    const passed = now - lastTick;
    lastTick = now;
    // How late a timer is, is how late everything is; it falls more slowly than it rises.
    lateness = Math.max(passed - tickMs, lateness * 0.8);
    if (wasBusy && passed > 0) {
      const share = Math.min(1, passed / rateMemory);
      rate = Math.max(1, rate * (1 - share) + ((ended * 1_000) / passed) * share);
    }
    ended = 0;
    wasBusy = inWork >= limits.inWork;
    for (const precedence of ['paid', 'new'] as const) {
      const queue = queues[precedence];
      while (queue[0] && now - queue[0].since > patience(precedence)) {
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
   * A few more than can be served may come back, so that none of the time is lost. Upwards it goes within a second: all who are told too short a
   * time come back together, on top of the others. Downwards it takes its time.
   */
  function adjustPause(now: number) {
    const { admitted, shed } = lately;
    lately = { admitted: 0, shed: 0 };
    if (shed > 0) {
      shedAt = now;
      const pressure = (admitted + shed) / Math.max(1, admitted);
      pause *= Math.min(3, Math.max(0.95, pressure / 1.3));
    } else if (now - shedAt > 1_000) pause *= 0.95;
    pause = Math.min(longestPause, Math.max(shortestPause, pause));
  }

  const timer = setInterval(tick, tickMs);
  timer.unref();
  return {
    isFull,
    enter(precedence) {
      if (isFull(precedence)) {
        countShed();
        return undefined;
      }
      if (inWork < limits.inWork) return turn();
      return new Promise((resolve) => queues[precedence].push({ since: clock(), resolve }));
    },
    countShed,
    retryAfterSeconds: () => Math.ceil(pause * (0.5 + random())),
    takeCounts() {
      const counts = counted;
      counted = { admitted: 0, shed: 0 };
      return counts;
    },
    stop() {
      clearInterval(timer);
      for (const { resolve } of [...queues.paid.splice(0), ...queues.new.splice(0)]) resolve(undefined);
    },
  };
}
