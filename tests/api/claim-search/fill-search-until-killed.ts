import { settlement } from '@redress/content/settlement';
import { fillSearchNow } from '@redress/server/claim-search/fill-search';
import type { Tables } from '@redress/server/database/tables';
import { deriveKeys } from '@redress/server/keys/keys';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

/**
 * A process that derives search rows and is killed with SIGKILL in the middle. Arguments: database,
 * secret, a part of the statement after which it dies, and how often that has run by then.
 */
const [connectionString = '', secret = '', statement = '', times = '1'] = process.argv.slice(2);
let left = Number(times);
const database = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }),
  log: ({ query }) => {
    if (query.sql.includes(statement)) left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await fillSearchNow({ database, keys: deriveKeys(secret), settlement });
