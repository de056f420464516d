import type { Keys } from '@redress/server/keys/keys';
import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOfTree } from './cpu-times.ts';
import { mintTokens } from './captcha-tokens.ts';
import { measureHttp } from './http-claims.ts';
import type { Measured } from './measure.ts';
import type { Memory } from './report.ts';
import { startRealServer } from './start-server.ts';

/** Claims after which the memory is read again. */
const claims = 5_000;
const quietSeconds = 10;

/**
 * Resident memory of the server as `npm start` starts it, on an existing database: some time after
 * its start, when it has answered the last of many claims, and at its highest. Receipts are
 * rendered meanwhile.
 */
export async function measureMemory(
  database: Pick<Parameters<typeof startRealServer>[0], 'databaseUrl' | 'secretKey' | 'folder'>,
  keys: Keys,
  load: Omit<Parameters<typeof measureHttp>[0], 'url' | 'takeToken' | 'warmUpSeconds' | 'seconds'>,
): Promise<{ readonly memory: Memory; readonly measured: Measured }> {
  const tokens = await mintTokens(keys, claims);
  await mkdir(database.folder, { recursive: true });
  const start = () => startRealServer({ ...database, processes: 1, limits: 'off' });
  // The first start compiles the programs, which takes memory that later starts do not need.
  await (await start()).stop();
  const running = await start();
  try {
    await wait(quietSeconds * 1_000);
    const idle = memoryOfTree(running.pid).now;
    const measured = await measureHttp({
      ...load,
      url: new URL(`/api/${load.form.resource}`, running.address),
      takeToken: () => tokens.pop(),
      warmUpSeconds: 0,
      seconds: 600,
    });
    const { now: afterClaims } = memoryOfTree(running.pid);
    await wait(quietSeconds * 1_000);
    return { memory: { idle, claims, afterClaims, peak: memoryOfTree(running.pid).peak }, measured };
  } finally {
    await running.stop();
  }
}
