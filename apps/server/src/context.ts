import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { dataFilesOf } from '@redress/contract/data-file-expectations';
import type { Settlement } from '@redress/contract/settlement';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type Captcha, type CaptchaDifficulty, defaultDifficulty, proofOfWork } from './site/captcha/proof-of-work.ts';
import { claimAccess } from './claims/filing/claim-access.ts';
import { claimInserter } from './claims/filing/claim-inserter.ts';
import { createClaimNumberSource } from './claims/filing/claim-number.ts';
import type { Database } from './platform/database/pool.ts';
import { browserCookies } from './platform/http/browser-cookies.ts';
import { createReadiness } from './platform/health/readiness.ts';
import { type AdmissionLimits, createAdmission, defaultAdmission } from './platform/http/overload/admission.ts';
import { defaultLimits, type Limits } from './platform/http/rate-limits.ts';
import { defaultLoginRules, type LoginRules } from './site/login/login-failure-rules.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import { acceptedKeys, type Keys } from './platform/keys/keys.ts';
import type { Mailer, Sender } from './platform/mail/mail.ts';
import { type AdmitLogin, createLoginGuard } from './site/login/login-guard.ts';
import type { NetworkLists } from './claims/observations/network-lists.ts';
import type { ReceiptRenderer } from './claims/receipts/receipt-renderer.ts';
import { createOidcClient, type OidcConfig } from './console/sign-in/oidc-client.ts';
import { createSignInGuard } from './console/sign-in/sign-in-guard.ts';
import type { UploadFolder } from './platform/storage/upload-folder.ts';
import type { UploadStore } from './platform/storage/upload-store.ts';
import type { ScanWorker } from './claims/documents/scan-jobs.ts';

/** The opened resources, and replacements for what tests or commands do differently. */
export interface ContextOptions {
  readonly settlement: Settlement;
  /** Where browsers reach the website. With https, cookies are secure. */
  readonly publicUrl: URL;
  readonly database: Database;
  /** The connections of `database`. */
  readonly pool: pg.Pool;
  /** Of the console, with separate connections: queries of staff must not keep claims waiting. */
  readonly consoleDatabase?: Database;
  /** Stored uploads. */
  readonly store: UploadStore;
  /** Bytes of unfinished resumable uploads. */
  readonly uploadFolder: UploadFolder;
  readonly keys: Keys;
  readonly log: FastifyBaseLogger;
  readonly receiptRenderer: ReceiptRenderer;
  /** Finalizes uploads. */
  readonly uploads: JobRunner;
  /** Imports uploaded files of class members. */
  readonly memberImports?: JobRunner;
  /** Sends links to saved forms. Absent when email does not reach people. */
  readonly mail?: {
    readonly mailer: Mailer;
    readonly from: Sender;
    /** Messages become files on this machine. */
    readonly isFolder?: boolean;
  };
  /** Absent without an identity provider for staff. */
  readonly oidc?: OidcConfig;
  /** Absent without lists of networks. */
  readonly networkLists?: NetworkLists;
  readonly now?: () => Date;
  /** Aborted when the server was told to stop but still takes requests. */
  readonly draining?: AbortSignal;
  /** Absent without a virus scanner. */
  readonly scans?: ScanWorker;
  readonly captcha?: Captcha;
  /** `off`: for load tests. */
  readonly limits?: Limits | 'off';
  readonly admission?: Partial<AdmissionLimits>;
  readonly loginRules?: LoginRules;
  readonly difficulty?: CaptchaDifficulty;
}

/** What the features share. A function takes the part it needs: `Pick<AppContext, …>`. */
export type AppContext = Readonly<ReturnType<typeof createContext>>;

/** Adds what requests need to the opened resources. */
export function createContext({
  now = () => new Date(),
  mail,
  scans,
  networkLists,
  oidc,
  limits = defaultLimits,
  loginRules = defaultLoginRules,
  difficulty = defaultDifficulty,
  ...options
}: ContextOptions) {
  const { database, pool, keys, publicUrl, log } = options;
  requireDataRules(options.settlement);
  return {
    ...options,
    consoleDatabase: options.consoleDatabase ?? database,
    now,
    limits,
    mail,
    networkLists,
    scans,
    oidc: oidc && createOidcClient(oidc, publicUrl),
    /** A virus scanner is configured: uploads stay in quarantine until they are scanned. */
    isScanned: scans !== undefined,
    readiness: createReadiness({ ...options, now, ...(scans && { scans }) }),
    admission: createAdmission({ ...defaultAdmission, ...options.admission }),
    captcha: options.captcha ?? proofOfWork(keys, difficulty),
    cookies: browserCookies({ keys: acceptedKeys(keys, 'cookies'), secure: publicUrl.protocol === 'https:' }),
    access: claimAccess(keys),
    admitSignIn: limits === 'off' ? () => admitAll() : createSignInGuard({ database, keys, log }, difficulty),
    admitLogin: limits === 'off' ? admitAll : createLoginGuard({ database, keys, log }, loginRules, difficulty),
    insertClaim: claimInserter(pool),
    nextClaimNumber: createClaimNumberSource(database, keys['claim-numbers']),
  };
}

const admitAll = (): ReturnType<AdmitLogin> => Promise.resolve(() => Promise.resolve());

/** A Fastify scope whose handlers get their types from TypeBox schemas. */
export type Api = Parameters<FastifyPluginAsyncTypebox>[0];

/** The options of each feature's Fastify plugin. */
export interface PluginOptions {
  readonly context: AppContext;
}

/** Throws when a form accepts data files and the settlement has no rules for them. */
function requireDataRules({ claimForms, dataRules }: Settlement): void {
  for (const form of claimForms)
    if (dataFilesOf(form) && !dataRules?.[form.id])
      throw new Error(`The settlement has no rules for the data files of the form ${form.id}`);
}
