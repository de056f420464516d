import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Database } from './database/pool.ts';
import type { Readiness } from './health/readiness.ts';
import type { BrowserCookies } from './http/browser-cookies.ts';
import type { Admission } from './http/overload/admission.ts';
import type { Limits } from './http/rate-limits.ts';
import type { Keys } from './keys/keys.ts';
import type { Mailer, Sender } from './mail/mail.ts';
import type { UploadFolder } from './storage/upload-folder.ts';
import type { UploadStore } from './storage/upload-store.ts';

/**
 * The context that all modules of the server share. Each module extends it in its own `context.ts`;
 * a function takes only the part that it uses: `Pick<…, 'database' | 'now'>`.
 */
export interface PlatformContext {
  /** The address at which browsers reach the website. With https, cookies are secure. */
  readonly publicUrl: URL;
  readonly database: Database;
  readonly pool: pg.Pool;
  readonly store: UploadStore;
  /** Bytes of unfinished resumable uploads. */
  readonly uploadFolder: UploadFolder;
  readonly keys: Keys;
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  /** Sends links to saved forms and invitations. Absent when email does not reach people. */
  readonly mail:
    | {
        readonly mailer: Mailer;
        readonly from: Sender;
        /** The mailer writes messages to files on this machine. */
        readonly isFolder?: boolean;
      }
    | undefined;
  /** Aborted when the server is about to stop but still takes requests. */
  readonly draining?: AbortSignal;
  /** Load tests turn them `off`. */
  readonly limits: Limits | 'off';
  readonly readiness: () => Promise<Readiness>;
  readonly admission: Admission;
  readonly cookies: BrowserCookies;
}
