import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseAnswers } from '@redress/forms/parse-answers';
import { findClassMember, type FoundClassMember } from './find-class-member.ts';
import { maskedAnswers } from '../../claims/filing/mailed-answers.ts';
import type { StoredLogin } from '../../platform/http/browser-cookies.ts';
import type { NoticeIds } from '../../platform/keys/encrypted-fields.ts';
import type { SiteContext } from '../context.ts';
import { acceptedKeys } from '../../platform/keys/keys.ts';
import type { LoginAttempt } from './login-guard.ts';

/**
 * Looks up the two IDs as typed, and sets the login cookie if they belong together. A wrong pair
 * and an unknown Notice ID take the same path, so that responses do not tell which Notice IDs
 * exist.
 * @throws ProblemError `work-required` after too many failures
 */
export async function logIn(
  context: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: TypedIds,
  from: Pick<LoginAttempt, 'way' | 'work'>,
): Promise<(Pick<FoundClassMember, 'claim'> & { readonly login: StoredLogin }) | undefined> {
  const ids = readIds(context, typed);
  // Impossible IDs are not looked up, so they do not count as failures.
  if (!ids) return undefined;
  const now = context.now();
  const settle = await context.admitLogin({ ...from, noticeId: ids.noticeId, address: request.ip, now });
  const formIds = context.settlement.claimForms.filter((form) => form.login === 'required').map((form) => form.id);
  const keys = acceptedKeys(context.keys, 'login-lookup');
  const member = await findClassMember(context.database, ids, keys, formIds, 'login');
  await settle(member !== undefined);
  request.log.info({ way: from.way, matched: member !== undefined }, 'login');
  if (!member) return undefined;
  const { noticeId, caseId, maskedName: name, claim } = member;
  const mailed = maskedAnswers(context.settlement, caseId, member.mailedTo);
  const login = { noticeId, caseId, name, ...(mailed && { mailed }) };
  context.cookies.writeLogin(reply, login, context.now());
  return { login, ...(claim && { claim }) };
}

type TypedIds = Readonly<Record<keyof NoticeIds, unknown>>;

/** Parses the IDs with the login form. Undefined if no notice can have them. */
export function readIds(context: Pick<SiteContext, 'settlement'>, typed: TypedIds): NoticeIds | undefined {
  const { login } = context.settlement;
  const parsed = login && parseAnswers(login, typed, {});
  if (!parsed?.ok) return undefined;
  const { noticeId, uniqueId } = parsed.answers;
  return typeof noticeId === 'string' && typeof uniqueId === 'string' ? { noticeId, uniqueId } : undefined;
}
