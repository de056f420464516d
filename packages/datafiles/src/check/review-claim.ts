import { addSum, compareSums, formatSum, newSum, parseSum, roundToCents } from './exact-sum.ts';
import type { CheckedFile, ClaimReview, MembershipTotals, PurchaseTotals, ReviewFinding } from '../report.ts';
import { normalizeSpelling } from '../rules.ts';

/** The facts about a claim that its form provides. */
export interface ClaimFacts {
  readonly filer: 'class-member' | 'agent';
  /** Names the claimant, or the class members that an agent files for. May be empty. */
  readonly members: readonly string[];
  /** The claimant typed digits with up to four decimals. */
  readonly amountClaimed?: string;
  /** Purchase data is required from this amount, in whole dollars. */
  readonly purchasesDueFrom: number;
}

/** Compares a claim's data files with each other and with the form. */
export function reviewClaim(files: readonly CheckedFile[], facts: ClaimFacts): ClaimReview {
  const reports = files.flatMap((file) => (file.outcome === 'checked' ? [file.report] : []));
  const purchases = reports.flatMap((report) => report.purchases ?? []);
  const membership = reports.flatMap((report) => report.membership ?? []);
  const amount = purchases.length === 0 ? undefined : newSum();
  for (const { counted } of purchases) if (amount) addSum(amount, parseSum(counted.amount) ?? newSum());
  const claimed = parseSum(facts.amountClaimed ?? '');
  const findings: ReviewFinding[] = [];

  if (membership.length === 0) findings.push({ code: 'membership-due' });
  if (!amount && claimed && compareSums(claimed, { high: 0, low: facts.purchasesDueFrom * 10_000 }) >= 0)
    findings.push({ code: 'purchases-due' });
  if (amount && claimed && compareSums(roundToCents(claimed), roundToCents(amount)) !== 0)
    findings.push({ code: 'amount-differs', claimed: formatSum(claimed), data: formatSum(amount) });
  const unplanned = purchases.reduce((rows, { withoutPlan }) => rows + withoutPlan, 0);
  if (facts.filer === 'agent' && facts.members.length > 1 && unplanned > 0)
    findings.push({ code: 'plans-missing', rows: unplanned });
  if (membership.length > 0) {
    const missing = namesWithoutMembership(purchases, membership, facts);
    const names = missing.slice(0, maxNames);
    if (missing.length > 0) findings.push({ code: 'members-without-membership', names, count: missing.length });
  }
  return { ...(amount ? { amount: formatSum(amount) } : {}), findings };
}

const maxNames = 20;

/** Lists each name once in its first spelling, those of the form before those of the purchases. */
function namesWithoutMembership(
  purchases: readonly PurchaseTotals[],
  membership: readonly MembershipTotals[],
  { filer, members }: ClaimFacts,
): readonly string[] {
  const covered = new Set(membership.flatMap(({ plans }) => plans.map(normalizeSpelling)));
  const ofPurchases = purchases.flatMap(({ byPlan }) => byPlan.flatMap(({ name }) => (name === '' ? [] : [name])));
  // A class member's files hold only its own data. If purchases and membership name the same plans,
  // they need not name the claimant as the form does.
  const isOwnData = filer === 'class-member' && ofPurchases.some((name) => covered.has(normalizeSpelling(name)));
  const missing = new Map<string, string>();
  for (const name of [...(isOwnData ? [] : members), ...ofPurchases]) {
    const normalized = normalizeSpelling(name);
    if (normalized !== '' && !covered.has(normalized) && !missing.has(normalized)) missing.set(normalized, name.trim());
  }
  return [...missing.values()];
}
