import type pg from 'pg';
import type { Keys } from '../../keys/keys.ts';
import { secretsLock } from '../../keys/open-key-ring.ts';

/** What a browser was given under a former secret is good for so long: the longest life of a cookie. */
const cookieDays = 30;
const processName = 'redress keys ';

/** The name under which a serving process is seen in the database: it tells by which version it makes things. */
export function databaseNameOf(keys: Keys): string {
  return `${processName}${keys.version}`;
}

/** How many connections serving processes have that make things with another secret than the present one. */
export async function findOutdatedProcesses(client: pg.Client, version: number): Promise<number> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and starts_with(application_name, $1) and application_name <> $2`,
    [processName, `${processName}${version}`],
  );
  return rowCount ?? 0;
}

/** From now on the database takes nothing new under other versions. When it resolves, all that was on its way is there or refused. */
export async function closeFormerSecrets(client: pg.Client, version: number): Promise<void> {
  await client.query('update secret_keys set closed_at = now() where version <> $1 and closed_at is null', [version]);
  for (const table of ['claim_tax_ids', 'class_members']) {
    await client.query('begin');
    // Who wants to write waits behind it: better ask again than hold them up.
    await client.query("set local lock_timeout = '30s'");
    await client.query(`lock table ${table} in share row exclusive mode`);
    await client.query('commit');
  }
}

/** Counts what stands under other versions. When it is nothing, they are retired, and what was kept under them is deleted: then true. */
export async function retireFormerSecrets(client: pg.Client, version: number): Promise<boolean> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [secretsLock]);
  const { rows } = await client.query<{ left: boolean }>(
    `select exists (select from claim_tax_ids where key_version <> $1)
       or exists (select from class_members where get_byte(unique_id_encrypted, 0) <> $1) as left`,
    [version],
  );
  if (rows[0]?.left !== false) {
    await client.query('rollback');
    return false;
  }
  await client.query('update secret_keys set retired_at = now() where version <> $1 and retired_at is null', [version]);
  await client.query('delete from kept_keys where sealed_with <> $1', [version]);
  await client.query('commit');
  return true;
}

export interface SecretsState {
  /** Whether something may still stand under a former secret. */
  readonly inProgress: boolean;
  /** When the last cookie that a former secret signed is of no use any more; undefined where there never was a former one. */
  readonly formerUntil?: Date;
}

/** How far the change of the secret is. */
export async function readSecretsState(client: pg.Client, version: number): Promise<SecretsState> {
  const { rows } = await client.query<{ in_progress: boolean | null; until: Date | null }>(
    `select bool_or(retired_at is null) as in_progress, max(closed_at) + $2 * interval '1 day' as until
     from secret_keys where version <> $1`,
    [version, cookieDays],
  );
  const until = rows[0]?.until;
  return { inProgress: rows[0]?.in_progress ?? false, ...(until ? { formerUntil: until } : {}) };
}
