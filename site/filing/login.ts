import type { CredentialsAnswer } from '@redress/contract/session';
import type { FieldError } from '@redress/forms/field-error';
import { normalizeTyped } from '@redress/forms/normalize';
import { logIn } from './api.ts';
import type { FormStore } from './form-store.ts';
import { textAnswer } from './text-answer.ts';
import { storeUser } from './stored.ts';

/** What a try to log in came to. */
export type LoginOutcome =
  | { readonly name: 'invalid'; readonly errors: readonly FieldError[] }
  | { readonly name: 'not-found' }
  | { readonly name: 'offline' }
  | { readonly name: 'too-many'; readonly minutes: number }
  | { readonly name: 'in'; readonly answer: CredentialsAnswer };

/** Sends the two IDs if they keep their rules. Whoever is found is stored as `authenticatedUser`. */
export async function tryLogin(store: FormStore): Promise<LoginOutcome> {
  const errors = store.attempt();
  if (errors.length > 0) return { name: 'invalid', errors };
  const id = (name: string) => normalizeTyped('code', textAnswer(store, name));
  const called = await logIn({ noticeId: id('noticeId'), uniqueId: id('uniqueId') });
  if (!called.ok) {
    if (called.code !== 'too-many-requests') return { name: 'offline' };
    return { name: 'too-many', minutes: Math.ceil((called.retryAfter ?? 60) / 60) };
  }
  if (!called.answer) return { name: 'not-found' };
  storeUser(called.answer);
  return { name: 'in', answer: called.answer };
}
