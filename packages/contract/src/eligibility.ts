/**
 * Questions that lead a visitor to the right form, or say why there is none. Every answer leads to
 * the next question or to an outcome.
 */
export interface EligibilityQuestion {
  readonly question: string;
  readonly hint?: string;
  readonly answers: readonly EligibilityAnswer[];
}
export interface EligibilityAnswer {
  readonly answer: string;
  readonly next: EligibilityQuestion | EligibilityOutcome;
}
export interface EligibilityOutcome {
  readonly isIncluded: boolean;
  readonly title: string;
  /** Paragraphs. */
  readonly text: readonly string[];
  /** The form, or the page before it. */
  readonly start?: EligibilityLink;
  /** What else helps. */
  readonly also: readonly EligibilityLink[];
}
export interface EligibilityLink {
  readonly href: string;
  readonly label: string;
}

/** The number of questions up to an outcome, on the longest path. */
export function countQuestions({ answers }: EligibilityQuestion): number {
  return 1 + Math.max(...answers.map(({ next }) => ('question' in next ? countQuestions(next) : 0)));
}
