import { createHash } from 'node:crypto';
import { describeFlagCounts, FlagCountsSchema } from '@redress/contract/console/flag-counts';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatCourtDay } from '@redress/contract/language';
import type { ReviewRules } from '@redress/contract/review-rules';
import { dayIn } from '@redress/forms/court-day';
import { type Kysely, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Tables } from '../../platform/database/tables.ts';
import type { ConsoleContext } from '../context.ts';
import { factsOfNow, recognizedAmount } from '../review/recognized-amount-sql.ts';
import { formatAmount, parseAmount, parseDollars } from '../review/recognized-amount.ts';
import { cureDueOf, timeZoneOf } from '../review/store-decision.ts';

/** A claim of an action, in its state when the action was requested. */
export interface FrozenClaim {
  readonly id: string;
  readonly number: string;
  /**
   * The recognized amount that a second person approves or takes back, for example `1250.5000`.
   * Null if there is none.
   */
  readonly amount: string | null;
  /** The new assignee, when claims are assigned by share. */
  readonly assignTo?: string | null;
}

/**
 * SHA-256 of the canonical list, in the order of filing: each claim's number and amount, and its
 * new assignee when claims are assigned by share.
 */
export function hashClaims(claims: readonly FrozenClaim[]): Buffer {
  const lines = claims.map(
    ({ number, amount, assignTo }) =>
      `${number},${amount ?? ''}${typeof assignTo === 'string' ? `,${assignTo}` : ''}\n`,
  );
  return createHash('sha256').update(lines.join('')).digest();
}

export async function storeClaims(
  transaction: Kysely<Tables>,
  jobId: string,
  claims: readonly FrozenClaim[],
): Promise<void> {
  const [ids, amounts] = [claims.map(({ id }) => id), claims.map(({ amount }) => amount)];
  const assignees = claims.map(({ assignTo }) => assignTo ?? null);
  await sql`
    insert into bulk_job_claims (job_id, claim_id, amount, assign_to)
    select ${jobId}, * from unnest(${ids}::bigint[], ${amounts}::numeric[], ${assignees}::uuid[])`.execute(transaction);
}

/** A claim that can still be approved. */
type OpenClaim = Pick<FrozenClaim, 'id' | 'amount'>;

/** With this many claims, a statement stays far below its time limit. */
const claimsPerStatement = 10_000;

/**
 * Reads the recognized amounts of undecided claims, by the rule of each form. Decided claims are
 * skipped, even if they are reopened before the action begins.
 */
export async function readOpenClaims(
  transaction: Kysely<Tables>,
  rules: ReviewRules,
  claimIds: readonly string[],
): Promise<OpenClaim[]> {
  const claims: OpenClaim[] = [];
  for (let from = 0; from < claimIds.length; from += claimsPerStatement) {
    const { rows } = await sql<OpenClaim>`
      select claim.id, ${recognizedAmount(rules)}::text as amount
      from claims claim ${factsOfNow}
      left join claim_review review on review.claim_id = claim.id
      where claim.id = any(${claimIds.slice(from, from + claimsPerStatement)}::bigint[]) and claim.status <> 'purged'
        and (review.status is null or review.status in ('received', 'waiting-documents', 'ready', 'in-review'))`.execute(
      transaction,
    );
    claims.push(...rows);
  }
  return claims;
}

/** The second person of a bulk approval signs these sums and the list itself. */
export const ApprovalSumsSchema = Type.Object({
  claims: Type.Integer({ description: 'Undecided, with a recognized amount' }),
  amount: Type.String({ description: 'The sum of the recognized amounts' }),
  largest: Type.Union([Type.String(), Type.Null()]),
  large: Type.Integer({ description: 'Claims of `largeFrom` or more' }),
  largeFrom: Type.String({ description: 'From which a reviewer’s approval needs a second person' }),
  flags: FlagCountsSchema,
  withoutAmount: Type.Integer({ description: 'Claims whose recognized amount needs a reviewer' }),
  decided: Type.Integer({ description: 'Claims that are decided or closed' }),
});
type ApprovalSums = Static<typeof ApprovalSumsSchema>;
/** The second person signs these when claims are marked as deficient or denied. */
export const FlagSumsSchema = Type.Object({
  ...Type.Pick(ApprovalSumsSchema, ['claims', 'flags', 'decided']).properties,
  // Earlier releases stored requests without it.
  unfit: Type.Optional(Type.Integer({ description: 'Claims to which a reason does not apply' })),
});
type FlagSums = Static<typeof FlagSumsSchema>;

/** @param total the number of chosen claims, including decided ones */
export function sumClaims(
  { secondPersonFrom }: Pick<ReviewRules, 'secondPersonFrom'>,
  open: readonly OpenClaim[],
  total: number,
): Omit<ApprovalSums, 'flags'> {
  const largeFrom = parseDollars(secondPersonFrom);
  const counts = { claims: 0, large: 0 };
  let [amount, largest] = [0n, -1n];
  for (const claim of open) {
    if (claim.amount === null) continue;
    const recognized = parseAmount(claim.amount);
    amount += recognized;
    if (recognized > largest) largest = recognized;
    counts.claims += 1;
    counts.large += Number(recognized >= largeFrom);
  }
  return {
    ...counts,
    amount: formatAmount(amount),
    largest: counts.claims === 0 ? null : formatAmount(largest),
    largeFrom: formatAmount(largeFrom),
    withoutAmount: open.length - counts.claims,
    decided: total - open.length,
  };
}

