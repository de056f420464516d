import pg from 'pg';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../setup/test-database.ts';

test('docs/indexes.md has the use of and the reason for every index that no key or constraint brings', async () => {
  const place = await createTestDatabase('migrated');
  const client = new pg.Client({ connectionString: place.url });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
       where relnamespace = current_schema()::regnamespace and not relispartition
         and not exists (select from pg_constraint where conindid = indexrelid) order by 1`,
    );
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/indexes.md'), 'utf8');
    const explained = [...page.matchAll(/^\| `(\w+)` \| (?:\d+|–) \| \S.* \| \S.* \|$/gm)].map(([, name = '']) => name);
    expect(explained.toSorted()).toEqual(rows.map(({ name }) => name));
  } finally {
    await client.end();
    await place.drop();
  }
});
