import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import { idempotencyHeader, xsrfHeader } from '@redress/contract/http-headers';
import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { answersOf } from '../answers.ts';
import type { Claimant } from '../claimants.ts';
import { percentile } from '../figures.ts';
import { RawClient } from './raw-client.ts';

/** How claimants arrive, and what they do when asked to retry. */
export type Manner =
  /** This many at a time, the next one as soon as one is answered: this finds the peak. */
  | { readonly name: 'in-turn'; readonly clients: number }
  /**
   * This many new claimants a second, whether or not the server keeps up. They retry when asked to,
   * as our form does.
   */
  | { readonly name: 'patient'; readonly perSecond: number }
  /**
   * This many requests a second: a refused claimant retries after a second, instead of a new one.
   */
  | { readonly name: 'rude'; readonly perSecond: number };

export interface LoadOrder {
  readonly address: string;
  readonly resource: string;
  readonly formVersion: number;
  readonly claimants: readonly Claimant[];
  readonly tokens: readonly string[];
  readonly manner: Manner;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Claims answered with 201, per second. */
  readonly acceptedPerSecond: number;
  /** Requests answered, per second. */
  readonly answeredPerSecond: number;
  /** Responses with 503. */
  readonly shareShed: number;
  /**
   * Milliseconds from the scheduled time to the end of the response: for accepted claims, and for
   * all responses.
   */
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
  /** Mean Retry-After of the 503s in the last quarter, in seconds. */
  readonly retryAfter: number;
  /** All requests sent, including the warm-up. */
  readonly accepted: number;
  /** Requests without a free connection at the end: the server answered fewer than arrived. */
  readonly unsent: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly connections: number;
  /**
   * Delay of the clients themselves: 99th percentile of their event loop delay, in milliseconds.
   */
  readonly ownLateness: number;
  /** Solved challenges left; 0 means that the measurement ended early. */
  readonly tokensLeft: number;
}

interface Try {
  readonly claim: number;
  readonly key: string;
  readonly token: string;
}

/**
 * Runs one load and measures it. A refused request passes its solved challenge on: the server did
 * not read it.
 */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const { manner, claimants } = order;
  const client = new RawClient(order.address);
  const host = new URL(order.address).host;
  const tokens = [...order.tokens];
  const started = performance.now();
  const from = started + order.warmUpSeconds * 1_000;
  const to = from + order.seconds * 1_000;
  const lastQuarter = to - order.seconds * 250;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const acceptedTimes: number[] = [];
  let slowest = 0;
  let answered = 0;
  let shed = 0;
  let isOver = false;
  let accepted = 0;
  let next = 0;
  const waits: number[] = [];
  const failures: Record<string, number> = {};
  const again = createQueue<Omit<Try, 'token'>>();
  const running = new Set<Promise<void>>();

  // Writing a whole request each time would cost the clients more than the server's rejection.
  const templates = claimants.map((claimant, index) => {
    // No receipts: rendering them would lower the peak like everything else.
    const { email: _email, ...answers } = answersOf(index);
    const rest = JSON.stringify({ ...answers, documentsToFollow: 0, formVersion: order.formVersion }).slice(1);
    return {
      head: `POST /api/${order.resource} HTTP/1.1\r\nHost: ${host}\r\nAccept-Language: en\r\nCookie: ${claimant.cookies}\r\n${xsrfHeader}: ${claimant.token}\r\nContent-Type: application/json\r\n`,
      rest,
      bytes: Buffer.byteLength(rest),
    };
  });
  function write({ claim, key, token }: Try): string {
    const template = templates[claim % templates.length];
    if (!template) throw new Error('There are no claimants');
    const { head, rest, bytes } = template;
    const first = `{"googleRecaptchaToken":${JSON.stringify(token)},`;
    return `${head}${idempotencyHeader}: ${key}\r\nContent-Length: ${first.length + bytes}\r\n\r\n${first}${rest}`;
  }

  async function tryOnce(one: Omit<Try, 'token'>, due: number): Promise<void> {
    let token = '';
    const answer = await client.send(() => write({ ...one, token: (token = tokens.pop() ?? '') }));
    const now = performance.now();
    const counts = now >= from && now < to;
    if (!answer && isOver) {
      slowest = Math.max(slowest, now - due);
      return;
    }
    if (!answer) {
      failures['broken line'] = (failures['broken line'] ?? 0) + 1;
      return;
    }
    if (counts) {
      answered += 1;
      slowest = Math.max(slowest, now - due);
    }
    if (answer.status === 201) {
      accepted += 1;
      if (counts) acceptedTimes.push(now - due);
      return;
    }
    tokens.push(token);
    if (answer.status !== 503) {
      failures[answer.status] = (failures[answer.status] ?? 0) + 1;
      return;
    }
    if (counts) shed += 1;
    if (now >= lastQuarter && now < to) waits.push(answer.retryAfter);
    const pause = manner.name === 'rude' ? 1_000 : answer.retryAfter * 1_000 + Math.random() * 1_000;
    again.add(now + pause, one);
  }

  const newcomer = () => ({ claim: next++, key: createIdempotencyKey(randomBytes(16)) });
  const start = (one: Omit<Try, 'token'>, due: number) => {
    const running1 = tryOnce(one, due).finally(() => running.delete(running1));
    running.add(running1);
  };

  delay.enable();
  if (manner.name === 'in-turn') {
    const work = async () => {
      while (performance.now() < to && tokens.length > 0) await tryOnce(newcomer(), performance.now());
    };
    await Promise.all(Array.from({ length: manner.clients }, work));
  } else {
    let due = started;
    for (;;) {
      const now = performance.now();
      if (now >= to || tokens.length === 0) break;
      const back = again.takeUntil(now);
      // Impatient claimants replace new ones; patient ones come in addition.
      if (manner.name === 'patient') for (const one of back.splice(0)) start(one, now);
      while (due <= now) {
        start(back.shift() ?? newcomer(), due);
        // Poisson: independent arrivals.
        due += (-Math.log(1 - Math.random()) * 1_000) / manner.perSecond;
      }
      for (const one of back) again.add(now, one);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
  isOver = true;
  const unsent = client.giveUp();
  await Promise.all(running);
  delay.disable();
  client.close();
  const sorted = acceptedTimes.toSorted((a, b) => a - b);
  return {
    acceptedPerSecond: sorted.length / order.seconds,
    answeredPerSecond: answered / order.seconds,
    shareShed: answered === 0 ? 0 : shed / answered,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    slowest,
    retryAfter: waits.length === 0 ? 0 : waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
    accepted,
    unsent,
    failures,
    connections: client.most,
    ownLateness: delay.percentile(99) / 1e6,
    tokensLeft: tokens.length,
  };
}

interface Queue<T> {
  add(at: number, one: T): void;
  /** The entries that are due. */
  takeUntil(now: number): T[];
}

/**
 * Tens of thousands wait at once, so they are grouped by the twentieth of a second in which they
 * are due.
 */
function createQueue<T>(): Queue<T> {
  const slots = new Map<number, T[]>();
  const slotOf = (at: number) => Math.ceil(at / 50);
  let taken = slotOf(performance.now());
  return {
    add(at, one) {
      const slot = Math.max(slotOf(at), taken + 1);
      const others = slots.get(slot);
      if (others) others.push(one);
      else slots.set(slot, [one]);
    },
    takeUntil(now) {
      const due: T[] = [];
      for (const end = Math.floor(now / 50); taken < end;) {
        taken += 1;
        for (const one of slots.get(taken) ?? []) due.push(one);
        slots.delete(taken);
      }
      return due;
    },
  };
}
