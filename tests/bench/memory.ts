import type { Keys } from '@redress/server/keys/keys';
import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { mintTokens } from './captcha-tokens.ts';
import { memoryOfTree } from './cpu-times.ts';
import { measureHttp } from './http-claims.ts';
import type { Measured } from './measure.ts';
import { startRealServer } from './start-server.ts';

/** Resident memory of the real server with the website, in MB. */
export interface Memory {
  readonly idle: number;
  readonly claims: number;
  readonly afterClaims: number;
  readonly peak: number;
}

/** Claims after which the memory is read again. */
const claims = 5_000;
const quietSeconds = 10;

/**
 * Resident memory of the server as `npm start` starts it, on an existing database: some time after
 * its start, when it has answered the last of many claims, and at its highest. Receipts are
 * rendered meanwhile.
 */
export async function measureMemory(
  place: Omit<Parameters<typeof startRealServer>[0], 'processes'>,
  keys: Keys,
  load: Pick<Parameters<typeof measureHttp>[0], 'form' | 'claimants' | 'clients'>,
): Promise<{ readonly memory: Memory; readonly measured: Measured }> {
  const tokens = await mintTokens(keys, claims);
  await mkdir(place.folder, { recursive: true });
  const start = () => startRealServer({ ...place, processes: 1 });
  // The first start compiles the programs, which takes memory that later starts do not need.
  await (await start()).stop();
  const running = await start();
  try {
    await wait(quietSeconds * 1_000);
    const idle = memoryOfTree(running.pid).now;
    const url = new URL(`/api/${load.form.resource}`, running.address);
    const takeToken = () => tokens.pop();
    const measured = await measureHttp({ ...load, url, takeToken, warmUpSeconds: 0, seconds: 600 });
    const { now: afterClaims } = memoryOfTree(running.pid);
    await wait(quietSeconds * 1_000);
    return { memory: { idle, claims, afterClaims, peak: memoryOfTree(running.pid).peak }, measured };
  } finally {
    await running.stop();
  }
}
