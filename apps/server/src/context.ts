import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Settlement } from '@redress/contract/manifest';
import type { Captcha } from './captcha/proof-of-work.ts';
import type { TakeClaimNumber } from './claims/claim-number.ts';
import type { Database } from './database/pool.ts';
import type { Keys } from './keys/keys.ts';
import type { CountAttempts, LimitName } from './http/rate-limits.ts';
import type { LoginGuard } from './login/login-guard.ts';
import type { Scans } from './virus-scan/start-scans.ts';
import type { UploadStore } from './storage/upload-store.ts';
import type { Admission } from './http/overload/admission.ts';
import type { BrowserCookies } from './http/browser-cookies.ts';
import { ProblemError } from './http/problem.ts';

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What the routes share. */
export interface AppContext {
  readonly settlement: Settlement;
  readonly database: Database;
  readonly store: UploadStore;
  readonly keys: Keys;
  readonly admission: Admission;
  readonly captcha: Captcha;
  readonly cookies: BrowserCookies;
  readonly countAttempts: CountAttempts;
  readonly loginGuard: LoginGuard;
  readonly takeClaimNumber: TakeClaimNumber;
  readonly now: () => Date;
  /** There where a virus scanner is configured: documents are in quarantine until it has found them clean. */
  readonly scans?: Scans;
}

/** Counts attempts; throws the problem `too-many-requests` with the time to wait when a limit is passed. */
export async function keepWithinLimits(
  context: AppContext,
  attempts: readonly { limit: LimitName; subject: string }[],
): Promise<void> {
  const verdict = await context.countAttempts(attempts, context.now());
  if (!verdict.ok) throw new ProblemError('too-many-requests', {}, { retryAfterSeconds: verdict.retryAfterSeconds });
}
