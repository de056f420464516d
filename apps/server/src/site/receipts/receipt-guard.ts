import type { SiteContext } from '../context.ts';
import { addressSubject, addressSubjects } from '../../platform/http/client-address.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { FailureRule } from '../login/login-failure-rules.ts';
import { type FailureSubject, loginFailures } from '../login/login-failures.ts';
import { levelOf, secondsUntilFree } from '../login/login-guard.ts';

const minute = 60;
const hour = 60 * minute;

/**
 * The normal numbers of wrong names or ZIP codes (docs/login.md has the arithmetic). Beyond them,
 * only waiting helps, because the page works without JavaScript. The emailed receipt is not
 * affected.
 */
export const defaultReceiptRules = {
  'receipt-pair': { failures: 5, halfLifeSeconds: 30 * minute, maxLevel: 0 },
  // A ZIP code is short, so many addresses together must not be able to try them all.
  'receipt-claim': { failures: 20, halfLifeSeconds: 6 * hour, maxLevel: 0 },
  'receipt-address': { failures: 20, halfLifeSeconds: 30 * minute, maxLevel: 0 },
  'receipt-network': { failures: 80, halfLifeSeconds: 30 * minute, maxLevel: 0 },
  'receipt-overall': { failures: 1_000, halfLifeSeconds: 30 * minute, maxLevel: 0 },
} as const satisfies Readonly<Record<string, FailureRule>>;
type ReceiptRuleName = keyof typeof defaultReceiptRules;
export type ReceiptRules = Readonly<Record<ReceiptRuleName, FailureRule>>;

/**
 * Admits a request for a receipt before the look-up, whether the claim exists or not. It counts as
 * failed until it is settled, so that simultaneous requests all count.
 * @throws ProblemError `too-many-requests` with the time to wait
 */
export async function admitReceiptRequest(
  { database, keys, limits }: Pick<SiteContext, 'database' | 'keys' | 'limits'>,
  { claimNumber, address, now }: { readonly claimNumber: string; readonly address: string; readonly now: Date },
  rules: ReceiptRules = defaultReceiptRules,
): Promise<(found: boolean) => Promise<void>> {
  if (limits === 'off') return () => Promise.resolve();
  const failures = loginFailures(database, rules, keys.limits);
  const subjects = subjectsOf(claimNumber, address);
  const before = await failures.read(subjects, now);
  if (levelOf(before, rules) > 0)
    throw new ProblemError('too-many-requests', {}, { retryAfterSeconds: secondsUntilFree(before, rules) });
  const added = await failures.add(subjects, now);
  // Other requests may have been counted between reading and adding.
  const others = new Map([...added].map(([rule, count]) => [rule, count - 1] as const));
  if (levelOf(others, rules) > 0) {
    await failures.takeBack(subjects, added, now);
    throw new ProblemError('too-many-requests', {}, { retryAfterSeconds: secondsUntilFree(others, rules) });
  }
  return async (found) => {
    if (found) await failures.takeBack(subjects, added, now);
  };
}

function subjectsOf(claimNumber: string, address: string): FailureSubject<ReceiptRuleName>[] {
  return [
    { rule: 'receipt-pair', subject: `${addressSubject(address)} ${claimNumber}` },
    { rule: 'receipt-claim', subject: claimNumber },
    ...addressSubjects(address, 'receipt-address', 'receipt-network'),
    { rule: 'receipt-overall', subject: '' },
  ];
}
