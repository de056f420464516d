import pg from 'pg';
import { StartError } from '../errors/start-error.ts';

/** The oldest PostgreSQL that the tables can be made in, as the first number of its version. */
const oldestMajor = 15;

/**
 * @throws StartError a database of somebody else's making is too old, or holds other letters than
 * UTF-8 has
 */
export async function requireSuitable(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number; encoding: string }>(
      "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
    );
    const [found] = rows;
    const fault = found && findUnsuitable(found);
    if (fault !== undefined) throw new StartError(`The database of DATABASE_URL cannot be used: ${fault}`);
  } finally {
    await client.end();
  }
}

/**
 * What is wrong with a database, for people; undefined when nothing is. `version` as PostgreSQL's
 * `server_version_num` has it.
 */
export function findUnsuitable({ version, encoding }: { version: number; encoding: string }): string | undefined {
  const major = Math.floor(version / 10_000);
  if (major < oldestMajor)
    return `it is PostgreSQL ${major}, and Redress needs ${oldestMajor} or newer: use a newer PostgreSQL.`;
  if (encoding !== 'UTF8')
    return `its encoding is ${encoding}, and names need UTF-8: make another one (create database redress encoding 'UTF8' template template0).`;
  return undefined;
}
