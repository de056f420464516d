import { isAlive } from '@redress/local-postgres/processes';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { releasePort, reservePort } from './free-port.ts';
import { hasProgram } from './programs.ts';

const folderPrefix = 'redress-ceph-';
/** The file contains the ID of the process that created the folder. */
const starterName = 'starter';

/** The cluster has one monitor and one storage daemon that keeps all data in memory. */
export interface CephCluster {
  /** Any process can start a gateway from the configuration and keys in the folder. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** An object storage needs Ceph's monitor, storage daemon and S3 gateway. */
export const hasCeph = (): boolean =>
  ['ceph-mon', 'ceph-osd', 'radosgw'].every((program) => hasProgram(program, ['--version']));

/**
 * Starts a cluster in a temporary folder. It ends with this process, even if the process is killed.
 */
export async function startCephCluster(): Promise<CephCluster> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  await writeFile(join(folder, starterName), String(process.pid));
  const port = await reservePort();
  const daemons: ChildProcess[] = [];
  const stop = async () => {
    for (const daemon of daemons.splice(0).toReversed()) await killDaemon(daemon);
    await releasePort(port);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await mkdir(join(folder, 'mon'));
    await mkdir(join(folder, 'osd'));
    const clusterId = randomUUID();
    await writeFile(join(folder, 'ceph.conf'), describeCluster(folder, clusterId, port));
    const keyring = join(folder, 'keyring');
    const map = join(folder, 'monmap');
    const everything = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'];
    await runCeph(folder, 'ceph-authtool', ['-C', keyring, '--gen-key', '-n', 'mon.', ...everything]);
    for (const name of ['client.admin', 'osd.0'])
      await runCeph(folder, 'ceph-authtool', [keyring, '--gen-key', '-n', name, ...everything]);
    const monitor = ['--addv', 'a', `[v2:127.0.0.1:${port}]`];
    await runCeph(folder, 'monmaptool', ['--create', '--fsid', clusterId, ...monitor, map]);
    await runCeph(folder, 'ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring]);
    daemons.push(startDaemon(folder, 'ceph-mon', ['-i', 'a']));
    const storageId = randomUUID();
    await runCeph(folder, 'ceph', ['osd', 'new', storageId, '0']);
    await runCeph(folder, 'ceph-osd', ['--mkfs', '-i', '0', '--osd-uuid', storageId]);
    daemons.push(startDaemon(folder, 'ceph-osd', ['-i', '0']));
    return { folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function describeCluster(folder: string, id: string, port: number): string {
  return [
    '[global]',
    `fsid = ${id}`,
    `mon_host = v2:127.0.0.1:${port}`,
    'public_addr = 127.0.0.1',
    `keyring = ${folder}/keyring`,
    `run_dir = ${folder}`,
    'admin_socket =',
    'pid_file =',
    `log_file = ${folder}/$name.log`,
    `mon_cluster_log_file = ${folder}/cluster.log`,
    `mon_data = ${folder}/mon`,
    `osd_data = ${folder}/osd`,
    `rgw_data = ${folder}/rgw`,
    'osd_objectstore = memstore',
    'memstore_device_bytes = 4G',
    // One copy is enough, on one machine whose disk may be nearly full.
    'osd_crush_chooseleaf_type = 0',
    'osd_pool_default_size = 1',
    'osd_pool_default_min_size = 1',
    'mon_allow_pool_size_one = true',
    'mon_data_avail_crit = 0',
    'mon_data_avail_warn = 0',
    'osd_pool_default_pg_num = 1',
    'osd_pool_default_pgp_num = 1',
    'osd_pool_default_pg_autoscale_mode = off',
    'mon_max_pg_per_osd = 10000',
    // The monitor decides at once, without waiting for others, which halves the time to start.
    'paxos_propose_interval = 0.05',
    'paxos_min_wait = 0.01',
    // A quota counts current data, not that of minutes ago.
    'rgw_bucket_quota_ttl = 0',
    // A cache would make every change of a user wait half a minute for gateways that were killed.
    'rgw_cache_enabled = false',
    '',
  ].join('\n');
}

/** Runs one of Ceph's commands on a cluster and returns its output. */
export async function runCeph(folder: string, program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') };
  const { stdout } = await promisify(execFile)(program, [...args], { env, timeout: 60_000 });
  return stdout;
}

/** Starts one of Ceph's daemons, which the kernel kills when this process has ended. */
export function startDaemon(folder: string, program: string, args: readonly string[]): ChildProcess {
  const log = openSync(join(folder, 'output.log'), 'a');
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, '--foreground', ...args], {
    env: { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return child;
}

export async function killDaemon(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const ended = once(daemon, 'exit');
  daemon.kill('SIGKILL');
  await ended;
}

/** Removes the folders of killed runs, whose daemons ended with them. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = join(tmpdir(), name);
    const starter = await readFile(join(folder, starterName), 'utf8').catch(() => undefined);
    // Without the file, another run is just creating or removing the folder.
    if (starter !== undefined && !isAlive(Number(starter))) await rm(folder, { recursive: true, force: true });
  }
}
