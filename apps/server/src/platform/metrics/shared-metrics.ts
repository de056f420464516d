import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/pool.ts';
import { readDiskSpace } from '../storage/disk.ts';
import { type GaugeReading, type Metrics, readGauge, toMetrics } from './gauge-reading.ts';
import {
  readJobs,
  readOldestReceipt,
  readOldestScan,
  readOperationRuns,
  readSealLag,
  readStandbys,
} from './read-database.ts';

type ReadyPart = 'database' | 'storage' | 'uploads' | 'scanner';
interface SharedContext {
  readonly database: Database;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly isScanned: boolean;
  /** The answer of the health check. */
  readonly readiness: () => Promise<
    { readonly status: 'ok' | 'unavailable' | 'draining' } & { readonly [Part in ReadyPart]?: 'ok' | 'unavailable' }
  >;
  /** The folders whose disks are watched. Object storage has none. */
  readonly folders: Readonly<Partial<Record<'data' | 'documents', string>>>;
}

/** Milliseconds. Several Prometheus servers share one reading of the database. */
const cacheTime = 5_000;
/** Milliseconds. Prometheus gives up after ten seconds. */
const maxTime = 4_000;

/** Returns the metrics that are the same for every process of the website. */
export function measureShared(context: SharedContext): () => Promise<Metrics> {
  const { database, now, isScanned } = context;
  const sources: Readonly<Record<string, () => Promise<readonly GaugeReading[]>>> = {
    readiness: () => readReadiness(context),
    jobs: () => readJobs(database, now(), isScanned),
    receipts: () => readOldestReceipt(database, now()),
    scans: async () => (isScanned ? readOldestScan(database, now()) : []),
    seals: () => readSealLag(database, now()),
    operations: () => readOperationRuns(database),
    standbys: () => readStandbys(database),
    disks: () => readDisks(context.folders),
  };
  const failing = new Set<string>();

  /** A gauge that cannot be read is absent: a stale one would hide that something is wrong. */
  async function readOrLeaveOut(
    name: string,
    read: () => Promise<readonly GaugeReading[]>,
  ): Promise<readonly GaugeReading[]> {
    try {
      const readings = await Promise.race([
        read(),
        pause(maxTime, undefined, { ref: false }).then(() => {
          throw new Error(`No answer within ${maxTime} ms`);
        }),
      ]);
      failing.delete(name);
      return readings;
    } catch (error) {
      // A scrape comes every few seconds, so each failure is logged once.
      if (!failing.has(name)) context.log.warn({ err: error, part: name }, 'a metric could not be read');
      failing.add(name);
      return name === 'readiness' ? [readReady(false)] : [];
    }
  }

  let latest: Promise<Metrics> | undefined;
  return () => {
    latest ??= Promise.all(Object.entries(sources).map(([name, read]) => readOrLeaveOut(name, read)))
      .then((readings) => toMetrics(readings.flat()))
      .finally(() => setTimeout(() => (latest = undefined), cacheTime).unref());
    return latest;
  };
}

const readReady = (isReady: boolean) =>
  readGauge('redress_ready', '1 when the health check answers that the server is ready, otherwise 0', Number(isReady));

async function readReadiness({ readiness }: SharedContext): Promise<GaugeReading[]> {
  const { status, ...parts } = await readiness();
  const names = ['database', 'storage', 'uploads', 'scanner'] as const;
  return [
    readReady(status === 'ok'),
    {
      name: 'redress_part_ready',
      help: '1 when a part of the health check is available, otherwise 0; claims can be filed without the scanner',
      values: names.flatMap((part) =>
        parts[part] === undefined ? [] : [{ labels: { part }, value: Number(parts[part] === 'ok') }],
      ),
    },
  ];
}

async function readDisks(folders: SharedContext['folders']): Promise<GaugeReading[]> {
  const spaces = await Promise.all(
    Object.entries(folders).map(async ([folder, path]) => ({ folder, ...(await readDiskSpace(path)) })),
  );
  const valuesOf = (key: 'free' | 'total') => spaces.map(({ folder, [key]: value }) => ({ labels: { folder }, value }));
  return [
    { name: 'redress_disk_free_bytes', help: 'Free space on the disk of a folder', values: valuesOf('free') },
    { name: 'redress_disk_size_bytes', help: 'Size of the disk of a folder', values: valuesOf('total') },
  ];
}
