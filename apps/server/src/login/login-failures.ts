import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import { keyedHash } from '../keys/keys.ts';
import type { FailureRule, LoginRuleName, LoginRules } from '../http/rate-limits.ts';

/** What a login counts for: a Notice ID, an address, … It is stored only as a keyed hash. */
export interface FailureSubject {
  readonly rule: LoginRuleName;
  readonly subject: string;
}
/** How many failures a rule has on record now, faded by the time that has passed. */
export type FailureCounts = ReadonlyMap<LoginRuleName, number>;

export interface LoginFailures {
  read(subjects: readonly FailureSubject[], now: Date): Promise<FailureCounts>;
  /** One more for each, in one step that no other can come between; gives the new counts. A count that is full stays as it is. */
  add(subjects: readonly FailureSubject[], now: Date): Promise<FailureCounts>;
  /** Takes back what `add` counted and answered. */
  takeBack(subjects: readonly FailureSubject[], added: FailureCounts, now: Date): Promise<void>;
}

/** A count is full a level above the highest: more would tell nothing, and take longer to fade. */
const fullCount = ({ failures, mostLevel }: FailureRule): number => failures * 2 ** Math.max(1, mostLevel);

/** Smaller powers of a half are none: the database would call them an error. */
const mostHalfLives = 100;

/**
 * Failed logins in the database: every process counts the same, and a restart changes nothing. PostgreSQL does not wait for the disk with them: should
 * the machine lose its power, the last second's are forgotten. That keeps a login as fast as before, and who could switch the machine off and on
 * every second would not be helped by it.
 */
export function loginFailures(database: Database, rules: LoginRules, key: Buffer): LoginFailures {
  const rowsOf = (subjects: readonly FailureSubject[]) =>
    subjects
      .map(({ rule, subject }) => ({ rule, key: keyedHash(key, `${rule}:${subject}`), ...rules[rule] }))
      // Always in the same order, or two requests that hold each other's rows would wait forever.
      .toSorted((a, b) => a.key.compare(b.key));

  async function change(subjects: readonly FailureSubject[], by: 1 | -1, now: Date): Promise<FailureCounts> {
    const rows = rowsOf(subjects);
    const changed = await sql<{ key: Buffer; failures: number }>`
      with no_wait as materialized (select set_config('synchronous_commit', 'off', true))
      insert into login_failures as kept (key, failures, at, half_life_seconds, full_at)
      select attempt.key, ${by}::float8, ${now}::timestamptz, attempt.half_life, attempt.full_at
      from unnest(${rows.map((row) => row.key)}::bytea[], ${rows.map((row) => row.halfLifeSeconds)}::float8[], ${rows.map(fullCount)}::float8[])
        as attempt (key, half_life, full_at), no_wait
      on conflict (key) do update set
        failures = least(excluded.full_at, kept.failures * power(0.5::float8, least(${mostHalfLives}::float8,
          greatest(0, extract(epoch from excluded.at - kept.at))::float8 / kept.half_life_seconds)) + excluded.failures),
        at = excluded.at,
        half_life_seconds = excluded.half_life_seconds,
        full_at = excluded.full_at
      returning key, failures`.execute(database);
    return countsOf(rows, (row) => changed.rows.find((one) => one.key.equals(row.key))?.failures ?? 0);
  }

  return {
    async read(subjects, now) {
      const rows = rowsOf(subjects);
      const kept = await database
        .selectFrom('login_failures')
        .select(['key', 'failures', 'at'])
        .where('key', '=', sql<Buffer>`any(${rows.map((row) => row.key)}::bytea[])`)
        .execute();
      return countsOf(rows, (row) => {
        const found = kept.find((one) => one.key.equals(row.key));
        return found ? fade(found.failures, (now.getTime() - found.at.getTime()) / 1_000, row.halfLifeSeconds) : 0;
      });
    },
    add: (subjects, now) => change(subjects, 1, now),
    async takeBack(subjects, added, now) {
      // Of a full count nothing is taken: who logs in well could otherwise empty it.
      const counted = subjects.filter(({ rule }) => (added.get(rule) ?? 0) < fullCount(rules[rule]));
      if (counted.length > 0) await change(counted, -1, now);
    },
  };
}

/** What is left of failures after so many seconds. A clock that was set back lets nothing fade, and nothing grow. */
export function fade(failures: number, seconds: number, halfLifeSeconds: number): number {
  return failures * 0.5 ** (Math.max(0, seconds) / halfLifeSeconds);
}

/** Clears away what has faded to less than half a failure. */
export async function clearFadedFailures(database: Database, now: Date): Promise<void> {
  await sql`
    delete from login_failures
    where at + make_interval(secs => half_life_seconds * log(2, greatest(failures, 1)::numeric * 2)::float8) < ${now}`.execute(
    database,
  );
}

function countsOf<Row extends { readonly rule: LoginRuleName }>(
  rows: readonly Row[],
  failuresOf: (row: Row) => number,
): FailureCounts {
  return new Map(rows.map((row) => [row.rule, Math.max(0, failuresOf(row))]));
}
