import type pg from 'pg';
import type { Config } from '../../config.ts';
import { shareConnections } from '../../platform/database/connection-shares.ts';
import { databaseClient } from '../../platform/database/database-client.ts';
import { isDatabaseUnavailable } from '../../platform/database/database-errors.ts';
import {
  findDatabaseProblem,
  hasTable,
  isPreRelease,
  isRestoreUnfinished,
  readMigrations,
} from '../../platform/database/migrate.ts';
import { preReleaseRefusal } from '../../platform/errors/start-error.ts';
import { type Diagnosis, diagnose, type Finding, ok, problem, reasonOf, unavailable, warning } from './finding.ts';

export type DatabaseCheck = (client: pg.Client) => Promise<Finding>;

const connectMs = 5_000;
const statementMs = 5_000;

/** Runs checks on one connection, one after another. They report an unavailable database. */
export async function diagnoseDatabase(
  connectionString: string,
  checks: Readonly<Record<string, DatabaseCheck>>,
): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  const Client = databaseClient(connectionString);
  const client = new Client({
    application_name: 'doctor',
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + 1_000,
    lock_timeout: statementMs - 1_000,
  });
  try {
    const connected = await diagnose('database', () => connect(client));
    if (connected.status !== 'ok') diagnoses.push(connected);
    for (const [check, run] of Object.entries(checks)) {
      const isLost = diagnoses.some(({ isUnavailable }) => isUnavailable) || connected.status !== 'ok';
      if (isLost && check === connected.check) continue;
      diagnoses.push(isLost ? notChecked(check) : await diagnose(check, () => run(client)));
    }
    return diagnoses;
  } finally {
    // Closing it normally would wait for a database that does not answer.
    client.connection.stream.destroy();
  }
}

export const notChecked = (check: string): Diagnosis => ({
  check,
  ...warning('Not checked, because the database does not answer.'),
});

async function connect(client: pg.Client): Promise<Finding> {
  try {
    await client.connect();
    return ok('');
  } catch (error) {
    const found = isDatabaseUnavailable(error) ? unavailable : problem;
    return found(`The database cannot be used (${reasonOf(error)}): claims are refused. Check it, and DATABASE_URL.`);
  }
}

export async function checkServerVersion(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{
    version: number;
    release: string;
    encoding: string;
    standby: boolean;
    readOnly: boolean;
    mayCreate: boolean;
    foreign: string[];
    waitsFor: string;
    standbys: number;
  }>(`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as release,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby,
      current_setting('transaction_read_only')::boolean as "readOnly",
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreate",
      array(select relname::text from pg_class where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p') and not pg_has_role(relowner, 'USAGE') order by 1 limit 3) as foreign,
      current_setting('synchronous_standby_names') as "waitsFor",
      (select count(*)::int from pg_stat_replication) as standbys`);
  const [found] = rows;
  if (!found) return problem('The database returned no facts about itself.');
  const unsupported = findDatabaseProblem(found);
  if (unsupported !== undefined) return problem(`The database cannot be used: ${unsupported}`);
  if (found.standby)
    return problem('The database is a standby: claims are refused. Name the primary, or all hosts, in DATABASE_URL.');
  if (found.readOnly) return problem('The database is read-only: claims are refused. Let its user write.');
  if (!found.mayCreate)
    return problem(
      'The user of DATABASE_URL may not create tables, so upgrades will fail. Grant CREATE on the schema.',
    );
  if (found.foreign.length > 0)
    return problem(
      `The tables ${found.foreign.join(', ')} belong to another user, so upgrades will fail. Make the user of DATABASE_URL their owner.`,
    );
  if (found.waitsFor !== '' && found.standbys === 0)
    return problem(
      'The database waits for a synchronous standby, and none is connected: claims wait. Start a standby.',
    );
  const standbys = found.waitsFor === '' ? '' : `, waits for a standby (${found.standbys} connected)`;
  return ok(`PostgreSQL ${found.release}, a primary${standbys}.`);
}

/** Commands, backups and an administrator also connect. */
const otherConnections = 5;

