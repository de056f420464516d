import type { Selectable } from 'kysely';
import type { ClaimsContext } from '../claims/context.ts';
import type { Database } from '../platform/database/pool.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Captcha } from './captcha/proof-of-work.ts';
import type { AdmitLogin } from './login/login-guard.ts';

/** The context of the website's routes. */
export interface SiteContext extends ClaimsContext {
  readonly captcha: Captcha;
  readonly admitLogin: AdmitLogin;
  readonly lockReviewForClaimant: LockReviewForClaimant;
}

/**
 * Locks a claim and its review until the transaction ends, and returns a function that changes its
 * status. The console's review implements it.
 * @throws ProblemError `changed-meanwhile` after a purge; `conflict` from the function while a
 *   second person decides
 */
export type LockReviewForClaimant = (
  transaction: Database,
  claim: { readonly id: string; readonly number: string },
) => Promise<{
  readonly review: Selectable<Tables['claim_review']>;
  readonly change: (
    to: 'ready' | 'disputed' | 'withdrawn',
    cause: 'answered' | 'disputed' | 'withdrawn',
  ) => Promise<void>;
}>;
