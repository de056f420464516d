import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import { keyedHash, type Keys } from '../keys/keys.ts';
import type { LocalizedText } from './problem-messages.ts';
import { addressSubjects } from './client-address.ts';
import { ProblemError } from './problem.ts';

export interface LimitRule {
  readonly attempts: number;
  readonly seconds: number;
  /**
   * Attempts of an IPv6 /48, where one customer may have 65,536 addresses, and a carrier as many
   * phones. Absent: it has no limit.
   */
  readonly networkAttempts?: number;
}
/** Most count per address. A library or a mobile carrier's gateway has one for many people. */
export const defaultLimits = {
  'claim-address': { attempts: 100, seconds: 600 },
  // Forms without login and captcha, or without JavaScript. A form takes a person three minutes.
  'unproven-claim-address': { attempts: 20, seconds: 3_600, networkAttempts: 400 },
  // No-script forms count here, including those that only add a row.
  'form-post-address': { attempts: 600, seconds: 600 },
  // Uploads of no-script forms count here until the form is filed.
  'staged-document-address': { attempts: 100, seconds: 3_600 },
  // A family or a helping librarian may send several. Each is work for the administrator's staff.
  'id-request-address': { attempts: 10, seconds: 3_600, networkAttempts: 200 },
  // All addresses count together, so that many of them cannot fill the disk.
  'id-request-overall': { attempts: 5_000, seconds: 3_600 },
  'captcha-address': { attempts: 300, seconds: 600 },
  'documents-address': { attempts: 1_000, seconds: 600 },
  // 100 GB: an agent sends half a gigabyte for each of 200 plans a day.
  'document-megabytes-address': { attempts: 100 * 1_024, seconds: 24 * 3_600 },
  'download-address': { attempts: 200, seconds: 600 },
  // A file of 2 GB has 256 chunks, plus resume attempts.
  'upload-pieces-address': { attempts: 6_000, seconds: 600 },
  // A page polls every few seconds for each of its files.
  'upload-results-address': { attempts: 3_000, seconds: 600 },
  // Each form that is saved to finish later sends an email.
  'saved-form-address': { attempts: 20, seconds: 3_600, networkAttempts: 400 },
  // This counts per email address, so that no mailbox is flooded.
  'saved-form-recipient': { attempts: 5, seconds: 24 * 3_600 },
  // Each change of a claim's contact sends letters, also to an address that anyone could type.
  'status-contact-claim': { attempts: 5, seconds: 24 * 3_600 },
  // All addresses count together, so that many cannot fill the disk or get our mail blocked.
  'saved-form-overall': { attempts: 5_000, seconds: 3_600 },
  'opened-form-address': { attempts: 100, seconds: 600 },
  // Each request for a code to the status page sends an email.
  'status-code-address': { attempts: 20, seconds: 3_600, networkAttempts: 400 },
  // This counts per claim number, so that neither its mailbox is flooded nor its codes are guessed.
  'status-code-claim': { attempts: 10, seconds: 24 * 3_600 },
  // All addresses count together, so that many cannot fill the disk or get our mail blocked.
  'status-code-overall': { attempts: 5_000, seconds: 3_600 },
  // A mail provider reports the bounces of 100,000 letters within an hour.
  'bounce-address': { attempts: 6_000, seconds: 600 },
  'receipt-address': { attempts: 100, seconds: 600 },
  // A completion page polls some 50 times in ten minutes while a file is checked.
  'data-checks-address': { attempts: 2_000, seconds: 600 },
  // In the morning, a whole office signs in, with a few requests per person.
  'staff-sign-in-address': { attempts: 1_000, seconds: 600 },
  'staff-setup-address': { attempts: 200, seconds: 600 },
  // This counts per person. Single values serve calls and checks; many need an approved export.
  'staff-reveal': { attempts: 100, seconds: 3_600 },
  // A reviewer opens some documents of 75 claims an hour.
  'staff-document': { attempts: 1_000, seconds: 3_600 },
  'staff-search': { attempts: 600, seconds: 600 },
  // Nine digits may be a tax ID, and guessing five of them takes 100,000 searches.
  'staff-tax-id-search': { attempts: 100, seconds: 3_600 },
} as const satisfies Readonly<Record<string, LimitRule>>;

type LimitName = keyof typeof defaultLimits;
export type Limits = Readonly<Record<LimitName, LimitRule>>;

interface LimitContext {
  readonly database: Database;
  readonly limits: Limits | 'off';
  readonly keys: Pick<Keys, 'limits'>;
  readonly now: () => Date;
  readonly log?: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Counts an attempt of an address, or `weight` attempts, in the database that all server processes
 * share, under a keyed hash of the address. Beyond the limit, throws `too-many-requests` with the
 * time to wait.
 */
export async function enforceLimit(
  { database, limits, keys, now, log }: LimitContext,
  limit: LimitName,
  address: string,
  { weight = 1, detail }: { readonly weight?: number; readonly detail?: LocalizedText } = {},
): Promise<void> {
  if (limits === 'off') return;
  const { attempts, seconds, networkAttempts } = limits[limit];
  const time = now().getTime();
  const start = Math.floor(time / 1_000 / seconds) * seconds * 1_000;
  const end = start + seconds * 1_000;
  // A network counts only what its households were allowed, so that none of them uses up the rest.
  for (const { rule, subject } of addressSubjects(address, limit, `${limit}-network`)) {
    const max = rule === limit ? attempts : networkAttempts;
    if (max === undefined) continue;
    const { hits } = await database
      .insertInto('limit_counters')
      .values({
        key: keyedHash(keys.limits, `${rule}:${subject}`),
        window_start: new Date(start),
        hits: weight,
        expires_at: new Date(end),
      })
      .onConflict((conflict) =>
        conflict.columns(['key', 'window_start']).doUpdateSet({ hits: sql`limit_counters.hits + excluded.hits` }),
      )
      .returning('hits')
      .executeTakeFirstOrThrow();
    if (hits <= max) continue;
    const retryAfterSeconds = Math.max(1, Math.ceil((end - time) / 1_000));
    // Once in each period, by the first attempt beyond the limit.
    if (limit.endsWith('-overall') && hits - weight <= max)
      log?.warn({ limit, retryAfterSeconds }, 'many addresses together reached a limit; it now refuses everyone');
    throw new ProblemError('too-many-requests', detail ? { detail } : {}, { retryAfterSeconds });
  }
}
