import { migrate } from '@redress/server/platform/database/migrate';
import { withClient } from '@redress/server/platform/database/pool';
import { StartError } from '@redress/server/platform/errors/start-error';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { offerCeph } from './shared-ceph.ts';
import { startTemporaryPostgres, stopSyncing } from './temporary-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The user of this database may create others (`createTestDatabase`). */
    databaseUrl: string;
    /** This database has all tables, for `create database … template`. */
    templateDatabase: string;
    /** `openTestObjectStore` asks here for the Ceph cluster of this run. */
    cephAddress: string;
  }
}

const prefix = 'redress-tests-';
const templateDatabase = 'redress_template';

/**
 * Starts one PostgreSQL for the whole run, with a migrated database to copy, and offers a Ceph
 * cluster. Removes them afterward.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const { address, remove } = await startTemporaryPostgres(join(tmpdir(), `${prefix}${String(process.pid)}`));
  try {
    await createTemplate(address);
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('databaseUrl', address);
  project.provide('templateDatabase', templateDatabase);
  const ceph = await offerCeph();
  project.provide('cephAddress', ceph.address);
  return async () => {
    await ceph.stop();
    await remove();
  };
}

async function createTemplate(address: string): Promise<void> {
  await stopSyncing(address);
  await withClient(address, async (client) => {
    // Tests open thousands of connections, and each computes a hash of its password.
    const { username, password } = new URL(address);
    await client.query(`set scram_iterations = 1; alter role ${username} password '${password}'`);
    await client.query(`create database ${templateDatabase}`);
  });
  const template = new URL(address);
  template.pathname = templateDatabase;
  await migrate(template.href);
  // This connection leaves PostgreSQL's cache of the catalog, which each copy gets.
  await withClient(template.href, (client) => client.query('select from claims'));
}

/** Stops and removes leftovers of killed runs. Folders of active runs are locked. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    try {
      await (await startTemporaryPostgres(join(tmpdir(), name))).remove();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
    }
  }
}
