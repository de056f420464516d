import type { ProblemCode } from '@redress/contract/problem';
import { ProblemError } from './problem.ts';

/** A problem with a text for staff, whose console is in English. */
export function consoleProblem(code: ProblemCode, detail: string): ProblemError {
  return new ProblemError(code, { detail: { en: detail, es: detail } });
}
