import { settlement } from '@redress/content/settlement';
import { buildApp } from '@redress/server/app';
import { type ContextOptions, createContext } from '@redress/server/context';
import { type OpenedDatabase, withClient } from '@redress/server/database/pool';
import { startJobs } from '@redress/server/jobs/job-runner';
import type { Keys } from '@redress/server/keys/keys';
import { createLog } from '@redress/server/logging/log';
import { formatCount, print, printProgress } from '@redress/server/operations/commands/command';
import { createReceiptRenderer } from '@redress/server/receipts/receipt-renderer';
import { openUploadFolder } from '@redress/server/storage/upload-folder';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { finalizeJobs } from '@redress/server/uploads/finalize-upload';
import { join } from 'node:path';
import { generateClaims } from '../../generate/generate-claims.ts';

/** Progress goes to stderr, so that stdout has only the figures. */
export const log = (line: string) => void process.stderr.write(`${line}\n`);

interface GeneratedCounts {
  readonly claims: number;
  /** Class members who have not filed. */
  readonly members: number;
}

/** Generates claims, unless the database has some. */
export async function generateIfEmpty(
  connectionString: string,
  keys: Keys,
  { claims, members }: GeneratedCounts,
): Promise<void> {
  const existing = await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ id: string | null }>('select max(id) as id from claims');
    return Number(rows[0]?.id ?? 0);
  });
  if (existing > 0) return log(`${formatCount(existing)} claims are there already`);
  const begun = Date.now();
  await generateClaims({ connectionString, keys, settlement, claims, members, add: false, onProgress: printProgress });
  await withClient(connectionString, async (client) => {
    await client.query('checkpoint');
    const { rows } = await client.query<{ size: string; search: string }>(
      `select pg_size_pretty(pg_database_size(current_database())) as size,
         pg_size_pretty(sum(pg_total_relation_size(oid))) as search from pg_class
       where relname in ('claim_search', 'claim_counts', 'member_search', 'name_words')`,
    );
    print(
      `${formatCount(claims)} claims and ${formatCount(members)} class members who have not filed: generated in ${Math.round((Date.now() - begun) / 1_000)} s, ` +
        `${rows[0]?.size ?? ''} on disk, of which ${rows[0]?.search ?? ''} for finding and counting them.`,
    );
  });
}

/** The server as `start-server.ts` composes it, without pages and background jobs. */
export async function openConsole(
  { database, pool, consoleDatabase }: OpenedDatabase & Pick<ContextOptions, 'consoleDatabase'>,
  keys: Keys,
  dataFolder: string,
  started: AsyncDisposableStack,
) {
  const resources = {
    settlement,
    database,
    pool,
    ...(consoleDatabase && { consoleDatabase }),
    keys,
    store: await openUploadStore(join(dataFolder, 'documents')),
    uploadFolder: await openUploadFolder(join(dataFolder, 'uploads')),
    publicUrl: new URL('http://localhost:3000'),
    log: createLog('warn'),
    now: () => new Date(),
    receiptRenderer: createReceiptRenderer(),
  };
  started.defer(resources.receiptRenderer.close);
  const uploads = startJobs(finalizeJobs(resources), resources);
  started.defer(uploads.stop);
  const app = await buildApp(createContext({ ...resources, uploads, limits: 'off' }), {});
  started.defer(() => app.close());
  return app;
}
