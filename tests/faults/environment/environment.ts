import { databaseFolderName } from '@redress/server/platform/start/data-folder';
import type { LocalPostgres } from '@redress/local-postgres/local-postgres';
import { startLocalDatabase } from '@redress/server/platform/database/local-database';
import { connectionStringOf } from '@redress/local-postgres/data-directory';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailServer, startMailServer } from '../../setup/mail-server.ts';
import { type RunningNginx, startNginx } from '../../setup/nginx.ts';
import { type ObjectStore, startObjectStore } from '../../setup/radosgw.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../setup/replicated-postgres.ts';
import { releasePort, reservePort } from '../../setup/free-port.ts';
import { type DocumentPlace, documentBucket, documentFolder } from './document-place.ts';
import { postgresProcesses } from './postgres-signals.ts';
import { type RestartableServer, restartableServer } from './server-process.ts';
import { copyTemplate, secretKey, type SharedParts } from './shared-parts.ts';
import { openSlowLine, type SlowLine } from './slow-line.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

export interface EnvironmentOptions {
  /** A folder that does not exist yet. */
  readonly folder: string;
  readonly parts: SharedParts;
  /** By default, one server starts its own PostgreSQL, as shipped. */
  readonly servers?: 'one-with-own-database' | 'two-on-one-database';
  /** Commits wait for the standby or do not. `DATABASE_URL` has primary and standby. */
  readonly database?: 'replicated-synchronously' | 'replicated-asynchronously';
  /** Puts this part on a separate disk, which the test can fill. */
  readonly smallDisk?: 'database' | 'documents';
  /** Documents are in object storage instead of a folder. */
  readonly documents?: 'bucket';
  /** Claimants reach the servers through nginx. */
  readonly proxy?: 'nginx';
  /** Servers run this release until they are upgraded. Absent: the release under test. */
  readonly release?: 'previous';
  readonly environment?: Readonly<Record<string, string>>;
}

/** Fault tests break real servers, PostgreSQL, a mail server and folders. */
export interface FaultEnvironment {
  readonly folder: string;
  /** The data folder of the server with its own database. */
  readonly dataFolder: string;
  readonly servers: readonly [RestartableServer, ...RestartableServer[]];
  readonly documents: DocumentPlace;
  readonly proxy: RunningNginx | undefined;
  readonly disk: SmallDisk | undefined;
  /** Documents are in this storage. Servers reach it through the slow line. */
  readonly objectStore: (ObjectStore & { readonly line: SlowLine }) | undefined;
  readonly mail: RestartableMailServer;
  readonly replicated: ReplicatedPostgres | undefined;
  /** The string is known whether or not PostgreSQL runs. */
  connectionString(): Promise<string>;
  /** Lists PostgreSQL's processes, the main process first. */
  postgres(): number[];
  /** Shifts the servers' clock; 0 resets it. */
  setClock(offsetMilliseconds: number): Promise<void>;
  /** Starts PostgreSQL without a server, until `stop`. */
  startDatabase(): Promise<void>;
  stop(options?: { readonly keepFolder?: boolean }): Promise<void>;
}

/** The mail server can go down and come back on its port. */
interface RestartableMailServer {
  /** Lists recipients of accepted messages by message ID. */
  received(): ReadonlyMap<string, readonly string[]>;
  goAway(): Promise<void>;
  /** `busy`: rejects all mail temporarily (451). */
  comeBack(how?: 'busy'): Promise<void>;
}

/**
 * Megabytes. The database's disk holds PostgreSQL's files and log of a short run; the other one
 * holds the gigabyte that the server keeps free and a few hundred documents.
 */
const diskSizes = { database: 400, documents: 1_200 } as const;

