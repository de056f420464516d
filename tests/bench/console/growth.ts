import { settlement } from '@redress/content/settlement';
import { findClaimByKey } from '@redress/server/claims/filing/read-claim';
import { findClassMember } from '@redress/server/site/login/find-class-member';
import { openDatabase, type OpenedDatabase, withClient } from '@redress/server/platform/database/pool';
import { jobLeases } from '@redress/server/platform/jobs/job-leases';
import { acceptedKeys, type Keys } from '@redress/server/platform/keys/keys';
import { makeBackup } from '@redress/server/operations/backup/make-backup';
import { alignColumns, formatCount, print, printProgress } from '@redress/server/operations/commands/command';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { openStorage } from '@redress/server/platform/storage/open-storage';
import { randomInt, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateClaims } from '../../generate/generate-claims.ts';
import { idsOfClaim, kindOfClaim } from '../../generate/invent-filers.ts';
import { log } from '../command.ts';
import { median } from '../figures.ts';
import { fileClaims } from '../file-claims.ts';

/** Claims filed at each size, by as many clients as `npm run bench` has. */
const filedClaims = 3_000;
const clients = 64;
/** Random claims that are looked up, after an equal number that warm up. */
const lookups = 1_000;

interface Place {
  readonly connectionString: string;
  readonly keys: Keys;
  readonly dataFolder: string;
}
interface Generated {
  readonly first: number;
  readonly count: number;
}

/** Each figure is a time per claim, look-up or entry, in milliseconds. */
type GrowthFigures = Readonly<Record<(typeof growthRows)[number], number>>;
const growthRows = ['filing', 'login', 'look-up by key', 'receipt queue', 'seal', 'verify', 'backup'] as const;

/**
 * Measures how filing, look-ups, background work and operators' commands grow with the claims.
 * @param sizes ascending
 */
export async function measureGrowth(place: Place, sizes: readonly number[]): Promise<void> {
  const measured: GrowthFigures[] = [];
  for (const [index, claims] of sizes.entries()) {
    log(`${formatCount(claims)} claims`);
    const count = claims - (sizes[index - 1] ?? 0);
    const { connectionString, keys } = place;
    const options = { connectionString, keys, settlement, claims: count, add: index > 0, onProgress: printProgress };
    const first = await generateClaims(options);
    await withClient(connectionString, (client) => client.query('checkpoint'));
    measured.push(await measureSize(place, claims, { first, count }));
  }
  const rows = growthRows.map((row) => {
    const values = measured.map((figures) => figures[row]);
    const smallest = values[0] ?? Number.NaN;
    return [row, ...values.map((value) => `${value.toFixed(3)} (${(value / smallest).toFixed(2)})`)];
  });
  const head = ['claims', ...sizes.map(formatCount)];
  for (const line of ['', ...alignColumns([head, ...rows], [...head.keys()].slice(1)), '']) print(line);
  print(
    'Milliseconds per claim (filing, seal, verify, backup) or per look-up (the others, median), and the ratio to the smallest size.',
  );
  print('');
  for (const line of await listIndexes(place.connectionString)) print(line);
}

/** The largest indexes at the last size, keys included, and how often a statement used them. */
async function listIndexes(connectionString: string): Promise<readonly string[]> {
  const { rows } = await withClient(connectionString, (client) =>
    client.query<{ name: string; megabytes: string; scans: string }>(
      `select indexrelname as name, round(pg_relation_size(indexrelid) / 1e6)::text as megabytes, idx_scan::text as scans
       from pg_stat_user_indexes order by pg_relation_size(indexrelid) desc, 1 limit 40`,
    ),
  );
  return alignColumns(
    [['index', 'MB', 'scans'], ...rows.map(({ name, megabytes, scans }) => [name, megabytes, scans])],
    [1, 2],
  );
}

/** Measures a server's most frequent work and operators' commands by the server's own functions. */
async function measureSize(place: Place, claims: number, generated: Generated): Promise<GrowthFigures> {
  const { connectionString, keys, dataFolder } = place;
  const opened = openDatabase(connectionString, (error) => log(error.message));
  const { database } = opened;
  const { store, uploadFolder } = await openStorage({ documents: undefined }, dataFolder);
  try {
    const forms = settlement.claimForms.map(({ id }) => id);
    const login = await measureEach(async () => {
      const member = await findClassMember(database, randomIds(generated), acceptedKeys(keys, 'login-lookup'), forms);
      return member?.claim !== undefined;
    });
    const lookUp = await measureEach(
      async () => (await findClaimByKey(database, `generated-${randomId(generated)}`)) !== undefined,
    );
    await file(opened, keys, generated, clients);
    const filing = await measureTotal(filedClaims, () => file(opened, keys, generated, filedClaims));
    const seal = await measureTotal(filedClaims + clients, () =>
      sealHistory({ database, keys, now: () => new Date() }),
    );
    const leases = jobLeases(database, 'receipt');
    const queue = await measureEach(async () => {
      const now = new Date();
      const until = new Date(now.getTime() + 60 * 60 * 1_000);
      return (await leases.leaseNext({ holder: randomUUID(), until }, now)) !== undefined;
    });
    log('  verification');
    const verify = await measureTotal(claims, () =>
      verifyClaims({ database, keys, store }, (message) => {
        throw new Error(message);
      }),
    );
    log('  backup');
    const into = join(dataFolder, 'backups');
    const backup = await measureTotal(claims, () =>
      makeBackup({ connectionString, into, store, uploadFolder, now: new Date() }),
    );
    await rm(into, { recursive: true, force: true });
    return { filing, login, 'look-up by key': lookUp, 'receipt queue': queue, seal, verify, backup };
  } finally {
    await opened.close();
  }
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

/** Files claims of random class members, all of whom have filed before. */
function file(opened: OpenedDatabase, keys: Keys, generated: Generated, count: number) {
  return fileClaims(opened, { keys, count, clients, nextNoticeId: () => randomIds(generated).noticeId });
}
