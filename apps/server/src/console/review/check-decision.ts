import type { Decide, SecondPersonCause } from '@redress/contract/console/review';
import type { FieldErrorSchema } from '@redress/contract/problem';
import type { ReviewReason, ReviewRules } from '@redress/contract/review-rules';
import type { Static } from 'typebox';
import {
  type Amount,
  formatAmount,
  formatDollars,
  parseAmount,
  parseDollars,
  type Recognizable,
} from './recognized-amount.ts';

type FieldError = Static<typeof FieldErrorSchema>;

/** What of a claim decides which decisions are possible. */
export interface DecidableClaim {
  readonly formId: string;
  readonly late: boolean;
  readonly recognizable: Recognizable;
}

export interface CheckedDecision {
  readonly reasons: readonly string[];
  /** Dollars and cents. Null for a deficiency and a denial. */
  readonly amount: string | null;
  /** Why a second person has to approve it. Empty: nobody has to. */
  readonly causes: readonly SecondPersonCause[];
}

interface AskedDecision extends Pick<Decide, 'outcome' | 'recognizedAmount'> {
  readonly reasons: readonly string[];
}

/** The reasons that can be given for claims of a form. */
export const reasonsOfForm = (rules: ReviewRules, formId: string): ReviewReason[] =>
  rules.reasons.filter(({ forms }) => forms?.includes(formId) ?? true);

/** Checks a decision against the settlement's rules. */
export function checkDecision(
  rules: ReviewRules,
  claim: DecidableClaim,
  { outcome, reasons: given, recognizedAmount }: AskedDecision,
): CheckedDecision | { readonly errors: readonly FieldError[] } {
  const ids = [...new Set(given)];
  const known = reasonsOfForm(rules, claim.formId).filter((reason) => reason.outcome === outcome);
  const reasons = known.filter(({ id }) => ids.includes(id));
  const errors: FieldError[] = [];
  const refuse = (field: string, rule: string, message: string) => errors.push({ field, rule, message });
  if (reasons.length < ids.length)
    refuse('reasons', 'unknown', 'One of these reasons does not belong to this decision. Choose the reasons again.');
  else if (outcome !== 'approve' && ids.length === 0) refuse('reasons', 'required', 'Choose at least one reason.');
  const isAccepted = outcome === 'approve' || outcome === 'reduce';
  if (!isAccepted && recognizedAmount !== undefined)
    refuse('recognizedAmount', 'not-allowed', 'Only an approved or reduced claim has a recognized amount.');
  const amount = isAccepted ? (recognizedAmount === undefined ? undefined : parseAmount(recognizedAmount)) : null;
  const checked = amount === null ? null : checkAmount(outcome === 'reduce', claim.recognizable, amount);
  if (checked !== null && 'message' in checked) refuse('recognizedAmount', checked.rule, checked.message);
  if (errors.length > 0) return { errors };
  const recognized = checked === null || 'message' in checked ? null : checked.amount;
  const causes = [
    ...(reasons.some(({ isFraud }) => isFraud) ? (['fraud'] as const) : []),
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
    if (given === undefined) return { rule: 'required', message: 'Enter the amount that is recognized.' };
    if (given === 0n)
      return { rule: 'min', message: 'Enter an amount above zero, or propose a denial if nothing is recognized.' };
    if (suggested !== null && given >= suggested)
      return {
        rule: 'max',
        message: `Enter less than ${formatDollars(suggested)}, or approve the claim.`,
      };
    return { amount: given };
  }
  const amount = given ?? suggested;
  if (amount === null) return { rule: 'required', message: 'Enter the amount that is recognized.' };
  if (from !== null && amount < from)
    return {
      rule: 'min',
      message: `Enter at least ${formatDollars(from)}, or reduce the claim.`,
    };
  if (to !== null && amount > to)
    return {
      rule: 'max',
      message: `Enter at most ${formatDollars(to)}: no more can be recognized for this claim.`,
    };
  return { amount };
}
