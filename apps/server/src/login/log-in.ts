import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseAnswers } from '@redress/forms/parse-answers';
import type { FoundClassMember } from '../class-members/find-class-member.ts';
import { findClassMember } from '../class-members/find-class-member.ts';
import type { NoticeIds } from '../keys/encrypted-fields.ts';
import type { AppContext } from '../context.ts';
import { ProblemError } from '../http/problem.ts';
import { acceptedKeys } from '../keys/keys.ts';
import type { CountedTry } from './login-guard.ts';
import { loginWaitMessages } from '../messages/login-messages.ts';

/**
 * Looks two IDs up, as they were typed, and gives the browser the login cookie when they belong together. Throws `work-required`
 * when logins have failed too often: with a challenge, or for a browser without script with the time to wait. A wrong pair and one whose Notice ID does not exist go the same way: what is counted goes
 * by what was typed, and the look-up by one hash of both.
 */
export async function logIn(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: { readonly noticeId: unknown; readonly uniqueId: unknown },
  from: LoginSource,
): Promise<FoundClassMember | undefined> {
  const ids = readIds(context, typed);
  // No look-up, so nothing was tried.
  if (!ids) return undefined;
  const counted = await keepFromSearching(context, request, ids, from);
  const formIds = context.settlement.claimForms.filter((form) => form.login === 'required').map((form) => form.id);
  const member = await findClassMember(context.database, ids, acceptedKeys(context.keys, 'login-lookup'), formIds);
  await counted.settle(member !== undefined);
  request.log.info({ way: from.way, matched: member !== undefined }, 'login');
  if (!member) return undefined;
  const { noticeId, caseId, maskedName: name } = member;
  context.cookies.writeLogin(reply, { noticeId, caseId, name }, context.now());
  return member;
}

/** How the IDs came: a browser without script can do no work. */
type LoginSource = { readonly way: 'script'; readonly work: string | undefined } | { readonly way: 'posted' };

async function keepFromSearching(
  context: AppContext,
  request: FastifyRequest,
  { noticeId }: NoticeIds,
  from: LoginSource,
): Promise<CountedTry> {
  const admitted = await context.loginGuard.admit({
    noticeId,
    address: request.ip,
    way: from.way,
    work: from.way === 'script' ? from.work : undefined,
    now: context.now(),
  });
  switch (admitted.outcome) {
    case 'admitted':
      return admitted.counted;
    case 'work': {
      const { challenge, retryAfterSeconds } = admitted;
      throw new ProblemError('work-required', { challenge }, { retryAfterSeconds });
    }
    case 'wait': {
      const { retryAfterSeconds } = admitted;
      throw new ProblemError('work-required', { detail: loginWaitMessages(retryAfterSeconds) }, { retryAfterSeconds });
    }
  }
}

/** The IDs as the login form reads them; IDs that could not have been printed on a notice match nothing. */
function readIds(
  context: AppContext,
  typed: { readonly noticeId: unknown; readonly uniqueId: unknown },
): NoticeIds | undefined {
  const parsed = parseAnswers(context.settlement.login, typed, {});
  if (!parsed.ok) return undefined;
  const { noticeId, uniqueId } = parsed.answers;
  return typeof noticeId === 'string' && typeof uniqueId === 'string' ? { noticeId, uniqueId } : undefined;
}
