import { migrate, readMigrations } from '@redress/server/platform/database/migrate';
import { withClient } from '@redress/server/platform/database/pool';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../setup/test-database.ts';

test('a migration that waits for a backup or a verification lets others use the table meanwhile', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const names = (await readMigrations()).map(({ name }) => name);
  // It changes the table of class members.
  const next = names.indexOf('0024-member-imports.sql');
  await migrate(url, new Set(names.slice(0, next)));
  const waiting = Promise.withResolvers<string>();
  const migrated = withClient(url, async (reader) => {
    await reader.query('begin; lock table class_members in access share mode');
    const migrating = migrate(url, undefined, waiting.resolve);
    // Rejects if the migration fails instead of waiting.
    expect(await Promise.race([waiting.promise, migrating])).toContain(names[next]);
    await withClient(url, (client) => client.query(`set lock_timeout = '3s'; select from class_members`));
    await reader.query('commit');
    return migrating;
  });
  expect(await migrated).toEqual(names.slice(next));
});
