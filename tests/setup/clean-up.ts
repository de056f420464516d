import { settlement } from '@redress/content/settlement';
import { cleanUp } from '@redress/server/cleanup';
import { keys, type TestServer } from './test-server.ts';

/** Removes what has expired, like the server's job every hour, at a time and with other parts. */
export const cleanUpOf = (
  { database, store, uploadFolder, now: serverNow }: TestServer,
  now = serverNow,
  parts: Partial<Pick<TestServer, 'store' | 'uploadFolder'>> = {},
) => cleanUp({ database, keys, settlement, store, uploadFolder, ...parts, now: () => now });
