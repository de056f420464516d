import { settlement } from '@redress/content/settlement';
import { findClaimByKey } from '@redress/server/claims/read-claim';
import { findClassMember } from '@redress/server/login/find-class-member';
import { openDatabase, type OpenedDatabase } from '@redress/server/database/pool';
import { jobLeases } from '@redress/server/jobs/job-leases';
import { acceptedKeys, type Keys } from '@redress/server/keys/keys';
import { makeBackup } from '@redress/server/operations/backup/make-backup';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { sealHistory } from '@redress/server/seals/start-sealing';
import { openUploadFolder } from '@redress/server/storage/upload-folder';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { randomInt, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { idsOfClaim, kindOfClaim } from '../../generate/invent-filers.ts';
import { median } from '../figures.ts';
import { fileClaims } from '../file-claims.ts';

/** Filed in each size, by as many clients as `npm run bench` has. */
const filedClaims = 3_000;
const clients = 64;
/** Look-ups of different random claims, after as many that warm up. */
const lookups = 1_000;

export interface GrowthOptions {
  readonly connectionString: string;
  readonly keys: Keys;
  /** The number of claims. */
  readonly claims: number;
  /** The IDs of the claims that were generated last. */
  readonly generated: { readonly first: number; readonly count: number };
  /** For the backup, which is removed. */
  readonly folder: string;
}

/** Each figure is a time per claim, look-up or entry, in milliseconds. */
export type GrowthFigures = Readonly<Record<(typeof growthRows)[number], number>>;
export const growthRows = ['filing', 'login', 'look-up by key', 'receipt queue', 'seal', 'verify', 'backup'] as const;

/** Measures what a server does most, and what operators run, by the server's own functions. */
export async function measureGrowth(options: GrowthOptions, log: (line: string) => void): Promise<GrowthFigures> {
  const opened = openDatabase(options.connectionString, (error) => log(error.message));
  try {
    const { database } = opened;
    const { keys, claims } = options;
    const forms = settlement.claimForms.map(({ id }) => id);
    const login = await measureEach(async () => {
      const member = await findClassMember(database, randomIds(options), acceptedKeys(keys, 'login-lookup'), forms);
      return member?.claim !== undefined;
    });
    const lookUp = await measureEach(
      async () => (await findClaimByKey(database, `generated-${randomId(options)}`)) !== undefined,
    );
    await file(opened, options, clients);
    const filing = await measureTotal(filedClaims, () => file(opened, options, filedClaims));
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
    const verify = await measureTotal(claims, () => verifyAll(opened, options));
    log('  backup');
    const backup = await measureTotal(claims, () => backUp(options));
    return { filing, login, 'look-up by key': lookUp, 'receipt queue': queue, seal, verify, backup };
  } finally {
    await opened.close();
  }
}

const randomId = ({ generated: { first, count } }: GrowthOptions) => first + randomInt(count);
/** Of a class member who filed on the form that needs a login. */
function randomIds(options: GrowthOptions) {
  let id = randomId(options);
  while (kindOfClaim(id) !== 'consumer') id = randomId(options);
  return idsOfClaim(id);
}

/** The median of many measurements, one after the other. `run` returns whether it found something. */
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
function file(opened: OpenedDatabase, options: GrowthOptions, count: number) {
  return fileClaims(opened, { keys: options.keys, count, clients, nextNoticeId: () => randomIds(options).noticeId });
}

async function verifyAll({ database }: OpenedDatabase, { keys, folder }: GrowthOptions): Promise<void> {
  const store = await openUploadStore(join(folder, 'documents'));
  await verifyClaims({ database, keys, store }, (message) => {
    throw new Error(message);
  });
}

async function backUp({ connectionString, folder }: GrowthOptions): Promise<void> {
  const into = join(folder, 'backups');
  const store = await openUploadStore(join(folder, 'documents'));
  const uploadFolder = await openUploadFolder(join(folder, 'uploads'));
  try {
    await makeBackup({ connectionString, into, store, uploadFolder, now: new Date() });
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}
