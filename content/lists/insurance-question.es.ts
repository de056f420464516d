import type { insuranceQuestion } from './insurance-question.ts';

/** One that is missing here does not compile. */
export const insuranceQuestionInSpanish = {
  Yes: 'Sí',
  No: 'No',
} as const satisfies Readonly<Record<(typeof insuranceQuestion)[number], string>>;
