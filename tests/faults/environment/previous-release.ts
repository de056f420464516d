import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The last commit before object storage, from which a rolling upgrade starts. */
const commit = '27943b593521a7d0d44188aba8bc715fbb2fdbf6';
const root = join(import.meta.dirname, '../../..');

/** Why there is no previous release here; undefined if it can be built. */
export function findPreviousReleaseSkipReason(): string | undefined {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' });
    return undefined;
  } catch {
    return `the clone does not have the commit ${commit.slice(0, 8)}`;
  }
}

/**
 * The previous release in its own folder, installed and built: two minutes the first time,
 * then nothing.
 */
export async function installPreviousRelease(): Promise<string> {
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
