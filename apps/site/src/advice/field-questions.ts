import type { TypedField } from '@redress/forms/definition';
import { normalizeTyped } from '@redress/forms/normalize';
import { isAccepted } from '@redress/forms/read-field';
import type { AdviceMessages } from '../messages/advice-en.ts';
import { suggestEmail } from './suggest-email.ts';

/** A doubt about an answer. It is not an error and never prevents filing. */
export interface FieldQuestion {
  readonly text: string;
  /** The answer that the claimant probably meant. */
  readonly suggestion?: string;
}

export function questionOf(field: TypedField, raw: string, messages: AdviceMessages): FieldQuestion | undefined {
  const answer = normalizeTyped(field.kind, raw);
  const { questions } = messages;
  if (field.kind === 'email') return emailQuestion(field, answer, messages);
  if (!isAccepted(field, answer)) return undefined;
  if (/^0+(\.0+)?$/.test(answer)) {
    if (field.kind === 'money') return { text: questions.zeroAmount };
    return field.kind === 'count' ? { text: questions.zeroCount } : undefined;
  }
  // Much of Latin America writes 1.250 for 1,250.
  if (field.kind === 'money' && /^[1-9]\d{0,2}\.\d{3}$/.test(answer)) {
    const suggestion = answer.replace('.', '');
    return { text: questions.threeDecimals(answer, suggestion), suggestion };
  }
  return undefined;
}

function emailQuestion(field: TypedField, answer: string, { questions }: AdviceMessages): FieldQuestion | undefined {
  const suggestion = suggestEmail(answer);
  if (suggestion !== undefined && isAccepted(field, suggestion))
    return { text: questions.didYouMean(suggestion), suggestion };
  if (answer === '' || !isAccepted(field, answer)) return undefined;
  if (!/\.[a-z\d-]*[a-z][a-z\d-]+$/i.test(answer.slice(answer.lastIndexOf('@')))) return { text: questions.noEnding };
  return /^\.|\.\.|\.@/.test(answer) ? { text: questions.extraPeriod } : undefined;
}
