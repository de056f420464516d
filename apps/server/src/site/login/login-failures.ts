import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Database } from '../../platform/database/pool.ts';
import { keyedHash } from '../../platform/keys/keys.ts';
import type { FailureRule } from './login-failure-rules.ts';

/** An attempt counts for its Notice ID, its address, and so on, stored only as a keyed hash. */
export interface FailureSubject<Name extends string> {
  readonly rule: Name;
  readonly subject: string;
}
/** The current failures of each rule, after decay. */
export type FailureCounts<Name extends string> = ReadonlyMap<Name, number>;

/** The count one level above the highest. A higher count would only take longer to decay. */
const maxCount = ({ failures, maxLevel }: FailureRule): number => failures * 2 ** Math.max(1, maxLevel);

/** PostgreSQL reports an underflow for more half-lives. */
const maxHalfLives = 100;

/**
 * Failed logins and receipt requests in the database, shared by all processes. They are written
 * without waiting for the disk, so that logins stay fast: a power failure loses the last second.
 */
export function loginFailures<Name extends string>(
  database: Database,
  rules: Readonly<Record<Name, FailureRule>>,
  key: Buffer,
) {
  type Subjects = readonly FailureSubject<Name>[];
  type Counts = FailureCounts<Name>;

  const rowsOf = (subjects: Subjects) =>
    subjects
      .map(({ rule, subject }) => ({ rule, key: keyedHash(key, `${rule}:${subject}`), ...rules[rule] }))
      // A fixed order prevents deadlocks between requests.
      .toSorted((a, b) => a.key.compare(b.key));

  async function change(subjects: Subjects, by: 1 | -1, now: Date): Promise<Counts> {
    const rows = rowsOf(subjects);
    const changed = await sql<{ key: Buffer; failures: number }>`
      with no_wait as materialized (select set_config('synchronous_commit', 'off', true))
      insert into login_failures as stored (key, failures, at, half_life_seconds, full_at)
      select attempt.key, ${by}::float8, ${now}::timestamptz, attempt.half_life, attempt.full_at
      from unnest(${rows.map((row) => row.key)}::bytea[], ${rows.map((row) => row.halfLifeSeconds)}::float8[], ${rows.map(maxCount)}::float8[])
        as attempt (key, half_life, full_at), no_wait
      on conflict (key) do update set
        failures = least(excluded.full_at, stored.failures * power(0.5::float8, least(${maxHalfLives}::float8,
          greatest(0, extract(epoch from excluded.at - stored.at))::float8 / stored.half_life_seconds)) + excluded.failures),
        at = excluded.at,
        half_life_seconds = excluded.half_life_seconds,
        full_at = excluded.full_at
      returning key, failures`.execute(database);
    return countsOf(rows, (row) => changed.rows.find((one) => one.key.equals(row.key))?.failures ?? 0);
  }

  return {
    async read(subjects: Subjects, now: Date): Promise<Counts> {
      const rows = rowsOf(subjects);
      const stored = await database
        .selectFrom('login_failures')
        .select(['key', 'failures', 'at'])
        .where('key', '=', sql<Buffer>`any(${rows.map((row) => row.key)}::bytea[])`)
        .execute();
      return countsOf(rows, (row) => {
        const found = stored.find((one) => one.key.equals(row.key));
        return found ? fade(found.failures, (now.getTime() - found.at.getTime()) / 1_000, row.halfLifeSeconds) : 0;
      });
    },
    /** Adds a failure for each subject, up to the rule's maximum. Returns the new counts. */
    add: (subjects: Subjects, now: Date) => change(subjects, 1, now),
    /** Reverts an `add`, given its result. */
    async takeBack(subjects: Subjects, added: Counts, now: Date) {
      // A full count stays: a valid login could otherwise reset it.
      const counted = subjects.filter(({ rule }) => (added.get(rule) ?? 0) < maxCount(rules[rule]));
      if (counted.length > 0) await change(counted, -1, now);
    },
  };
}

/** The failures that remain after this many seconds. A clock that was set back changes nothing. */
export function fade(failures: number, seconds: number, halfLifeSeconds: number): number {
  return failures * 0.5 ** (Math.max(0, seconds) / halfLifeSeconds);
}

/** Deletes counts below half a failure. */
export async function clearFadedFailures(database: Database, now: Date): Promise<void> {
  await deleteInBatches(
    database,
    'login_failures',
    sql`at + make_interval(secs => half_life_seconds * log(2, greatest(failures, 1)::numeric * 2)::float8) < ${now}`,
  );
}

function countsOf<Name extends string, Row extends { readonly rule: Name }>(
  rows: readonly (Row & { readonly rule: Name })[],
  failuresOf: (row: Row) => number,
): FailureCounts<Name> {
  return new Map(rows.map((row) => [row.rule, Math.max(0, failuresOf(row))]));
}
