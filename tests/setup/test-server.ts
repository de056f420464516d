import { settlement } from '@redress/content/settlement';
import type { Settlement } from '@redress/contract/settlement';
import type { PageRenderer } from '@redress/contract/page-renderer';
import { importMembers } from '@redress/server/console/members/import-members';
import { migrate } from '@redress/server/platform/database/migrate';
import { type Database, openDatabase, withClient } from '@redress/server/platform/database/pool';
import { type AppOptions, buildApp } from '@redress/server/app';
import { type ContextOptions, createContext } from '@redress/server/app';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { createLog } from '@redress/server/platform/logging/log';
import { createPdfRenderer, type PdfRenderer } from '@redress/server/claims/pdf-renderer';
import type { Storage } from '@redress/server/platform/storage/open-storage';
import { openUploadStore, type UploadStore } from '@redress/server/platform/storage/upload-store';
import { type ScanWorkerOptions, startScanWorker } from '@redress/server/claims/documents/scan-jobs';
import { type JobRunner, type JobRunnerOptions, startJobs } from '@redress/server/platform/jobs/job-runner';
import { type FinalizeContext, finalizeJobs } from '@redress/server/site/uploads/finalize-upload';
import { openUploadFolder, type UploadFolder } from '@redress/server/platform/storage/upload-folder';
import type { FastifyBaseLogger } from 'fastify';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { beforeAll } from 'vitest';
import { easyCaptcha } from './easy-captcha.ts';
import { createTestDatabase } from './test-database.ts';
import { fakePageRenderer } from './fake-page-renderer.ts';

export const secret = 'a secret that only tests know, 32 characters';
export const keys = deriveKeys(secret);
/** The time is within the claim period. */
export const beforeDeadline = new Date('2025-07-01T12:00:00Z');

export interface Member {
  readonly noticeId: string;
  readonly uniqueId: string;
}
const header = 'notice_id,unique_id,first_name,last_name,street,city,state,zip,case';
export function memberOf(index: number): Member {
  return { noticeId: String(200_000_000 + index), uniqueId: `TEST${String(index).padStart(4, '0')}` };
}

/**
 * Imports class members.
 * @param rows with the columns of `header`
 */
export async function importRows(connectionString: string, rows: readonly string[], keysOf = keys): Promise<void> {
  const cases = new Set(settlement.claimForms.map((form) => form.caseId));
  const csv = Readable.from([[header, ...rows].join('\n')]);
  const { imported } = await importMembers({ connectionString, keys: keysOf, cases, csv });
  if (imported !== rows.length) throw new Error('A row of this test is bad');
}

/**
 * Unlike the server's, this clock runs: each call is a millisecond later. A row and its entry in a
 * history agree only if they have the same time.
 */
export function runningClock(server: Pick<TestServer, 'now'>): () => Date {
  let calls = 0;
  return () => new Date(server.now.getTime() + (calls += 1));
}

/** Moves the server's clock. */
export function pass(server: { now: Date }, seconds: number): void {
  server.now = new Date(server.now.getTime() + seconds * 1_000);
}

/** Imports this many invented class members, who can log in. */
export function importInventedMembers(connectionString: string, count: number, keysOf = keys): Promise<void> {
  const behindLogin = settlement.claimForms.find((form) => form.login === 'required') ?? settlement.claimForms[0];
  const rows = Array.from({ length: count }, (_, index) => {
    const { noticeId, uniqueId } = memberOf(index);
    return `${noticeId},${uniqueId},Jane,Doe,1 Main Street,Phoenix,Arizona,85001,${behindLogin?.caseId}`;
  });
  return importRows(connectionString, rows, keysOf);
}

type ResumableUploadsOptions = FinalizeContext & JobRunnerOptions;

export interface TestServer {
  readonly app: Awaited<ReturnType<typeof buildApp>>;
  readonly connectionString: string;
  /** The server uses this database. */
  readonly database: Database;
  /** The log discards its lines. */
  readonly log: FastifyBaseLogger;
  /** Set it to move the server's clock. */
  now: Date;
  /** A test may replace the server's clock. */
  readonly clock: () => Date;
  query<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Lists the paths of all stored files. */
  listStored(): Promise<string[]>;
  readonly documentFolder: string;
  /** The folder of unfinished uploads. */
  readonly uploadFolder: UploadFolder;
  readonly store: UploadStore;
  /** Files of `uploadFolder` are here, unless the server has other storage. */
  readonly uploadPath: string;
  readonly uploads: JobRunner;
  readonly pdfRenderer: PdfRenderer;
  /** Finalizes uploads in another process. */
  startResumableUploads(overrides?: Partial<ResumableUploadsOptions>): JobRunner;
  /** Listens on a free port and returns `http://127.0.0.1:port`. */
  listen(): Promise<string>;
  /** Builds another process of the website with the same database, store and keys. */
  buildAnother(overrides?: Overrides): Promise<TestServer['app']>;
  close(): Promise<void>;
}

interface Overrides extends Partial<ContextOptions>, Omit<AppOptions, 'site'> {
  /** The folder of a built website. */
  readonly siteFolder?: string;
  readonly pageRenderer?: PageRenderer;
  /** The folder of a built console. */
  readonly consoleFolder?: string;
}

