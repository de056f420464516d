import { settlement } from '@redress/content/settlement';
import { findClaimByKey } from '@redress/server/claims/filing/read-claim';
import { findClassMember } from '@redress/server/site/login/find-class-member';
import { type Database, openDatabase, withClient } from '@redress/server/platform/database/pool';
import { jobLeases } from '@redress/server/platform/jobs/job-leases';
import { acceptedKeys } from '@redress/server/platform/keys/keys';
import { makeBackup } from '@redress/server/operations/backup/make-backup';
import { alignColumns, formatCount, print, printProgress } from '@redress/server/operations/commands/command';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { openStorage } from '@redress/server/platform/storage/open-storage';
import { randomInt, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { generateClaims } from '../../generate/generate-claims.ts';
import { idsOfClaim, kindOfClaim } from '../../generate/invent-filers.ts';
import type { OpenedConsole } from '../app.ts';
import { log } from '../command.ts';
import { median } from '../figures.ts';
import { fileClaims } from '../file-claims.ts';

/** Claims filed at each size, by as many clients as `npm run bench` has. */
const filedClaims = 3_000;
const clients = 64;
/** Random claims that are looked up, after an equal number that warm up. */
const lookups = 1_000;

type Place = Pick<OpenedConsole, 'connectionString' | 'keys' | 'dataFolder'>;
/** IDs of claims that were generated together. Claims filed in between have other IDs. */
interface Generated {
  readonly first: number;
  readonly count: number;
}

/** A figure is per claim, look-up or entry, with the pages that PostgreSQL had to fetch. */
interface GrowthFigure {
  readonly name: string;
  readonly ms: number;
  readonly reads?: Reads;
}
interface Reads {
  /** Pages of 8 kB that were not in `shared_buffers`. The operating system may have had them. */
  readonly pages: number;
  /** The time that fetching them took. */
  readonly ms: number;
}
/** An idle connection hands in what it counted within ten seconds. */
const countsDelay = 11_000;

/**
 * Measures how filing, look-ups, background work and operators' commands grow with the claims.
 * @param sizes ascending
 */
export async function measureGrowth(place: Place, sizes: readonly number[]): Promise<void> {
  const measured: GrowthFigure[][] = [];
  let widest: Generated = { first: 0, count: 0 };
  await withClient(place.connectionString, async (client) => {
    await client.query('alter system set track_io_timing = on');
    await client.query('select pg_reload_conf()');
  });
  for (const [index, claims] of sizes.entries()) {
    log(`${formatCount(claims)} claims`);
    const count = claims - (sizes[index - 1] ?? 0);
    const { connectionString, keys } = place;
    const options = { connectionString, keys, settlement, claims: count, add: index > 0, onProgress: printProgress };
    const first = await generateClaims(options);
    await withClient(connectionString, (client) => client.query('checkpoint'));
    if (count > widest.count) widest = { first, count };
    measured.push(await measureSize(place, claims, widest));
  }
  const [smallest = []] = measured;
  const rows = smallest.map((first, row) => {
    const times = measured.map((figures) => figures[row]?.ms ?? Number.NaN);
    return [first.name, ...times.map((ms) => `${ms.toFixed(3)} (${(ms / first.ms).toFixed(2)})`)];
  });
  const fetched = smallest.flatMap(({ name }, row) => {
    const reads = measured.flatMap((figures) => figures[row]?.reads ?? []).map(formatReads);
    return reads.length > 0 ? [[`pages for ${name}`, ...reads]] : [];
  });
  const head = ['claims', ...sizes.map(formatCount)];
  for (const line of ['', ...alignColumns([head, ...rows, ...fetched], [...head.keys()].slice(1)), '']) print(line);
  print(
    'Milliseconds per claim (filing, seal, verify, backup) or per look-up (the others, median), and the ratio to the smallest size. ' +
      'Pages of 8 kB that shared_buffers did not have, per claim or look-up, and the milliseconds of fetching them.',
  );
  for (const line of ['', ...(await listIndexes(place.connectionString, sizes.at(-1) ?? 0))]) print(line);
}

/**
 * Every index that has at least a byte for each claim at the last size, keys included, and how often
 * a statement used it. Those of partitions count as one.
 */
async function listIndexes(connectionString: string, claims: number): Promise<readonly string[]> {
  const { rows } = await withClient(connectionString, (client) =>
    client.query<{ name: string; bytes: number; scans: string }>(
      `select coalesce(pg_partition_root(indexrelid), indexrelid)::regclass::text as name,
         sum(pg_relation_size(indexrelid))::float8 as bytes, sum(idx_scan)::text as scans
       from pg_stat_user_indexes group by 1 having sum(pg_relation_size(indexrelid)) >= $1 order by 2 desc, 1`,
      [claims],
    ),
  );
  const lines = rows.map(({ name, bytes, scans }) => [
    name,
    (bytes / 1e6).toFixed(1),
    (bytes / claims).toFixed(0),
    scans,
  ]);
  return alignColumns([['index', 'MB', 'bytes per claim', 'scans'], ...lines], [1, 2, 3]);
}

/** Measures a server's most frequent work and operators' commands by the server's own functions. */
async function measureSize(place: Place, claims: number, generated: Generated): Promise<GrowthFigure[]> {
  const { connectionString, keys, dataFolder } = place;
  const opened = openDatabase(connectionString, (error) => log(error.message));
  const { database } = opened;
  const { store, uploadFolder } = await openStorage({ documents: undefined }, dataFolder);
  const forms = settlement.claimForms.map(({ id }) => id);
  const leases = jobLeases(database, 'receipt');
  const into = join(dataFolder, 'backups');
  const nextNoticeId = () => randomIds(generated).noticeId;
  // Class members who have filed before file again.
  const file = (count: number) => fileClaims(opened, { keys, count, clients, nextNoticeId });
  try {
    const login = await withReads('login', 2 * lookups, () =>
      measureEach(async () => {
        const member = await findClassMember(
          database,
          randomIds(generated),
          acceptedKeys(keys, 'login-lookup'),
          forms,
          'login',
        );
        return member?.claim !== undefined;
      }),
    );
    const lookUp = await withReads('look-up by key', 2 * lookups, () =>
      measureEach(async () => (await findClaimByKey(database, `generated-${randomId(generated)}`)) !== undefined),
    );
    await file(clients);
    const filing = await withReads('filing', filedClaims, () => measureTotal(filedClaims, () => file(filedClaims)));
    const context = { database, keys, store, now: () => new Date() };
    const seal = await measureTotal(filedClaims + clients, () => sealHistory(context));
    const queue = await measureEach(async () => {
      const now = new Date();
      const until = new Date(now.getTime() + 60 * 60 * 1_000);
      return (await leases.leaseNext({ holder: randomUUID(), until }, now)) !== undefined;
    });
    log('  verification');
    const verify = await measureTotal(claims, () =>
      verifyClaims(context, (message) => {
        throw new Error(message);
      }),
    );
    log('  backup');
    const backup = await measureTotal(claims, () =>
      makeBackup({ connectionString, into, store, uploadFolder, now: new Date() }),
    );
    await rm(into, { recursive: true, force: true });
    const others = Object.entries({ 'receipt queue': queue, seal, verify, backup });
    return [filing, login, lookUp, ...others.map(([name, ms]) => ({ name, ms }))];
  } finally {
    await opened.close();
  }

  /** Also counts the pages that `count` calls fetched from outside `shared_buffers`. */
  async function withReads(name: string, count: number, run: () => Promise<number>) {
    const before = await readCounts(database);
    const ms = await run();
    const after = await readCounts(database);
    const reads = { pages: (after.pages - before.pages) / count, ms: (after.ms - before.ms) / count };
    log(`  ${name}: ${ms.toFixed(3)} ms, pages: ${formatReads(reads)} ms`);
    return { name, ms, reads };
  }
}

const formatReads = ({ pages, ms }: Reads) => `${pages.toFixed(2)} in ${ms.toFixed(3)}`;

async function readCounts(database: Database): Promise<Reads> {
  await pause(countsDelay);
  const { rows } = await sql<Reads>`
    select coalesce(sum(read_bytes), 0)::float8 / 8192 as pages, coalesce(sum(read_time), 0)::float8 as ms
    from pg_stat_io where backend_type = 'client backend' and object = 'relation'`.execute(database);
  const [counts] = rows;
  if (!counts) throw new Error('PostgreSQL has no pg_stat_io');
  return counts;
}

const randomId = ({ first, count }: Generated) => first + randomInt(count);
/** Picks a class member who filed on the form that needs a login. */
function randomIds(generated: Generated) {
  let id = randomId(generated);
  while (kindOfClaim(id) !== 'consumer') id = randomId(generated);
  return idsOfClaim(id);
}

/** Takes the median of many measurements in turn. `run` must find something each time. */
async function measureEach(run: () => Promise<boolean>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < 2 * lookups; index += 1) {
    const begun = performance.now();
    if (!(await run())) throw new Error('Something that must be there was not found');
    if (index >= lookups) times.push(performance.now() - begun);
  }
  return median(times);
}

async function measureTotal(count: number, run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return (performance.now() - begun) / count;
}
