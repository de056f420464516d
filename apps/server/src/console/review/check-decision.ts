import type { Decide, SecondPersonCause } from '@redress/contract/console/review';
import type { FieldErrorSchema } from '@redress/contract/problem';
import type { ReviewReason, ReviewRules } from '@redress/contract/review-rules';
import type { Settlement } from '@redress/contract/settlement';
import { type Selectable, sql } from 'kysely';
import type { Static } from 'typebox';
import type { ClaimsTable } from '../../claims/filing/tables.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import {
  type Amount,
  computeRecognizable,
  formatAmount,
  formatDollars,
  parseAmount,
  parseDollars,
  readAmountInputs,
  type Recognizable,
} from './recognized-amount.ts';
import { lastDeficiency } from './last-deficiency.ts';
import { timeZoneOf } from './store-decision.ts';
import type { ClaimDecisionsTable } from '../../claims/status/tables.ts';

type StoredDecision = Selectable<ClaimDecisionsTable>;
type FieldError = Static<typeof FieldErrorSchema>;

/** The facts that limit how a claim can be decided. */
export interface DecidableClaim {
  readonly formId: string;
  readonly late: boolean;
  /** A deficiency was not cured in time. */
  readonly isUncured: boolean;
  readonly recognizable: Recognizable;
}

export interface CheckedDecision {
  readonly reasons: readonly string[];
  /** Dollars and cents. Null for a deficiency and a denial. */
  readonly amount: string | null;
  /** The reasons why a second person has to approve the decision. Empty: no approval is needed. */
  readonly causes: readonly SecondPersonCause[];
}

interface AskedDecision extends Pick<Decide, 'outcome' | 'recognizedAmount'> {
  readonly reasons: readonly string[];
}

/** The reasons of a form, whether or not a claim allows them. */
const reasonsOfForm = (rules: ReviewRules, formId: string): ReviewReason[] =>
  rules.reasons.filter(({ forms }) => forms?.includes(formId) ?? true);

/** The reasons that can be given for a claim. */
export const reasonsFor = (
  rules: ReviewRules,
  { formId, late, isUncured }: Omit<DecidableClaim, 'recognizable'>,
): ReviewReason[] =>
  reasonsOfForm(rules, formId).filter(({ when }) => when === undefined || (when === 'late' ? late : isUncured));

/** The claims among these to which all of the reasons apply. */
export const keepFitting = async (...[database, settlement, claimIds, reasons]: Parameters<typeof findFitting>) =>
  (await findFitting(database, settlement, claimIds, reasons)).flatMap(({ id, fitting }) =>
    reasons.every((reason) => fitting.includes(reason)) ? [id] : [],
  );

/** Finds out for each claim which of the reasons apply to it. */
export async function findFitting(
  database: Database,
  settlement: Settlement,
  claimIds: readonly string[],
  reasons: readonly string[],
): Promise<{ readonly id: string; readonly fitting: readonly string[] }[]> {
  // Most reasons apply to all claims of their forms, and few deficiencies expire.
  const isConditional = settlement.review.reasons.some(({ id, when }) => reasons.includes(id) && when === 'uncured');
  const { rows: claims } = await sql<CurableClaim & { late: boolean; expired: boolean }>`
    select id, form_id, form_version, late, ${isConditional} and exists (
      select from claim_history expired where expired.claim_id = claims.id and ${isExpiry}
    ) as expired
    from claims where id = any(${claimIds}::bigint[])`.execute(database);
  const found = [];
  for (const claim of claims) {
    const isUncured = claim.expired && (await wasUncured(database, settlement, claim));
    const known = reasonsFor(settlement.review, { formId: claim.form_id, late: claim.late, isUncured });
    found.push({ id: claim.id, fitting: known.flatMap(({ id }) => (reasons.includes(id) ? [id] : [])) });
  }
  return found;
}

/** A reason's place, from 1, among all reasons of a form for the same outcome. */
export const placeOf = (rules: ReviewRules, formId: string, { id, outcome }: ReviewReason): number =>
  reasonsOfForm(rules, formId)
    .filter((each) => each.outcome === outcome)
    .findIndex((each) => each.id === id) + 1;

/** The reasons why a second person has to approve a decision for this reason. */
export const causesOf = ({ isFraud, when }: ReviewReason): SecondPersonCause[] => [
  ...(isFraud === true ? (['fraud'] as const) : []),
  ...(when === 'uncured' ? (['expired'] as const) : []),
];

type CurableClaim = Pick<Selectable<ClaimsTable>, 'id' | 'form_id' | 'form_version'>;

/** SQL: whether the history entry `expired` says that a deficiency was not cured in time. */
const isExpiry = sql`(expired.kind = 'claim-decided' and expired.details->>'source' = 'expiry'
  or expired.kind = 'status-changed' and expired.details->>'cause' = 'expired')`;

/** Whether the claim's last deficiency, whose letter is still out, was not cured in time. */
export async function wasUncured(database: Database, settlement: Settlement, claim: CurableClaim): Promise<boolean> {
  const { rows } = await sql`
    select from ${lastDeficiency(claim.id)} as deficiency
    join claim_history expired on expired.position > deficiency.position
    where expired.claim_id = ${claim.id} and ${isExpiry} and due is not null`.execute(database);
  return rows.length > 0 && !(await wasCuredInTime(database, settlement, claim));
}

/**
 * Whether a document came after the claim's last deficiency was found, and was received by the last
 * day to cure it, if there is one. The day on which an upload began counts, or the day on which
 * staff received a document that they added later. While a letter is out, what the claimant uploads
 * counts only once they say that their answer is complete.
 */
