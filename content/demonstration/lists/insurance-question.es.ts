import type { insuranceQuestion } from './insurance-question.ts';

/** A missing translation does not compile. */
export const insuranceQuestionInSpanish = {
  Yes: 'Sí',
  No: 'No',
} as const satisfies Readonly<Record<(typeof insuranceQuestion)[number], string>>;