interface TestServerOptions {
  readonly members?: number;
  readonly overrides?: Overrides;
  readonly uploads?: Partial<ResumableUploadsOptions>;
  /** Configures a virus scanner, which is polled again at once after it was down. */
  readonly scans?: Partial<Omit<ScanWorkerOptions, 'keys'>> & Pick<ScanWorkerOptions, 'clamd'>;
  /** Replaces a new database on the run's PostgreSQL. */
  readonly connectionString?: string;
  /** Replaces temporary folders for documents and unfinished uploads. */
  readonly storage?: Pick<Storage, 'store' | 'uploadFolder'>;
  readonly change?: (settlement: Settlement) => Settlement;
}

/**
 * The server of a test file starts before its tests and closes after them, and after `afterAll`. A
 * server that does not start is one failure, and the tests of the file are skipped.
 * @param options a function, if they depend on what an earlier `beforeAll` started
 */
export function useTestServer(options: TestServerOptions | (() => TestServerOptions) = {}): TestServer {
  // Tests keep this object, which is complete when the server has started.
  const server: TestServer = Object.create(null);
  beforeAll(async () => {
    const given = typeof options === 'function' ? options() : options;
    const started = await startTestServer(given, Object.assign(server, { now: beforeDeadline }));
    return () => started.close();
  });
  return server;
}

/**
 * Starts the real server on a new database with invented class members, without limits and with a
 * clock that tests control. After a failure, all started parts are closed.
 */
export async function startTestServer(
  options: TestServerOptions = {},
  server: { now: Date } = { now: beforeDeadline },
): Promise<TestServer> {
  const opened = new AsyncDisposableStack();
  try {
    return await openTestServer(options, server, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function openTestServer(
  options: TestServerOptions,
  server: { now: Date },
  opened: AsyncDisposableStack,
): Promise<TestServer> {
  const fresh = options.connectionString === undefined ? await createTestDatabase('migrated') : undefined;
  opened.defer(() => fresh?.drop());
  const connectionString = options.connectionString ?? fresh?.url ?? '';
  if (!fresh) await migrate(connectionString);
  // A second server of the same database finds the first one's class members.
  const { rowCount } = await withClient(connectionString, (sql) => sql.query('select from class_members limit 1'));
  if (rowCount === 0) await importInventedMembers(connectionString, options.members ?? 3);

  const makeFolder = async (prefix: string) => {
    const path = await mkdtemp(join(tmpdir(), prefix));
    opened.defer(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const folder = await makeFolder('redress-api-');
  const pieces = await makeFolder('redress-api-uploads-');
  const { database, pool, close } = openDatabase(connectionString, () => {});
  opened.defer(close);
  // With one connection, a request that needs two at a time would wait for itself.
  const ofConsole = openDatabase(connectionString, () => {}, 1);
  opened.defer(() => ofConsole.close());
  const client = new pg.Pool({ connectionString, max: 2 });
  client.on('error', () => {});
  opened.defer(() => client.end());
  const changed = options.change ? options.change(settlement) : settlement;
  const { store, uploadFolder } = options.storage ?? {
    store: await openUploadStore(folder),
    uploadFolder: await openUploadFolder(pieces),
  };
  const log = createLog('warn', { write: () => {} });
  const pdfRenderer = createPdfRenderer();
  opened.defer(() => pdfRenderer.close());
  const startOwnUploads = (overrides: Partial<ResumableUploadsOptions> = {}) => {
    const resources = {
      database: options.overrides?.database ?? database,
      keys,
      store: options.overrides?.store ?? store,
      uploadFolder,
      settlement: changed,
      now: () => server.now,
      log,
      ...options.uploads,
      ...overrides,
    };
    const uploads = startJobs(finalizeJobs(resources), resources);
    opened.defer(() => uploads.stop());
    return uploads;
  };
  const uploads = startOwnUploads();
  const scans =
    options.scans &&
    startScanWorker({
      database,
      keys,
      store,
      now: () => server.now,
      log,
      pollMilliseconds: 100,
      unavailableMilliseconds: 50,
      ...options.scans,
    });
  opened.defer(() => scans?.stop());
  const build = async (overrides: Overrides) => {
    const { trustProxy, siteFolder, consoleFolder, pageRenderer = fakePageRenderer(), ...given } = overrides;
    const context = createContext({
      settlement: changed,
      database,
      pool,
      consoleDatabase: given.database ?? ofConsole.database,
      store,
      uploadFolder,
      uploads,
      pdfRenderer,
      ...(scans && { scans }),
      keys,
      log,
      publicUrl: new URL('http://localhost:4300'),
      limits: 'off',
      difficulty: easyCaptcha,
      now: () => server.now,
      ...given,
    });
    const app = await buildApp(context, {
      ...(trustProxy && { trustProxy }),
      ...(siteFolder !== undefined && {
        site: { folder: siteFolder, pageRenderer, ...(consoleFolder !== undefined && { consoleFolder }) },
      }),
    });
    opened.defer(() => app.close());
    return app;
  };
  const app = await build(options.overrides ?? {});
  return Object.assign(server, {
    app,
    connectionString,
    database,
    log,
    async query<Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) {
      return (await client.query<Row>(text, [...values])).rows;
    },
    async listStored() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
    documentFolder: folder,
    store,
    uploadFolder,
    uploadPath: pieces,
    clock: options.overrides?.now ?? (() => server.now),
    uploads,
    pdfRenderer,
    startResumableUploads: startOwnUploads,
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    buildAnother: (overrides: Overrides = {}) =>
      build({ ...options.overrides, uploads: startOwnUploads(), ...overrides }),
    close: () => opened.disposeAsync(),
  });
}
