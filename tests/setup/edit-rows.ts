import pg from 'pg';

/** Changes rows past every trigger, constraint and rule, as the database owner can. */
export async function editRows(connectionString: string, sql: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query(sql, [...values]);
    if (rowCount === 0) throw new Error(`Nothing was changed by: ${sql}`);
  } finally {
    await client.end();
  }
}
