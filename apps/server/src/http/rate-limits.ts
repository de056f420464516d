import { sql } from 'kysely';
import { isIPv6 } from 'node:net';
import type { Database } from '../database/pool.ts';
import { keyedHash } from '../keys/keys.ts';
import type { LocalizedText } from '../messages/problem-messages.ts';
import { ProblemError } from './problem.ts';

/** So many attempts in a window of so many seconds. */
export interface LimitRule {
  readonly attempts: number;
  readonly seconds: number;
}
/** A house of many people, a library or a phone company's gateway has one address: the limits by address leave them room. */
export const defaultLimits = {
  'claim-address': { attempts: 100, seconds: 600 },
  // Of a form without login and captcha, or without script. One person at work files no more: a form takes three minutes, and many plans fit into one.
  'unproven-claim-address': { attempts: 20, seconds: 3_600 },
  // Posts without script that may do no more than render the page again: each row that is added is one.
  'form-post-address': { attempts: 600, seconds: 600 },
  // Documents that come before their claim: nobody has shown yet that there will be one.
  'staged-document-address': { attempts: 100, seconds: 3_600 },
  'captcha-address': { attempts: 300, seconds: 600 },
  'documents-address': { attempts: 1_000, seconds: 600 },
  // Megabytes: 100 GB. An agent sends half a gigabyte for each of two hundred plans in a day.
  'document-megabytes-address': { attempts: 100 * 1_024, seconds: 24 * 3_600 },
  'download-address': { attempts: 200, seconds: 600 },
  // A file of 2 GB has 256 pieces; each try to go on is one more, and so is each question how far it has come.
  'upload-pieces-address': { attempts: 6_000, seconds: 600 },
  // While pieces are joined a page asks every few seconds, for each of its files.
  'upload-results-address': { attempts: 3_000, seconds: 600 },
  'receipt-address': { attempts: 100, seconds: 600 },
  // A completion page asks some fifty times in ten minutes while a file is being checked.
  'data-checks-address': { attempts: 2_000, seconds: 600 },
} as const satisfies Readonly<Record<string, LimitRule>>;

/** How many failed logins are nothing out of the ordinary. Half of what is on record is forgotten in each half-life. */
export interface FailureRule {
  readonly failures: number;
  readonly halfLifeSeconds: number;
  /**
   * From there on a login asks for work: the first level at `failures`, the next each time they have doubled, up to this one. 0: no work helps, one
   * has to wait. docs/login.md gives the reasons and the arithmetic.
   */
  readonly mostLevel: number;
}
export const defaultLoginRules = {
  // A stranger can bring a Notice ID here. So it must not be shut: work is all that is ever asked for.
  'login-notice': { failures: 5, halfLifeSeconds: 6 * 3_600, mostLevel: 4 },
  'login-address': { failures: 30, halfLifeSeconds: 1_800, mostLevel: 4 },
  // Of IPv6 a /48, of which one customer may have all: without this, 65,536 addresses.
  'login-network': { failures: 120, halfLifeSeconds: 1_800, mostLevel: 4 },
  // A weekend of filing has as many by mistake: so it asks for little.
  'login-overall': { failures: 10_000, halfLifeSeconds: 1_800, mostLevel: 2 },
  // Without script no work can be done. Nothing counts here by the Notice ID alone: a stranger elsewhere can keep nobody waiting.
  'posted-login-pair': { failures: 5, halfLifeSeconds: 1_800, mostLevel: 0 },
  'posted-login-address': { failures: 20, halfLifeSeconds: 1_800, mostLevel: 0 },
  'posted-login-network': { failures: 80, halfLifeSeconds: 1_800, mostLevel: 0 },
} as const satisfies Readonly<Record<string, FailureRule>>;
export type LoginRuleName = keyof typeof defaultLoginRules;
export type LoginRules = Readonly<Record<LoginRuleName, FailureRule>>;

export type LimitName = keyof typeof defaultLimits;
export type Limits = Readonly<Record<LimitName, LimitRule>>;

export type LimitResult = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };
/** Counts an attempt of an address, or `weight` attempts. Stores the address only as a keyed hash. */
export type CountAttempt = (limit: LimitName, address: string, weight?: number) => Promise<LimitResult>;

/** Counts in the database, because all server processes share the limits. */
export function attemptCounter(database: Database, limits: Limits | 'off', key: Buffer, now: () => Date): CountAttempt {
  if (limits === 'off') return () => Promise.resolve({ ok: true });
  return async (limit, address, weight = 1) => {
    const { attempts, seconds } = limits[limit];
    const time = now().getTime();
    const start = Math.floor(time / 1_000 / seconds) * seconds * 1_000;
    const end = start + seconds * 1_000;
    const { hits } = await database
      .insertInto('limit_counters')
      .values({
        key: keyedHash(key, `${limit}:${addressSubject(address)}`),
        window_start: new Date(start),
        hits: weight,
        expires_at: new Date(end),
      })
      .onConflict((conflict) =>
        conflict.columns(['key', 'window_start']).doUpdateSet({ hits: sql`limit_counters.hits + excluded.hits` }),
      )
      .returning('hits')
      .executeTakeFirstOrThrow();
    if (hits <= attempts) return { ok: true };
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((end - time) / 1_000)) };
  };
}

/** Counts an attempt. Throws the problem `too-many-requests`, with the time to wait, beyond the limit. */
export async function enforceLimit(
  { countAttempt }: { readonly countAttempt: CountAttempt },
  limit: LimitName,
  address: string,
  { weight, detail }: { readonly weight?: number; readonly detail?: LocalizedText } = {},
): Promise<void> {
  const result = await countAttempt(limit, address, weight);
  if (result.ok) return;
  const { retryAfterSeconds } = result;
  throw new ProblemError('too-many-requests', detail ? { detail } : {}, { retryAfterSeconds });
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

/** The IPv6 /48 that an address belongs to; none of an IPv4 address, whose neighbors are other people. */
export function networkSubject(address: string): string | undefined {
  const household = addressSubject(address);
  return household.includes(':') ? `${household.split(':').slice(0, 3).join(':')}/48` : undefined;
}
