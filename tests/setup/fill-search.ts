import { settlement } from '@redress/content/settlement';
import { fillSearchNow } from '@redress/server/claim-search/fill-search';
import { openDatabase } from '@redress/server/database/pool';
import { keys, type TestServer } from './test-server.ts';

/**
 * What the server's job does every second: makes claims and class members searchable and listed.
 */
export async function fillSearchOf({ connectionString }: Pick<TestServer, 'connectionString'>): Promise<void> {
  const { database, close } = openDatabase(connectionString, () => {});
  try {
    await fillSearchNow({ database, keys, settlement });
  } finally {
    await close();
  }
}
