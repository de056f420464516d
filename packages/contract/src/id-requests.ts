import type { AnyAnswers, FieldError } from '@redress/forms/answers';

/** The fields of which a request for lost IDs needs at least one. */
const contactFields = ['phone1', 'email'];

/** The error of answers with which nobody could be reached; none otherwise. */
export function contactErrors(answers: AnyAnswers, message: string): FieldError[] {
  const isAnswered = (name: string) => typeof answers[name] === 'string' && answers[name].trim() !== '';
  return contactFields.some(isAnswered) ? [] : [{ field: 'phone1', rule: 'required', message }];
}