export async function wasCuredInTime(
  database: Database,
  settlement: Settlement,
  claim: CurableClaim,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${lastDeficiency(claim.id)} as deficiency
    join claim_history stored on stored.position > deficiency.position
    where stored.claim_id = ${claim.id} and (
      stored.kind = 'answer-sent' and stored.details->>'late' = 'false'
      or stored.kind = 'document-stored' and (due is null or stored.details->>'receivedOn' is not null)
      and coalesce(
        stored.details->>'receivedOn',
        to_char((stored.details->>'createdAt')::timestamptz at time zone ${timeZoneOf(settlement, claim)}, 'YYYY-MM-DD')
      ) <= coalesce(due, 'infinity'))
    limit 1`.execute(database);
  return rows.length > 0;
}

/**
 * Checks a decision against the claim's current state.
 * @throws ProblemError `invalid-answers` with the errors
 */
export async function requirePossible(
  database: Database,
  settlement: Settlement,
  claim: ReadClaim,
  asked: AskedDecision,
): Promise<CheckedDecision & Pick<Recognizable, 'pool'>> {
  const checked = await checkNow(database, settlement, claim, asked);
  if ('errors' in checked) throw new ProblemError('invalid-answers', { errors: [...checked.errors] });
  return checked;
}

type ReadClaim = Parameters<typeof readAmountInputs>[2] & Pick<DecidableClaim, 'late' | 'isUncured'>;

/** Like `requirePossible`, but returns the errors. */
export async function checkNow(
  database: Database,
  settlement: Settlement,
  claim: ReadClaim,
  asked: AskedDecision,
): Promise<(CheckedDecision & Pick<Recognizable, 'pool'>) | { readonly errors: readonly FieldError[] }> {
  const inputs = await readAmountInputs(database, settlement, claim);
  const recognizable = computeRecognizable(settlement.review, claim.form_id, inputs);
  const { form_id: formId, late, isUncured } = claim;
  const checked = checkDecision(settlement.review, { formId, late, isUncured, recognizable }, asked);
  return 'errors' in checked ? checked : { ...checked, pool: recognizable.pool };
}

/** Whether a repeated decision is the stored one. */
export function isStoredDecision(
  stored: Pick<StoredDecision, 'reasons' | 'recognized_amount' | 'note'> & { readonly outcome: string | null },
  { outcome, reasons, recognizedAmount: amount, note }: AskedDecision & { readonly note: string },
): boolean {
  const { recognized_amount: kept } = stored;
  return (
    stored.outcome === outcome &&
    stored.note === note &&
    stored.reasons.every((reason) => reasons.includes(reason)) &&
    reasons.every((reason) => stored.reasons.includes(reason)) &&
    (amount === undefined || (kept !== null && parseAmount(kept) === parseAmount(amount)))
  );
}

/** Checks a decision against the settlement's rules. */
export function checkDecision(
  rules: ReviewRules,
  claim: DecidableClaim,
  { outcome, reasons: given, recognizedAmount }: AskedDecision,
): CheckedDecision | { readonly errors: readonly FieldError[] } {
  const ids = [...new Set(given)];
  const known = reasonsFor(rules, claim).filter((reason) => reason.outcome === outcome);
  const reasons = known.filter(({ id }) => ids.includes(id));
  const errors: FieldError[] = [];
  const refuse = (field: string, rule: string, message: string) => errors.push({ field, rule, message });
  if (reasons.length < ids.length)
    refuse('reasons', 'unknown', 'One of these reasons doesn’t apply to this decision. Choose the reasons again.');
  else if (outcome !== 'approve' && ids.length === 0) refuse('reasons', 'required', 'Choose at least one reason.');
  const isAccepted = outcome === 'approve' || outcome === 'reduce';
  if (!isAccepted && recognizedAmount !== undefined)
    refuse('recognizedAmount', 'not-allowed', 'Only an approved or reduced claim can have a recognized amount.');
  const amount = isAccepted ? (recognizedAmount === undefined ? undefined : parseAmount(recognizedAmount)) : null;
  const checked = amount === null ? null : checkAmount(outcome === 'reduce', claim.recognizable, amount);
  if (checked !== null && 'message' in checked) refuse('recognizedAmount', checked.rule, checked.message);
  if (errors.length > 0) return { errors };
  const recognized = checked === null || 'message' in checked ? null : checked.amount;
  const causes = [
    ...new Set(reasons.flatMap(causesOf)),
    ...(isAccepted && claim.late ? (['late'] as const) : []),
    ...(recognized !== null && recognized >= parseDollars(rules.secondPersonFrom) ? (['high-value'] as const) : []),
  ];
  return {
    reasons: reasons.map(({ id }) => id),
    amount: recognized === null ? null : formatAmount(recognized),
    causes,
  };
}

function checkAmount(
  isReduced: boolean,
  { suggested, from, to }: Recognizable,
  given: Amount | undefined,
): { readonly amount: Amount } | { readonly rule: string; readonly message: string } {
  if (isReduced) {
    if (given === undefined) return { rule: 'required', message: 'Enter the recognized amount.' };
    if (given === 0n)
      return { rule: 'min', message: 'Enter an amount above zero, or deny the claim if nothing is recognized.' };
    if (suggested !== null && given >= suggested)
      return {
        rule: 'max',
        message: `Enter less than ${formatDollars(suggested)}, or approve the claim.`,
      };
    return { amount: given };
  }
  const amount = given ?? suggested;
  if (amount === null) return { rule: 'required', message: 'Enter the recognized amount.' };
  if (from !== null && amount < from)
    return {
      rule: 'min',
      message: `Enter at least ${formatDollars(from)}, or reduce the claim.`,
    };
  if (to !== null && amount > to)
    return {
      rule: 'max',
      message: `Enter at most ${formatDollars(to)}, the maximum for this claim.`,
    };
  return { amount };
}
