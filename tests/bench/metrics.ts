import { settlement } from '@redress/content/settlement';
import { buildApp } from '@redress/server/app';
import { createContext } from '@redress/server/context';
import { openDatabase } from '@redress/server/database/pool';
import { deriveKeys } from '@redress/server/keys/keys';
import { createLog } from '@redress/server/logging/log';
import { createReceiptRenderer } from '@redress/server/receipts/receipt-renderer';
import { openStorage } from '@redress/server/storage/open-storage';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from './figures.ts';

// npm run bench:metrics: what a request costs more because it is measured. The same requests go to
// two servers in this process, in turns, without a network and without a database.

const { values: options } = parseArgs({
  options: { requests: { type: 'string', default: '250' }, rounds: { type: 'string', default: '201' } },
});
const [requests, rounds] = [Number(options.requests), Number(options.rounds)];

const folder = await mkdtemp(join(tmpdir(), 'redress-bench-metrics-'));
// No query is sent.
const { database, pool, close } = openDatabase('postgresql://127.0.0.1:1/none', () => {});
const log = createLog('warn', { write: () => {} });
const receiptRenderer = createReceiptRenderer();

async function build(isMeasured: boolean) {
  const context = createContext({
    ...(await openStorage({ documents: undefined }, folder)),
    settlement,
    database,
    pool,
    keys: deriveKeys(randomBytes(32).toString('base64')),
    log,
    receiptRenderer,
    uploads: { wake() {}, stop: async () => {} },
    publicUrl: new URL('http://localhost:3000'),
  });
  return buildApp(context, { isMeasured });
}

/** Microseconds of processor time for each request. */
async function measure(app: Awaited<ReturnType<typeof build>>): Promise<number> {
  const before = process.cpuUsage();
  for (let sent = 0; sent < requests; sent += 1) await app.inject('/api/session');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

const apps = { with: await build(true), without: await build(false) };
for (const app of Object.values(apps)) await measure(app);
const times: Record<keyof typeof apps, number[]> = { with: [], without: [] };
for (let round = 0; round < rounds; round += 1) {
  // Who goes first changes, because the machine may get slower or faster.
  const turns = round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const);
  for (const turn of turns) times[turn].push(await measure(apps[turn]));
}
const print = (name: string, microseconds: number) =>
  process.stdout.write(`${name.padEnd(16)} ${microseconds.toFixed(1).padStart(6)} µs of processor time per request\n`);
print('without metrics', median(times.without));
print('with metrics', median(times.with));
print('difference', median(times.with) - median(times.without));

for (const app of Object.values(apps)) await app.close();
await receiptRenderer.close();
await close();
await rm(folder, { recursive: true });
