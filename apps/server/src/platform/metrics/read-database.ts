import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import { jobKinds } from '../jobs/job-leases.ts';
import { countJobs, findOldestEmail } from '../jobs/list-jobs.ts';
import { findUnsealedSince } from '../history/seals.ts';
import { type GaugeReading, readGauge } from './gauge-reading.ts';

const jobStates = ['dead', 'failing', 'running', 'waiting'] as const;

/** Counts unfinished jobs. Without a scanner, no process takes its jobs: they are left out. */
export async function readJobs(database: Database, now: Date, isScanned: boolean): Promise<GaugeReading[]> {
  const kinds = jobKinds.filter((kind) => isScanned || kind !== 'scan');
  const counts = await countJobs(database, kinds, now);
  const values = kinds.flatMap((kind) =>
    jobStates.map((state) => ({
      labels: { kind, state },
      value: counts.find((row) => row.kind === kind && row.state === state)?.count ?? 0,
    })),
  );
  return [{ name: 'redress_jobs', help: 'Unfinished background jobs, by kind and state', values }];
}

export async function readOldestReceipt(database: Database, now: Date): Promise<GaugeReading[]> {
  const help = 'How long the oldest receipt or emailed letter that will be retried has waited; 0 when none waits';
  return [readGauge('redress_receipt_oldest_seconds', help, secondsSince(await findOldestEmail(database), now))];
}

export async function readOldestScan(database: Database, now: Date): Promise<GaugeReading[]> {
  const { oldest } = await database
    .selectFrom('claim_documents')
    .select(({ fn }) => fn.min('stored_at').as('oldest'))
    .where('scan', '=', 'waiting')
    .where('status', '=', 'stored')
    .executeTakeFirstOrThrow();
  const help = 'How long the oldest upload has waited for the virus scanner; 0 when none waits';
  return [readGauge('redress_scan_oldest_seconds', help, secondsSince(oldest, now))];
}

export async function readSealLag(database: Database, now: Date): Promise<GaugeReading[]> {
  const value = secondsSince(await findUnsealedSince(database), now);
  const help = 'Age of the oldest entry of a history that no seal covers; 0 when there is none';
  return [readGauge('redress_seal_lag_seconds', help, value)];
}

/** The times at which operators' commands last ended. A command that never ran has no value. */
export async function readOperationRuns(database: Database): Promise<GaugeReading[]> {
  const runs = await database.selectFrom('operation_runs').selectAll().execute();
  const valuesOf = (column: 'succeeded_at' | 'failed_at') =>
    runs.flatMap(({ operation, [column]: at }) =>
      at === null ? [] : [{ labels: { operation }, value: at.getTime() / 1_000 }],
    );
  return [
    {
      name: 'redress_operation_succeeded_timestamp_seconds',
      help: 'When backup, verify and purge last succeeded (Unix time)',
      values: valuesOf('succeeded_at'),
    },
    {
      name: 'redress_operation_failed_timestamp_seconds',
      help: 'When backup, verify and purge last failed (Unix time)',
      values: valuesOf('failed_at'),
    },
  ];
}

/**
 * Standbys that confirm every commit. PostgreSQL shows them to members of `pg_read_all_stats`, such
 * as `pg_monitor`; for other users there are no values.
 */
export async function readStandbys(database: Database): Promise<GaugeReading[]> {
  const { rows } = await sql<{ standbys: number | null; wanted: boolean }>`
    select case when pg_has_role(current_user, 'pg_read_all_stats', 'usage') then (
        select count(*)::int from pg_stat_replication where sync_state in ('sync', 'quorum') and state = 'streaming'
      ) end as standbys, current_setting('synchronous_standby_names') <> '' as wanted`.execute(database);
  const [row] = rows;
  if (!row || row.standbys === null) return [];
  return [
    readGauge('redress_synchronous_standbys', 'Streaming standbys that confirm every commit', row.standbys),
    readGauge(
      'redress_synchronous_standbys_wanted',
      '1 when PostgreSQL is configured to wait for a standby',
      Number(row.wanted),
    ),
  ];
}

const secondsSince = (time: Date | null | undefined, now: Date) =>
  time ? Math.max(0, (now.getTime() - time.getTime()) / 1_000) : 0;
