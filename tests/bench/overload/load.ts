import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import { idempotencyHeader, xsrfHeader } from '@redress/contract/http-headers';
import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { answersOf } from '../answers.ts';
import type { Claimant } from '../claimants.ts';
import { type Figures, figuresOf } from '../figures.ts';
import { RawClient } from './raw-client.ts';

/** A manner sets how claimants arrive and retry. */
export type Manner =
  /**
   * This many claimants file at a time. When one is answered, the next one files. This finds the
   * peak.
   */
  | { readonly name: 'in-turn'; readonly clients: number }
  /**
   * This many new claimants arrive a second, whether or not the server keeps up. They retry when
   * asked to, like our form.
   */
  | { readonly name: 'patient'; readonly perSecond: number }
  /** This many requests arrive a second. A refused claimant retries after a second. */
  | { readonly name: 'rude'; readonly perSecond: number };

export interface LoadOrder {
  /** Claims are sent to this URL. */
  readonly url: string;
  readonly formVersion: number;
  /** With an email address, claims get a receipt. */
  readonly withEmail: boolean;
  readonly claimants: readonly Claimant[];
  /** Each accepted claim uses a solved challenge. The load ends early when none is left. */
  readonly tokens: readonly string[];
  readonly manner: Manner;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** Latencies count from the scheduled time of a request to the end of its response. */
export interface LoadResult extends Figures {
  readonly answeredPerSecond: number;
  /** The share of responses with 503. */
  readonly shareShed: number;
  /** The maximum latency of all responses, in milliseconds. */
  readonly slowest: number;
  /** Counts accepted claims, including the warm-up. */
  readonly accepted: number;
  /** Counts unexpected statuses and broken connections. */
  readonly failures: Readonly<Record<string, number>>;
  /** The 99th percentile of the clients' own event loop delay, in milliseconds. */
  readonly ownLateness: number;
}

interface Try {
  readonly claim: number;
  readonly key: string;
}

/**
 * Measures a load. A refused request passes its solved challenge on, as the server did not read it.
 */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const { manner, claimants, formVersion, withEmail } = order;
  const { origin, host, pathname } = new URL(order.url);
  const client = new RawClient(origin);
  const tokens = [...order.tokens];
  const started = performance.now();
  const from = started + order.warmUpSeconds * 1_000;
  const to = from + order.seconds * 1_000;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const acceptedTimes: number[] = [];
  const failures: Record<string, number> = {};
  let [slowest, answered, shed, accepted, next, isOver] = [0, 0, 0, 0, 0, false];
  /** These refused claimants come back now. */
  const back: Try[] = [];
  const running = new Set<Promise<void>>();

  // Writing a whole request each time would cost the clients more than the server's rejection.
  const templates = claimants.map(({ cookies, token }, index) => {
    const { email, ...answers } = answersOf(index);
    const contact = withEmail ? { email } : {};
    const rest = JSON.stringify({ ...answers, ...contact, documentsToFollow: 0, formVersion }).slice(1);
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Language: en\r\nCookie: ${cookies}\r\n${xsrfHeader}: ${token}\r\nContent-Type: application/json\r\n`;
    return { head, rest, bytes: Buffer.byteLength(rest) };
  });
  function write({ claim, key }: Try, token: string): string {
    const template = templates[claim % templates.length];
    if (!template) throw new Error('There are no claimants');
    const { head, rest, bytes } = template;
    const first = `{"googleRecaptchaToken":${JSON.stringify(token)},`;
    return `${head}${idempotencyHeader}: ${key}\r\nContent-Length: ${first.length + bytes}\r\n\r\n${first}${rest}`;
  }

  async function tryOnce(one: Try, due: number): Promise<void> {
    let token = '';
    const answer = await client.send(() => write(one, (token = tokens.pop() ?? '')));
    const now = performance.now();
    const counts = now >= from && now < to;
    if (counts || (!answer && isOver)) slowest = Math.max(slowest, now - due);
    if (!answer && isOver) return;
    const fail = (what: string) => void (failures[what] = (failures[what] ?? 0) + 1);
    if (!answer) return fail('broken line');
    if (counts) answered += 1;
    if (answer.status === 201) {
      accepted += 1;
      if (counts) acceptedTimes.push(now - due);
      return;
    }
    tokens.push(token);
    if (answer.status !== 503 || manner.name === 'in-turn') return fail(String(answer.status));
    if (counts) shed += 1;
    const pause = manner.name === 'rude' ? 1_000 : answer.retryAfter * 1_000 + Math.random() * 1_000;
    setTimeout(() => back.push(one), pause).unref();
  }

  const newcomer = () => ({ claim: next++, key: createIdempotencyKey(randomBytes(16)) });
  const start = (one: Try, due: number) => {
    const attempt = tryOnce(one, due).finally(() => running.delete(attempt));
    running.add(attempt);
  };

  delay.enable();
  if (manner.name === 'in-turn') {
    const work = async () => {
      while (performance.now() < to && tokens.length > 0) await tryOnce(newcomer(), performance.now());
    };
    await Promise.all(Array.from({ length: manner.clients }, work));
  } else {
    let due = started;
    for (let now = started; now < to && tokens.length > 0; now = performance.now()) {
      // Impatient claimants replace new ones; patient ones are added to them.
      if (manner.name === 'patient') for (const one of back.splice(0)) start(one, now);
      while (due <= now) {
        start(back.shift() ?? newcomer(), due);
        // Independent arrivals form a Poisson process.
        due += (-Math.log(1 - Math.random()) * 1_000) / manner.perSecond;
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
  isOver = true;
  const seconds = (Math.min(to, performance.now()) - from) / 1_000;
  client.giveUp();
  await Promise.all(running);
  delay.disable();
  client.close();
  if (seconds <= 0) throw new Error('Nothing was left to measure after the warm-up');
  return {
    ...figuresOf(acceptedTimes, seconds),
    answeredPerSecond: answered / seconds,
    shareShed: answered === 0 ? 0 : shed / answered,
    ownLateness: delay.percentile(99) / 1e6,
    slowest,
    accepted,
    failures,
  };
}
