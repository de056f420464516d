import { formatMoney } from '@redress/contract/console/format-figure';
import {
  type ClaimReview,
  type Decide,
  maxReviewNoteLength,
  type Outcome,
  type SecondPersonCause,
} from '@redress/contract/console/review';
import { readDollars } from '../ui/format.ts';
import { storeDraft } from '../ui/use-draft.ts';

/** A reviewer's choices and typed text before they are confirmed. */
export interface DecisionDraft {
  readonly outcome: Outcome | null;
  /** IDs of the reasons. */
  readonly reasons: readonly string[];
  /** The typed amount. Null means the suggested amount. */
  readonly amount: string | null;
  /** The typed number of the claim that counts. Null means the suggested one. */
  readonly survivor: string | null;
  readonly note: string;
}

export const emptyDraft: DecisionDraft = { outcome: null, reasons: [], amount: null, survivor: null, note: '' };

/** The text that is kept of a choice. */
export const writeChoice = (choice: DecisionDraft) =>
  choice.outcome === null && choice.note === '' ? '' : JSON.stringify(choice);

/** Checks the shape, because another release of the console may have stored the draft. */
const isDraft = (stored: unknown): stored is DecisionDraft =>
  typeof stored === 'object' && stored !== null && Object.keys(emptyDraft).every((key) => key in stored);

export function readChoice(text: string): DecisionDraft {
  const stored: unknown = JSON.parse(text || 'null');
  return isDraft(stored) ? stored : emptyDraft;
}

/** Leaves a draft for the claim's screen, which opens next after a decision was undone. */
export const storeDecisionDraft = (personId: string, number: string, choice: DecisionDraft): void =>
  storeDraft(personId, `decision:${number}`, writeChoice(choice));

/** The reasons that an outcome allows, in the order of their digits. */
export const reasonsOf = ({ options }: ClaimReview, outcome: Outcome | null) =>
  options.reasons.filter((reason) => reason.outcome === outcome);

/** Whether a decision with these reasons must name the claim that counts. */
export const namesSurvivor = ({ options }: ClaimReview, { reasons }: DecisionDraft): boolean =>
  options.reasons.some(({ id, isDuplicate }) => isDuplicate && reasons.includes(id));

/** Only these outcomes have an amount. */
const hasAmount = (outcome: Outcome | null) => outcome === 'approve' || outcome === 'reduce';

/** Whether the reviewer can choose the amount. Otherwise, it follows from the claim. */
export function takesAmount({ options: { recognized } }: ClaimReview, outcome: Outcome | null): boolean {
  if (outcome === 'reduce') return true;
  return outcome === 'approve' && (recognized.suggested === null || recognized.from !== recognized.to);
}

/**
 * The value of the amount field: the typed text, or the suggestion. A reduced amount has no
 * suggestion.
 */
export const typedAmount = ({ options }: ClaimReview, { outcome, amount }: DecisionDraft): string =>
  amount ?? (outcome === 'approve' ? (options.recognized.suggested ?? '') : '');

/** The amount that a decision recognizes, if it is known. */
function recognizedAmount(review: ClaimReview, choice: DecisionDraft): string | undefined {
  if (!hasAmount(choice.outcome)) return undefined;
  if (takesAmount(review, choice.outcome)) return readDollars(typedAmount(review, choice));
  return review.options.recognized.suggested ?? undefined;
}

export type Problems = Readonly<Partial<Record<'outcome' | 'reasons' | 'amount' | 'survivor' | 'note', string>>>;

/** Lists the problems that prevent the confirmation. The server checks the same, and more. */
export function findProblems(review: ClaimReview, choice: DecisionDraft): Problems {
  const { outcome, reasons, note } = choice;
  if (outcome === null) return { outcome: 'Choose a decision.' };
  const amountProblem = takesAmount(review, outcome) ? findAmountProblem(review, choice) : undefined;
  return {
    ...(outcome !== 'approve' && reasons.length === 0 && { reasons: 'Choose at least one reason.' }),
    ...(amountProblem !== undefined && { amount: amountProblem }),
    ...(namesSurvivor(review, choice) &&
      choice.survivor?.trim() === '' && { survivor: 'Enter the number of the claim that counts.' }),
    ...([...note].length > maxReviewNoteLength && {
      note: `${[...note].length - maxReviewNoteLength} characters too many.`,
    }),
  };
}

function findAmountProblem(review: ClaimReview, choice: DecisionDraft): string | undefined {
  const { suggested, from, to } = review.options.recognized;
  const typed = readDollars(typedAmount(review, choice));
  if (typed === undefined) return 'Type dollars, such as 1250.50.';
  const amount = Number(typed);
  if (choice.outcome === 'reduce') {
    if (amount === 0) return 'If nothing is recognized, deny the claim.';
    return suggested !== null && amount >= Number(suggested) ? `Type less than ${formatMoney(suggested)}.` : undefined;
  }
  if (to !== null && amount > Number(to)) return `At most ${formatMoney(to)}.`;
  return from !== null && amount < Number(from) ? `At least ${formatMoney(from)}. For less, choose Reduce.` : undefined;
}

/** Lists the reasons that the choice needs a second person's approval. */
export function findCauses(review: ClaimReview, choice: DecisionDraft, isLate: boolean): SecondPersonCause[] {
  const { options } = review;
  const amount = Number(recognizedAmount(review, choice) ?? 0);
  const ofReasons = options.reasons.flatMap(({ id, causes }) => (choice.reasons.includes(id) ? causes : []));
  const isHigh = options.secondPersonFrom !== null && amount >= Number(options.secondPersonFrom);
  return [
    ...new Set(ofReasons),
    ...(isLate && hasAmount(choice.outcome) ? (['late'] as const) : []),
    ...(isHigh ? (['high-value'] as const) : []),
  ];
}

/** The request that makes this choice, which must have no problems. */
export function decisionOf(review: ClaimReview, choice: DecisionDraft, id: string): Decide | undefined {
  const { outcome, reasons, note } = choice;
  if (outcome === null) return undefined;
  const amount = recognizedAmount(review, choice);
  return {
    id,
    outcome,
    reasons: [...reasons],
    ...(amount !== undefined && { recognizedAmount: amount }),
    ...(namesSurvivor(review, choice) && choice.survivor && { survivingClaim: choice.survivor.trim() }),
    ...(note.trim() !== '' && { note: note.trim() }),
  };
}
