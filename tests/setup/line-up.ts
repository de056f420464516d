import { withClient } from '@redress/server/platform/database/pool';
import { expect } from 'vitest';
import { ConsoleTab, type StaffTab } from './console.ts';
import type { TestServer } from './test-server.ts';

/**
 * Lets requests meet at a row: each waits for its lock before the next one begins, and they get it
 * in this order. Their transactions have begun, and have done their earlier reads.
 * @param lock a statement that locks the row. Several may get the lock of a table at once
 */
export async function lineUp<Result>(
  server: TestServer,
  [lock, values]: readonly [lock: string, values: readonly unknown[]],
  requests: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return withClient(server.connectionString, async (client) => {
    await client.query('begin');
    await client.query(lock, [...values]);
    const begun: Promise<Result>[] = [];
    for (const request of requests) {
      begun.push(request());
      await expect.poll(() => server.query(waiting)).toHaveLength(begun.length);
    }
    await client.query('commit');
    return Promise.all(begun);
  });
}

/** Opens the tabs at another process of the console, which has a connection for each of them. */
export async function openSideBySide(server: TestServer, ...tabs: readonly StaffTab[]): Promise<StaffTab[]> {
  const app = await server.buildAnother({ consoleDatabase: server.database });
  return tabs.map(({ person }) => Object.assign(new ConsoleTab(app, person.token), { person }));
}
