import { execFile } from 'node:child_process';
import { readFile, stat, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { defaultConnectionLimits } from '../../platform/http/overload/connection-limits.ts';
import { readLockHolder } from '../../platform/start/lock-file.ts';
import { requireBuiltSite } from '../../start-server.ts';
import { requireSpace, undefinedIfMissing } from '../../platform/storage/disk.ts';
import { type Finding, ok, problem, reasonOf, unavailable, warning } from './finding.ts';

export function checkSite(): Finding {
  requireBuiltSite();
  return ok('The website is built.');
}

/** Connections to the database, files and child processes also need file descriptors. */
const otherFiles = 1_000;

/**
 * Checks the limit of the running server, or else of this command: a service manager can give them
 * different ones.
 */
export async function checkOpenFiles(lockPath: string): Promise<Finding> {
  const serverId = await readLockHolder(lockPath);
  const limits = await readFile(`/proc/${serverId ?? 'self'}/limits`, 'utf8').catch(() => undefined);
  const limit = /^Max open files +(\w+)/m.exec(limits ?? '')?.[1];
  if (limit === undefined) return ok('This system does not show its limit of open files.');
  const whose = serverId === undefined ? 'A server started like this command' : `The server (process ${serverId})`;
  const needed = defaultConnectionLimits.maxConnections + otherFiles;
  if (limit !== 'unlimited' && Number(limit) < needed)
    return warning(`${whose} may open ${limit} files, fewer than ${needed}: raise LimitNOFILE (or "ulimit -n").`);
  return ok(`${whose} may open ${limit} files.`);
}

/** Asks systemd, if it runs, whether the clock is synchronized. */
export async function checkClock(): Promise<Finding> {
  const answer = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    timeout: 3_000,
  }).catch(() => undefined);
  switch (answer?.stdout.trim()) {
    case 'yes':
      return ok('The clock of this machine is synchronized.');
    case 'no':
      return warning('The clock of this machine is not synchronized: deadlines count by it. Enable NTP.');
    default:
      return ok('This machine does not say whether its clock is synchronized.');
  }
}

/** Below this share of free space, an operator should act before the server refuses uploads. */
const warningShare = 0.15;

/** Checks the disk with this folder by the rule with which the server refuses uploads. */
export async function checkDisk(folder: string, holds: string): Promise<Finding> {
  if (!(await stat(folder).catch(undefinedIfMissing)))
    return warning(`${folder} does not exist yet: the server creates it when it starts.`);
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const said = `${formatGigabytes(free)} of ${formatGigabytes(total)} are free on the disk with ${holds}`;
  if (files > 0 && ffree === 0) return problem(`The disk with ${holds} can hold no more files: delete some.`);
  try {
    requireSpace({ free, total }, 0);
  } catch {
    return problem(`Only ${said}: the server refuses uploads. Free disk space.`);
  }
  return free < total * warningShare ? warning(`Only ${said}: free disk space soon.`) : ok(`${said}.`);
}

const formatGigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

/** Asks the running server whether it is ready. */
export async function checkServer({ host, port }: { readonly host: string; readonly port: number }): Promise<Finding> {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const response = await fetch(`${address}/api/health/ready`, { signal: AbortSignal.timeout(8_000) }).catch(
    (error: unknown) => reasonOf(error instanceof Error && error.cause !== undefined ? error.cause : error),
  );
  if (typeof response === 'string')
    return warning(`No server answers on ${address} (${response}): start it, unless it is stopped on purpose.`);
  const parts: unknown = await response.json().catch(() => ({}));
  const away = Object.entries(parts ?? {}).flatMap(([part, state]) =>
    state === 'unavailable' && part !== 'status' ? [part] : [],
  );
  if (response.status !== 200)
    return unavailable(
      `The server on ${address} is not ready${away.length > 0 ? `: ${away.join(', ')} unavailable` : ` (${response.status})`}. Claims are refused: see the other lines and its log.`,
    );
  return away.length > 0
    ? warning(`The server on ${address} is ready, but these parts are unavailable: ${away.join(', ')}.`)
    : ok(`The server on ${address} is ready.`);
}
