import { settlement } from '@redress/content/settlement';
import { listRetentions } from '@redress/server/operations/purge/plan-purge';
import { purgeClaims } from '@redress/server/operations/purge/purge';
import { cleanUp } from '@redress/server/cleanup';
import { keys, type TestServer } from './test-server.ts';

/** Removes what has expired, like the server's job every hour, at a time and with other parts. */
export const cleanUpOf = (
  { database, store, uploadFolder, now: serverNow }: TestServer,
  now = serverNow,
  parts: Partial<Pick<TestServer, 'store' | 'uploadFolder'>> = {},
) => cleanUp({ database, keys, settlement, store, uploadFolder, ...parts, now: () => now });

/** Purges the claims of every case that may be kept no longer. */
export async function purgeClaimsOf(
  { database, store, uploadFolder, now: serverNow }: Pick<TestServer, 'database' | 'store' | 'uploadFolder' | 'now'>,
  now = serverNow,
): Promise<void> {
  const context = { database, keys, store, uploadFolder, mailFolder: '/nowhere', settlement, now: () => now };
  for (const retention of listRetentions(context)) await purgeClaims(context, retention);
}
