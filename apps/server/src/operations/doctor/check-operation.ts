import { sql } from 'kysely';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { databaseOn } from '../../platform/database/pool.ts';
import type { OperationRunsTable } from '../../platform/database/tables.ts';
import { jobKinds } from '../../platform/jobs/job-leases.ts';
import { countDeadJobs, findOldestEmail } from '../../platform/jobs/list-jobs.ts';
import { tryKeyRing } from '../../platform/keys/key-ring.ts';
import { readSecrets, secretFile, type Secrets } from '../../platform/keys/secrets.ts';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../platform/errors/start-error.ts';
import { findUnsealedSince } from '../../platform/history/seals.ts';
import { undefinedIfMissing } from '../../platform/storage/disk.ts';
import type { DatabaseCheck } from './check-database.ts';
import { type Finding, formatAge, ok, problem, warning } from './finding.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Whether the secret opens the encrypted data. Leaves the database as it was. */
export function checkSecretKey(config: Config, dataFolder: string): DatabaseCheck {
  return async (client) => {
    const secrets: Secrets | undefined =
      config.secretKey === undefined
        ? await readSecrets(dataFolder)
        : { current: config.secretKey, others: config.previousSecretKeys };
    if (!secrets) {
      const { rows } = await client.query('select from secret_keys limit 1');
      return rows.length === 0
        ? ok('There is no secret key yet: the first start makes one.')
        : problem(
            `The secret key ${join(dataFolder, secretFile)} is missing: restore your copy, or set SECRET_KEY to its text.`,
          );
    }
    try {
      await tryKeyRing(client, secrets);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      return problem(error.message);
    }
    const found = secrets.file === undefined ? undefined : await stat(secrets.file).catch(undefinedIfMissing);
    if (found && (found.mode & 0o077) !== 0)
      return warning(`Other users may read ${secrets.file}: run "chmod 600 ${secrets.file}".`);
    return secrets.others.length > 0
      ? ok('The secret key is correct; a former one is still accepted.')
      : ok('The secret key is correct.');
  };
}

export function checkJobs({ clamd }: Pick<Config, 'clamd'>): DatabaseCheck {
  return async (client) => {
    // Without a scanner, no scan is a job.
    const kinds = jobKinds.filter((kind) => kind !== 'scan' || clamd !== undefined);
    const dead = await countDeadJobs(databaseOn(client), kinds);
    return dead === 0
      ? ok('No dead jobs.')
      : problem(`${dead} jobs are dead: "npm run jobs" lists them. Fix the cause, then "npm run jobs -- retry --all".`);
  };
}

const lateReceiptMs = 15 * minuteMs;

export async function checkReceipts(client: pg.Client): Promise<Finding> {
  const oldest = await findOldestEmail(databaseOn(client));
  const age = oldest ? (await readNow(client)).getTime() - oldest.getTime() : 0;
  return age > lateReceiptMs
    ? problem(`The oldest email has waited for ${formatAge(age)}: check the mail server, and that a server is running.`)
    : ok(oldest ? `The oldest email has waited for ${formatAge(age)}.` : 'No receipts or letters wait to be emailed.');
}

const lateSealMs = 5 * minuteMs;

/** Servers seal every minute, and when they stop. */
export async function checkSeals(client: pg.Client): Promise<Finding> {
  const since = await findUnsealedSince(databaseOn(client));
  if (!since) return ok('All history is sealed.');
  const age = (await readNow(client)).getTime() - since.getTime();
  return age > lateSealMs
    ? problem(`The oldest unsealed entry is ${formatAge(age)} old: start a server of this release, and read its log.`)
    : ok(`The oldest unsealed entry is ${formatAge(age)} old.`);
}

/** Time after which the operation should have succeeded again. */
const maxAges: Readonly<Record<'backup' | 'verify', number>> = { backup: 26 * hourMs, verify: 8 * dayMs };
const commands = {
  backup: 'npm run backup',
  verify: 'npm run claims:verify -- --documents',
  purge: 'npm run purge -- --yes',
} as const;

/** Checks when a backup, a verification or a purge last succeeded. */
export function checkRun(operation: OperationRunsTable['operation']): DatabaseCheck {
  return async (client) => {
    const { rows } = await client.query<Pick<OperationRunsTable, 'succeeded_at' | 'failed_at'>>(
      'select succeeded_at, failed_at from operation_runs where operation = $1',
      [operation],
    );
    const { succeeded_at: succeeded = null, failed_at: failed = null } = rows[0] ?? {};
    const command = `"${commands[operation]}"`;
    const now = (await readNow(client)).getTime();
    if (failed && (!succeeded || failed > succeeded))
      return problem(`${command} failed ${formatAge(now - failed.getTime())} ago: run it again and read its output.`);
    if (!succeeded) {
      // Claims are purged years after their settlement.
      if (operation === 'purge') return ok('Nothing has been purged yet.');
      const claims = await client.query('select from claims limit 1');
      const message = `${command} has not succeeded here yet: run it, and schedule it with a timer.`;
      return claims.rowCount === 0 ? warning(message) : problem(message);
    }
    const age = now - succeeded.getTime();
    if (operation !== 'purge' && age > maxAges[operation])
      return problem(`${command} last succeeded ${formatAge(age)} ago: check its timer.`);
    return ok(`${command} succeeded ${formatAge(age)} ago.`);
  };
}

/** The time of the database, whose clock wrote the times that are compared. */
async function readNow(client: pg.Client): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(databaseOn(client));
  return rows[0]?.now ?? new Date();
}
