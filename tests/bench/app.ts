import { settlement } from '@redress/content/settlement';
import { type AppContext, type AppOptions, buildApp, type ContextOptions, createContext } from '@redress/server/app';
import type { OpenedDatabase } from '@redress/server/platform/database/pool';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { createLog } from '@redress/server/platform/logging/log';
import { createPdfRenderer } from '@redress/server/claims/pdf-renderer';
import { openStorage } from '@redress/server/platform/storage/open-storage';
import { finalizeJobs } from '@redress/server/site/uploads/finalize-upload';

/** The context that the server's functions and jobs need, on a database with many claims. */
export interface OpenedConsole extends OpenedDatabase, Pick<AppContext, 'keys' | 'settlement' | 'log' | 'now'> {
  readonly connectionString: string;
  readonly dataFolder: string;
  readonly app: Awaited<ReturnType<typeof startBenchApp>>;
  /** The IDs of the generated claims start at 1. */
  readonly claims: number;
}

type Given = Pick<ContextOptions, 'database' | 'pool' | 'keys'> & Partial<ContextOptions>;

/**
 * Composes the server like `start-server.ts`, without limits and most background jobs, and by default
 * without pages.
 */
export async function startBenchApp(
  given: Given,
  dataFolder: string,
  started: AsyncDisposableStack,
  options?: AppOptions,
) {
  const resources = {
    settlement,
    ...(await openStorage({ documents: undefined }, dataFolder)),
    publicUrl: new URL('http://localhost:3000'),
    log: createLog('warn'),
    now: () => new Date(),
    pdfRenderer: createPdfRenderer(),
    ...given,
  };
  started.defer(resources.pdfRenderer.close);
  const uploads = startJobs(finalizeJobs(resources), resources);
  started.defer(uploads.stop);
  const app = await buildApp(createContext({ ...resources, uploads, limits: 'off' }), options);
  started.defer(() => app.close());
  return app;
}
