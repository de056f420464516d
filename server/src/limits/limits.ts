import { sql } from 'kysely';
import { isIPv6 } from 'node:net';
import type { Database } from '../database/pool.ts';
import { keyedHash } from '../keys.ts';

/** So many attempts in a window of so many seconds. */
export interface LimitRule {
  readonly attempts: number;
  readonly seconds: number;
}
/** A house of many people, a library or a phone company's gateway has one address: the limits by address leave them room. */
export const defaultLimits = {
  'login-address': { attempts: 100, seconds: 600 },
  'login-notice': { attempts: 10, seconds: 900 },
  'claim-address': { attempts: 100, seconds: 600 },
  // Of a form without login and captcha, or without script. One person at work files no more: a form takes three minutes, and many plans fit into one.
  'unproven-claim-address': { attempts: 20, seconds: 3_600 },
  // Posts without script that may do no more than draw the page again: each row that is added is one.
  'form-post-address': { attempts: 600, seconds: 600 },
  // Documents that come before their claim: nobody has shown yet that there will be one.
  'staged-document-address': { attempts: 100, seconds: 3_600 },
  'captcha-address': { attempts: 300, seconds: 600 },
  'documents-address': { attempts: 1_000, seconds: 600 },
  'receipt-address': { attempts: 100, seconds: 600 },
  // A completion page asks some fifty times in ten minutes while a file is being checked.
  'data-checks-address': { attempts: 2_000, seconds: 600 },
} as const satisfies Readonly<Record<string, LimitRule>>;
export type LimitName = keyof typeof defaultLimits;
export type Limits = Readonly<Record<LimitName, LimitRule>>;

/** Who tries what: the subject is an address or a Notice ID, and is stored only as a keyed hash. */
export interface Attempt {
  readonly limit: LimitName;
  readonly subject: string;
}

export type LimitVerdict = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };
export type CountAttempts = (attempts: readonly Attempt[], now: Date) => Promise<LimitVerdict>;

/** Counts attempts in the database, all of them in one round trip, and says whether each is still within its limit. */
export function attemptCounter(database: Database, limits: Limits | 'off', key: Buffer): CountAttempts {
  if (limits === 'off') return () => Promise.resolve({ ok: true });
  return async (attempts, now) => {
    const counters = attempts
      .map(({ limit, subject }) => {
        const { attempts: allowed, seconds } = limits[limit];
        const start = Math.floor(now.getTime() / 1_000 / seconds) * seconds;
        return {
          key: keyedHash(key, `${limit}:${subject}`),
          start: new Date(start * 1_000),
          end: new Date((start + seconds) * 1_000),
          allowed,
        };
      })
      // Always in the same order, or two requests that hold each other's rows would wait forever.
      .toSorted((a, b) => a.key.compare(b.key));
    const { rows } = await sql<{ key: Buffer; hits: number }>`
      insert into limit_counters (key, window_start, hits, expires_at)
      select key, window_start, 1, expires_at
      from unnest(${counters.map((counter) => counter.key)}::bytea[], ${counters.map((counter) => counter.start)}::timestamptz[],
        ${counters.map((counter) => counter.end)}::timestamptz[]) as attempt (key, window_start, expires_at)
      on conflict (key, window_start) do update set hits = limit_counters.hits + 1
      returning key, hits`.execute(database);
    const over = counters.filter(
      (counter) => (rows.find((row) => row.key.equals(counter.key))?.hits ?? 0) > counter.allowed,
    );
    if (over.length === 0) return { ok: true };
    const until = Math.max(...over.map((counter) => counter.end.getTime()));
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((until - now.getTime()) / 1_000)) };
  };
}

/** What counts as one address: an IPv6 household has a whole /64. */
export function addressSubject(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