export function checkConnections({ processes }: Pick<Config, 'processes'>): DatabaseCheck {
  return async (client) => {
    const { rows } = await client.query<{ allowed: number; used: number }>(`
      select least(
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
            - coalesce(current_setting('reserved_connections', true)::int, 0),
          (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
          (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
        ) as allowed,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`);
    const { allowed = 0, used = 0 } = rows[0] ?? {};
    const { website, console: forConsole } = shareConnections(processes);
    const needed = processes * (website + forConsole) + otherConnections;
    const said = `${used} of ${allowed} connections are in use; one machine with PROCESSES=${processes} opens up to ${needed}`;
    if (allowed < needed) return problem(`${said}: raise max_connections, or lower PROCESSES.`);
    return allowed - used < otherConnections
      ? warning(`${said}: almost none are left. Raise max_connections, or find what holds them.`)
      : ok(`${said}.`);
  };
}

/** The extensions that migrations create. */
const extensions = ['pg_trgm', 'fuzzystrmatch'];

export async function checkExtensions(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string; installed: boolean; mayInstall: boolean }>(
    `select name, exists (select from pg_extension where extname = name) as installed,
       has_database_privilege(current_database(), 'CREATE')
         and exists (select from pg_available_extensions available where available.name = wanted.name) as "mayInstall"
     from unnest($1::text[]) as wanted (name)`,
    [extensions],
  );
  const missing = rows.filter(({ installed }) => !installed);
  const impossible = missing.filter(({ mayInstall }) => !mayInstall).map(({ name }) => name);
  if (impossible.length > 0)
    return problem(
      `The extensions ${impossible.join(' and ')} are missing. Let an administrator run: ${impossible.map((name) => `create extension ${name};`).join(' ')} (Debian: postgresql-contrib).`,
    );
  if (missing.length > 0) return warning('Extensions are missing: the next start of the server creates them.');
  return ok(`${extensions.join(' and ')} are installed.`);
}

const maxDriftMs = 2_000;
const wrongDriftMs = 60_000;

/** Compares the clocks of database and machine, and looks for the settlement's time zone. */
export const checkDatabaseClock =
  (timeZone: string): DatabaseCheck =>
  async (client) => {
    const before = Date.now();
    const { rows } = await client.query<{ now: Date; zone: string }>(
      "select clock_timestamp() as now, current_setting('TimeZone') as zone",
    );
    const after = Date.now();
    const drift = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + after) / 2) - (after - before) / 2;
    const known = await client.query('select now() at time zone $1', [timeZone]).then(
      () => true,
      () => false,
    );
    if (!known) return problem(`The database does not know the time zone ${timeZone}: install tzdata where it runs.`);
    const seconds = (Math.max(0, drift) / 1_000).toFixed(1);
    const said = `The clocks of this machine and of the database are ${seconds} seconds apart`;
    if (drift > wrongDriftMs) return problem(`${said}: deadlines and jobs come at the wrong time. Enable NTP on both.`);
    if (drift > maxDriftMs) return warning(`${said}: enable NTP on both.`);
    return ok(`${said}. Its time zone is ${rows[0]?.zone}; any will do.`);
  };

export async function checkMigrations(client: pg.Client): Promise<Finding> {
  if (await isRestoreUnfinished(client))
    return problem('A restore was interrupted here: run the same "npm run restore" again to complete it.');
  if (await isPreRelease(client)) return problem(`The database ${preReleaseRefusal}`);
  const release = await readMigrations();
  if (!(await hasTable(client, 'schema_migrations')))
    return warning('The database is empty: the first start of the server fills it.');
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
  const known = new Map(release.map(({ name, sha256 }) => [name, sha256]));
  const newer = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (newer.length > 0)
    return problem(`The database belongs to a newer release (${newer.join(', ')}): install that one here.`);
  const edited = rows.filter(({ name, sha256 }) => known.get(name) !== sha256).map(({ name }) => name);
  if (edited.length > 0)
    return problem(`${edited.join(', ')} differ from what this database applied: install an unchanged release.`);
  const pending = release.length - rows.length;
  if (pending > 0)
    return warning(`${pending} migrations are pending: the next start of this release applies them. Back up first.`);
  return ok(`The tables are those of this release (${release.at(-1)?.name}).`);
}