/** The second person signs these sums when claims are reopened. */
export const ReopenSumsSchema = Type.Object({
  approved: Type.Integer(),
  reduced: Type.Integer(),
  denied: Type.Integer(),
  deficient: Type.Integer(),
  amount: Type.String({ description: 'The sum of the recognized amounts that are in force' }),
  others: Type.Integer({ description: 'Claims without a decision in force' }),
});
type ReopenSums = Static<typeof ReopenSumsSchema>;

interface DecidedClaim extends Pick<FrozenClaim, 'id' | 'amount'> {
  readonly status: 'approved' | 'reduced' | 'denied' | 'deficient';
}

/** Reads the claims whose decision is in force, with their recognized amounts. */
export async function readDecidedClaims(
  transaction: Kysely<Tables>,
  claimIds: readonly string[],
): Promise<DecidedClaim[]> {
  const { rows } = await sql<DecidedClaim>`
    select claim_id as id, status, recognized_amount::text as amount from claim_review
    where claim_id = any(${claimIds}::bigint[]) and status in ('approved', 'reduced', 'denied', 'deficient')`.execute(
    transaction,
  );
  return rows;
}

/** @param total the number of chosen claims, including those that cannot be reopened */
export function sumDecided(decided: readonly DecidedClaim[], total: number): ReopenSums {
  const counts = { approved: 0, reduced: 0, denied: 0, deficient: 0 };
  let sum = 0n;
  for (const { status, amount } of decided) {
    counts[status] += 1;
    sum += amount === null ? 0n : parseAmount(amount);
  }
  return { ...counts, amount: formatAmount(sum), others: total - decided.length };
}

export const formatCount = (count: number): string => count.toLocaleString('en-US');
export const formatClaims = (count: number): string => `${formatCount(count)} ${count === 1 ? 'claim' : 'claims'}`;

/** Describes the sums to the second person. */
export function describeSums(sums: ApprovalSums): string {
  const { claims, amount, largest, large, largeFrom, flags, withoutAmount, decided } = sums;
  const approved = `Recognized: ${formatMoney(amount)} in all for ${formatClaims(claims)}${largest === null ? '' : `, the largest ${formatMoney(largest)}`}. Of these, ${formatCount(large)} of ${formatMoney(largeFrom)} or more. ${describeFlagCounts(flags)}`;
  const skipped = [
    ...(decided === 0 ? [] : [`${formatCount(decided)} decided or closed already`]),
    ...(withoutAmount === 0 ? [] : [`${formatCount(withoutAmount)} whose amount needs a reviewer`]),
  ];
  return skipped.length === 0 ? approved : `${approved} Skipped: ${skipped.join(', ')}.`;
}

/** Describes the flags and scores of claims to the second person. */
export function describeFlags({ claims, flags, decided, unfit = 0 }: FlagSums): string {
  const skipped = [
    ...(decided === 0 ? [] : [`${formatCount(decided)} decided or closed already`]),
    ...(unfit === 0 ? [] : [`${formatCount(unfit)} to which the reason doesn’t apply`]),
  ];
  const described = `${formatClaims(claims)} to decide. ${describeFlagCounts(flags)}`;
  return skipped.length === 0 ? described : `${described} Skipped: ${skipped.join(', ')}.`;
}

/** Says until when claimants can cure a deficiency, if its letter is mailed today. Empty without claims. */
export async function describeTimeToCure(
  transaction: Kysely<Tables>,
  context: Pick<ConsoleContext, 'now' | 'settlement'>,
  claimIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ form_id: string; form_version: number; email: string | null }>`
    select distinct form_id, form_version, case when email is not null then '' end as email
    from claims where id = any(${claimIds}::bigint[]) order by email, form_id, form_version`.execute(transaction);
  const todayOf = (timeZone: string) => dayIn(timeZone, context.now());
  const terms = rows.map((row) => {
    const due = cureDueOf(context, row);
    const days = (Date.parse(due) - Date.parse(todayOf(timeZoneOf(context.settlement, row)))) / 86_400_000;
    return `within ${days} days, until ${formatCourtDay(due)}${row.email === null ? ' (without an email address)' : ''}`;
  });
  const today = formatCourtDay(todayOf(context.settlement.site.timeZone));
  return rows.length === 0
    ? []
    : [`If the letters are mailed on ${today}, claimants must answer ${[...new Set(terms)].join(', or ')}.`];
}

/** Says how many claims keep their assignees, and why. Empty if there are none. */
export function describeLeft(left: Readonly<Record<'assigned' | 'notWaiting' | 'noReviewer', number>>): string[] {
  const parts = [
    [left.assigned, 'assigned already'],
    [left.notWaiting, 'decided, or open with a reviewer'],
    [left.noReviewer, 'that none of these people can take'],
  ] as const;
  const listed = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`);
  return listed.length === 0 ? [] : [`Left as they are: ${listed.join(', ')}.`];
}

/** Describes the sums to the second person. */
export function describeReopened({ approved, reduced, denied, deficient, amount, others }: ReopenSums): string {
  const outcomes = Object.entries({ approved, reduced, denied, deficient }).filter(([, count]) => count > 0);
  const decided = outcomes.map(([outcome, count]) => `${formatCount(count)} ${outcome}`).join(', ');
  const skipped = others === 0 ? '' : ` Skipped: ${formatCount(others)} without a decision in force.`;
  return `In force now: ${decided === '' ? 'none' : decided}; ${formatMoney(amount)} recognized in all.${skipped}`;
}
