import { settlement } from '@redress/content/settlement';
import { startLocalDatabase } from '@redress/server/platform/database/local-database';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCephCluster } from '../../setup/ceph-cluster.ts';
import { runCommand } from '../../setup/run-command.ts';

/** All environments of a round share these parts. */
export interface SharedParts {
  /** The folder of a database with class members. */
  readonly template: string;
  /** The previous release has a checkout, and a database with its tables. */
  readonly previous?: { readonly release: string; readonly template: string };
  /** Every object storage uses the Ceph cluster in this folder. */
  readonly cephFolder?: string;
}

interface Needs {
  readonly documents?: 'bucket';
  readonly release?: 'previous';
}

/** Makes the parts that these environments need, in an existing folder. Each step is logged. */
export async function prepareSharedParts(
  folder: string,
  environments: readonly Needs[],
  log: (line: string) => void,
): Promise<SharedParts & { stop(): Promise<void> }> {
  log('Making a database with invented class members …');
  const template = join(folder, 'template');
  await makeTemplate(template);
  let previous: SharedParts['previous'];
  if (environments.some(({ release }) => release === 'previous')) {
    log('Installing and building the previous release, unless it is there …');
    previous = { release: await installPreviousRelease(), template: join(folder, 'previous-template') };
    await makeTemplate(previous.template, previous.release);
  }
  const needsCeph = environments.some(({ documents }) => documents === 'bucket');
  const ceph = needsCeph ? await startCephCluster() : undefined;
  return {
    template,
    ...(previous ? { previous } : {}),
    ...(ceph ? { cephFolder: ceph.folder } : {}),
    async stop() {
      await ceph?.stop();
    },
  };
}

const root = join(import.meta.dirname, '../../..');
const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** A rolling upgrade starts from the commit of version 1.0.0. Empty if it is not in the clone. */
const findFirstRelease = (): string =>
  git('log', '--format=%H', '-S"version": "1.0.0"', '--', 'package.json').split('\n').at(-1) ?? '';

/** Explains why there is no previous release here. Undefined if it can be built. */
export function findPreviousReleaseSkipReason(): string | undefined {
  try {
    const release = findFirstRelease();
    if (release === git('rev-parse', 'HEAD')) return 'no commit follows that of version 1.0.0';
    if (release !== '') return undefined;
  } catch {
    // This is not a clone, or git is missing.
  }
  return 'the commit of version 1.0.0 is not here';
}

/** Installs and builds the previous release in a folder, which takes two minutes the first time. */
async function installPreviousRelease(): Promise<string> {
  const commit = findFirstRelease();
  const folder = join(root, '.cache/releases', commit.slice(0, 8));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const run = (command: string, args: readonly string[], cwd = unfinished) =>
    execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const archive = `${unfinished}.tar`;
  run('git', ['archive', '--output', archive, commit], root);
  run('tar', ['--extract', '--file', archive]);
  await rm(archive);
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  run(process.execPath, ['tools/build-site.mjs']);
  await rename(unfinished, folder);
  return folder;
}

export const secretKey = 'only for fault tests, 32 characters or more';
export const keys = deriveKeys(secretKey);
/** With this many, two claims under one Notice ID are hardly ever in flight at once. */
const memberCount = 500;
export const memberOf = (index: number) => ({
  noticeId: String(400_000_000 + (index % memberCount)),
  uniqueId: `FT${String(index % memberCount).padStart(6, '0')}`,
});

/**
 * Makes a database with invented class members and shuts PostgreSQL down cleanly. Each environment
 * gets a copy.
 * @param folder must not exist
 * @param release the checkout whose tables it has, by default this one
 */
export async function makeTemplate(folder: string, release?: string): Promise<void> {
  const postgres = await startLocalDatabase(folder);
  try {
    const members = `${folder}.csv`;
    await writeFile(members, describeMembers());
    const { code, err } = await runCommand('members-import', [members], {
      release,
      environment: { DATABASE_URL: postgres.connectionString, SECRET_KEY: secretKey, DATA_DIR: `${folder}.data` },
    });
    if (code !== 0) throw new Error(`The class members were not imported: ${err}`);
  } finally {
    await postgres.stop();
  }
  // Each copy finds a free port.
  await rm(join(folder, 'port'));
}

function describeMembers(): string {
  const form = settlement.claimForms.find(({ login }) => login === 'required');
  const rows = Array.from({ length: memberCount }, (_, index) => {
    const { noticeId, uniqueId } = memberOf(index);
    return `${noticeId},${uniqueId},Jane,Doe,1 Main Street,Phoenix,Arizona,85001,${form?.caseId}`;
  });
  return ['notice_id,unique_id,first_name,last_name,street,city,state,zip,case', ...rows].join('\n');
}

/** The copy keeps owners and modes, because the files belong to PostgreSQL's user. */
export function copyTemplate(template: string, to: string): void {
  execFileSync('cp', ['-a', `${template}/.`, to]);
}