export async function openEnvironment(options: EnvironmentOptions): Promise<FaultEnvironment> {
  const { folder, parts, smallDisk } = options;
  const previous = options.release && parts.previous;
  const hasTwoServers = options.servers === 'two-on-one-database';
  /** The server does not start its own database. */
  const isShared = hasTwoServers || options.database !== undefined;
  const stopSteps: (() => unknown)[] = [];
  const stop = async ({ keepFolder = false } = {}) => {
    for (const step of stopSteps.splice(0).toReversed()) await step();
    if (!keepFolder) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    const dataFolder = join(folder, 'data');
    const databaseFolder = join(dataFolder, databaseFolderName);
    const documentsFolder = join(dataFolder, 'documents');
    const piecesFolder = join(isShared ? documentsFolder : dataFolder, 'uploads');
    for (const made of [folder, dataFolder, databaseFolder, documentsFolder]) {
      await mkdir(made);
      // Root runs PostgreSQL as another user, which must be able to enter the folder.
      await chmod(made, 0o711);
    }
    const disk =
      smallDisk && mountSmallDisk(smallDisk === 'database' ? databaseFolder : documentsFolder, diskSizes[smallDisk]);
    if (disk) stopSteps.push(disk.unmount);
    copyTemplate(previous?.template ?? parts.template, databaseFolder);
    const clockFile = join(folder, 'clock');
    await writeFile(clockFile, '0');
    const { mail, url, close } = await startRestartableMailServer();
    stopSteps.push(close);

    const replicated = options.database && (await startReplicatedPostgres(folder, parts.template));
    if (replicated) stopSteps.push(replicated.stop);
    if (options.database === 'replicated-synchronously') await replicated?.setSynchronous(true);
    const database = replicated ? replicatedDatabase(replicated) : databaseOnFolder(databaseFolder);
    stopSteps.push(database.stop);
    if (isShared) await database.start();
    const objectStore = options.documents === 'bucket' ? await openObjectStore(parts, stopSteps) : undefined;
    const documents = objectStore
      ? documentBucket(objectStore, await objectStore.bucket(), `http://127.0.0.1:${objectStore.line.port}`)
      : documentFolder(documentsFolder, piecesFolder);
    const servers: RestartableServer[] = [];
    const ports: number[] = [];
    for (let index = 0; index < (hasTwoServers ? 2 : 1); index += 1) {
      const port = await reservePort();
      ports.push(port);
      stopSteps.push(() => releasePort(port));
      const environment = {
        SECRET_KEY: secretKey,
        SMTP_URL: url,
        MAIL_FROM: 'no-reply@example.com',
        ...(isShared
          ? {
              DATABASE_URL: replicated?.connectionString ?? (await database.connectionString()),
              DATA_DIR: join(folder, `data-${index}`),
            }
          : { DATA_DIR: dataFolder }),
        ...(isShared || objectStore ? documents.environment : {}),
        ...(options.proxy ? { PUBLIC_URL: 'https://claims.example.com', TRUST_PROXY: '127.0.0.1' } : {}),
        ...options.environment,
      };
      const server = restartableServer({
        port,
        environment,
        clockFile,
        logFile: join(folder, `server-${index}.log`),
        release: previous?.release,
      });
      servers.push(server);
      stopSteps.push(server.stop);
    }
    await Promise.all(servers.map((server) => server.start()));
    const proxy = options.proxy && (await startProxy(ports));
    if (proxy) stopSteps.push(proxy.stop);
    const [first, ...others] = servers;
    if (first === undefined) throw new Error('An environment has a server');
    return {
      folder,
      dataFolder,
      servers: [first, ...others],
      documents,
      proxy,
      disk,
      objectStore,
      mail,
      replicated,
      connectionString: database.connectionString,
      postgres: () => postgresProcesses(databaseFolder),
      setClock: (offset) => writeFile(clockFile, String(offset)),
      startDatabase: database.start,
      stop,
    };
  } catch (error) {
    await stop({ keepFolder: true });
    throw error;
  }
}

/**
 * nginx runs as documented, except that it treats each request as coming from a different address.
 */
function startProxy([upstreamPort = 0, ...otherUpstreamPorts]: readonly number[]): Promise<RunningNginx> {
  return startNginx({
    upstreamPort,
    otherUpstreamPorts,
    changes: { $binary_remote_addr: '$request_id' },
  });
}

async function openObjectStore({ cephFolder = '' }: SharedParts, stopSteps: (() => unknown)[]) {
  const store = await startObjectStore(cephFolder);
  stopSteps.push(store.remove);
  const line = await openSlowLine(Number(new URL(store.endpoint).port));
  stopSteps.push(line.stop);
  return { ...store, line };
}

/** The test starts PostgreSQL on a folder. It restarts by itself when killed. */
function databaseOnFolder(databaseFolder: string) {
  let running: LocalPostgres | undefined;
  return {
    async start() {
      running ??= await startLocalDatabase(databaseFolder);
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
    async connectionString() {
      const read = async (name: string) => (await readFile(join(databaseFolder, name), 'utf8')).trim();
      return connectionStringOf('redress', await read('password'), Number(await read('port')));
    },
  };
}

/** The database runs until the environment stops or the test kills a part. */
function replicatedDatabase({ current }: ReplicatedPostgres): ReturnType<typeof databaseOnFolder> {
  const nothing = () => Promise.resolve();
  return { start: nothing, stop: nothing, connectionString: () => Promise.resolve(current().connectionString) };
}

async function startRestartableMailServer() {
  const servers: MailServer[] = [await startMailServer()];
  const { url, port } = servers[0] ?? { url: '', port: 0 };
  let isOpen = true;
  const goAway = async () => {
    if (isOpen) await servers.at(-1)?.stop();
    isOpen = false;
  };
  const mail: RestartableMailServer = {
    received() {
      const byId = new Map<string, string[]>();
      for (const { raw, to } of servers.flatMap(({ received }) => received)) {
        const id = /^message-id:\s*<([^>]+)>/im.exec(raw)?.[1] ?? '';
        byId.set(id, [...(byId.get(id) ?? []), ...to]);
      }
      return byId;
    },
    goAway,
    async comeBack(how) {
      await goAway();
      servers.push(await startMailServer({ port, ...(how === 'busy' ? { answerTo: () => 451 } : {}) }));
      isOpen = true;
    },
  };
  return { mail, url, close: goAway };
}
