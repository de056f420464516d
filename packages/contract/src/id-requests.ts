import type { AnyAnswers, FieldError } from '@redress/forms/answers';

/** A request for lost IDs needs at least one of these fields. */
const contactFields = ['phone1', 'email'];

/** Reports one error for answers with neither a phone number nor an email address. */
export function contactErrors(answers: AnyAnswers, message: string): FieldError[] {
  const isAnswered = (name: string) => typeof answers[name] === 'string' && answers[name].trim() !== '';
  return contactFields.some(isAnswered) ? [] : [{ field: 'phone1', rule: 'required', message }];
}
