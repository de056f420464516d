import { connectionStringOf, openCluster, writePrivateFile } from '@redress/local-postgres/data-directory';
import { isAlive } from '@redress/local-postgres/processes';
import { queryOnce, startServer, stopServer } from '@redress/local-postgres/server-process';
import { localDatabase } from '@redress/server/platform/database/local-database';
import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { postgresProcesses, signalAll } from '../faults/environment/postgres-signals.ts';
import { releasePort, reservePort } from './free-port.ts';

/** A node is not restarted when it dies. */
interface PostgresNode {
  readonly port: number;
  readonly connectionString: string;
  /** Runs one statement on a new connection. */
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** Lists processes, the main process first. */
  processes(): number[];
  /** Sends `kill -9` to all its processes. */
  kill(): Promise<void>;
  /** Starts in the state in which it was stopped or killed. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The standby streams from the primary. */
export interface ReplicatedPostgres {
  readonly primary: PostgresNode;
  readonly standby: PostgresNode;
  /** The string has both hosts. The standby comes first. */
  readonly connectionString: string;
  /** Makes commits wait for the standby, or not. Resolves when the change is in effect. */
  setSynchronous(isSynchronous: boolean): Promise<void>;
  /** Stops all data to the standby, as if its network had failed. */
  disconnectStandby(): Promise<void>;
  reconnectStandby(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  /** Returns the primary, which is the former standby once it has been promoted. */
  current(): PostgresNode;
  stop(): Promise<void>;
}

const standbyName = 'standby';

/**
 * Starts a primary and an asynchronous standby on copies of a database.
 * @param folder exists, and PostgreSQL's user can enter it
 * @param template the folder of a database that was stopped cleanly
 */
export async function startReplicatedPostgres(folder: string, template: string): Promise<ReplicatedPostgres> {
  const primary = await openNode(join(folder, 'primary'), template);
  const standby = await openNode(join(folder, 'standby'), template);
  const connection = { host: '127.0.0.1', port: primary.port, user: localDatabase.name, password: primary.password };
  const primaryInfo = Object.entries({ ...connection, application_name: standbyName })
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  await appendFile(join(standby.dataDirectory, 'postgresql.auto.conf'), `primary_conninfo = '${primaryInfo}'\n`);
  await standby.write('standby.signal', '');
  const stop = async () => {
    await Promise.all([primary, standby].map((node) => node.kill()));
    await Promise.all([primary, standby].map((node) => releasePort(node.port)));
  };
  const connectStandby = async (info: string) => {
    await standby.query(`alter system set primary_conninfo = '${info}'`);
    await standby.query('select pg_reload_conf()');
    const isConnected = async () => (await standby.query('select from pg_stat_wal_receiver')).length > 0;
    while ((await isConnected()) !== (info !== '')) await pause(20);
  };
  const hosts = [standby, primary].map(({ port }) => `127.0.0.1:${port}`).join(',');
  const { connectionString: single } = primary;
  let current: PostgresNode = primary;
  try {
    await primary.start();
    await standby.start();
    return {
      primary,
      standby,
      connectionString: single.replace(`127.0.0.1:${primary.port}`, hosts),
      async setSynchronous(isSynchronous) {
        await primary.query(`alter system set synchronous_standby_names = '${isSynchronous ? standbyName : ''}'`);
        await primary.query('select pg_reload_conf()');
        const wanted = isSynchronous ? 'sync' : 'async';
        const stateOf = async () => (await primary.query('select sync_state from pg_stat_replication'))[0];
        while ((await stateOf())?.['sync_state'] !== wanted) await pause(20);
      },
      disconnectStandby: () => connectStandby(''),
      reconnectStandby: () => connectStandby(primaryInfo),
      async promote() {
        await standby.query('select pg_promote(true, 60)');
        current = standby;
      },
      current: () => current,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openNode(folder: string, template: string) {
  await mkdir(folder);
  await chmod(folder, 0o711);
  // The copy keeps owners and modes, because the files belong to PostgreSQL's user.
  execFileSync('cp', ['-a', `${template}/.`, folder]);
  await rm(join(folder, 'port'), { force: true });
  const cluster = await openCluster({ ...localDatabase, folder });
  const { name, password, dataDirectory, account } = cluster;
  const port = await reservePort();
  const connectionString = connectionStringOf(name, password, port);
  let pid: number | undefined;
  const node = {
    port,
    password,
    dataDirectory,
    connectionString,
    query: <Row extends pg.QueryResultRow>(sql: string) => queryOnce<Row>(connectionString, sql),
    processes: () => postgresProcesses(folder),
    async start() {
      ({ pid } = await startServer(cluster, port));
    },
    async kill() {
      const killed = node.processes();
      signalAll(killed, 'SIGKILL');
      while (killed.some(isAlive)) await pause(20);
      pid = undefined;
    },
    async stop() {
      if (pid !== undefined) await stopServer(cluster, pid);
      pid = undefined;
    },
    write: (file: string, text: string) => writePrivateFile(join(dataDirectory, file), text, account),
  };
  return node;
}
