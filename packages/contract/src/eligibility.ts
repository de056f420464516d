/**
 * Questions lead a visitor to the right form, or explain why there is none. Every answer leads to
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
  readonly text: readonly string[];
  /** Leads to the form or to the page before it. */
  readonly start?: EligibilityLink;
  readonly also: readonly EligibilityLink[];
}
export interface EligibilityLink {
  readonly href: string;
  readonly label: string;
}

/** Counts the questions on the longest path to an outcome. */
export function countQuestions({ answers }: EligibilityQuestion): number {
  return 1 + Math.max(...answers.map(({ next }) => ('question' in next ? countQuestions(next) : 0)));
}
