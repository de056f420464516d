import type { FastifyRequest } from 'fastify';
import type { NoScriptNotice } from '@redress/contract/page-renderer';
import { problemStatus } from '@redress/contract/problem';
import { loginWaitWords } from '../login/login-messages.ts';
import { logFailure, ProblemError, toProblemError } from '../http/problem.ts';
import { enforceLimit } from '../http/rate-limits.ts';
import type { NoScriptContext } from './no-script-context.ts';
import { isFromOurPage } from '../http/same-origin.ts';

/** What a page that came back says because of a problem, and how it is sent. */
export interface Refusal {
  readonly status: number;
  readonly notice: NoScriptNotice;
  readonly retryAfterSeconds?: number;
}

/**
 * Why nothing of a post is to be carried out, before it is read: another website sent it, its address posts too often, or the database is
 * away. It is read all the same, so that what was typed comes back.
 */
export async function findRefusal(context: NoScriptContext, request: FastifyRequest): Promise<Refusal | undefined> {
  if (!isFromOurPage(request, context.publicUrl)) return refusalOf(new ProblemError('bad-token'), request);
  try {
    await enforceLimit(context, 'form-post-address', request.ip);
    return undefined;
  } catch (error) {
    return refusalOf(error, request);
  }
}

/**
 * A failure in the words of a page. What a page has no words for is a mistake of ours, and a page that keeps what was typed is better than
 * none: it says that something is away and to try again. Throws on what only a broken or hostile client sends.
 */
export function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  const problem = toProblemError(error);
  const status = problemStatus[problem.code];
  logFailure(problem, request);
  const { retryAfterSeconds } = problem;
  const after = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  switch (problem.code) {
    case 'bad-token':
      return { status, notice: { name: 'not-ours' } };
    case 'too-large':
      return { status, notice: { name: 'too-large' } };
    case 'too-many-requests':
      return { status, notice: tooMany(retryAfterSeconds ?? 60), ...after };
    case 'work-required':
      return { status, notice: { name: 'login-wait', text: loginWaitWords(retryAfterSeconds ?? 60) }, ...after };
    case 'unavailable':
    case 'overloaded':
    case 'internal':
      return { status, notice: { name: 'unavailable' }, ...after };
    default:
      throw problem;
  }
}

function tooMany(seconds: number): NoScriptNotice {
  return { name: 'too-many', minutes: Math.ceil(seconds / 60) };
}
