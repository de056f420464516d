import type { FastifyBaseLogger } from 'fastify';
import type { CaptchaDifficulty } from '../../site/captcha/proof-of-work.ts';
import type { Database } from '../../platform/database/pool.ts';
import { addressSubjects } from '../../platform/http/client-address.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { FailureRule } from '../../site/login/login-failure-rules.ts';
import { createFailureGuard } from '../../site/login/login-guard.ts';

/** Limits of failed sign-ins. Staff are fewer than claimants, so fewer failures are normal. */
export const signInRules = {
  'staff-account': { failures: 5, halfLifeSeconds: 6 * 3_600, maxLevel: 4 },
  'staff-address': { failures: 20, halfLifeSeconds: 1_800, maxLevel: 4 },
  'staff-network': { failures: 80, halfLifeSeconds: 1_800, maxLevel: 4 },
  'staff-overall': { failures: 500, halfLifeSeconds: 1_800, maxLevel: 2 },
} as const satisfies Readonly<Record<string, FailureRule>>;

/** A sign-in with an email address as typed, or with the ID of a passkey. */
interface SignInAttempt {
  readonly account: string;
  readonly address: string;
  readonly work?: string | undefined;
  readonly now: Date;
}

/**
 * Admits a sign-in before any look-up. It counts as failed until it is settled.
 * @throws ProblemError `work-required` after too many failures
 */
export type AdmitSignIn = (attempt: SignInAttempt) => Promise<(found: boolean) => Promise<void>>;

/** The same protection as for claimants' logins, with separate counts. */
export function createSignInGuard(
  resources: { readonly database: Database; readonly keys: Keys; readonly log: FastifyBaseLogger },
  difficulty: CaptchaDifficulty,
): AdmitSignIn {
  const warning =
    'many staff sign-ins fail: an attacker may be guessing passwords; every sign-in now requires proof of work';
  const admit = createFailureGuard(resources, { rules: signInRules, overall: 'staff-overall', warning }, difficulty);
  return ({ account, address, work, now }) =>
    admit({
      subjects: [
        { rule: 'staff-account', subject: account },
        ...addressSubjects(address, 'staff-address', 'staff-network'),
        { rule: 'staff-overall', subject: '' },
      ],
      // Claimants' proofs of work are bound to nine digits, so none of these works for a claimant's
      // login.
      workFor: `staff ${account}`,
      work,
      now,
    });
}
