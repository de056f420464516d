import type { Language } from '@redress/contract/language';
import type { NoScriptNotice, PageRenderer, RenderedIsland } from '@redress/contract/page-renderer';
import { problemStatus } from '@redress/contract/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteContext } from '../context.ts';
import { renderBusyPage, renderPlainPage } from '../../platform/http/overload/send-overloaded.ts';
import { logFailure, ProblemError, toProblemError } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { isFromOurPage } from '../../platform/http/csrf.ts';
import { loginWaitMessages } from '../login/login-messages.ts';
import { failurePageMessages } from '../../platform/http/problem-messages.ts';
import { createFormKey, renderIntoPage, sendPage } from '../static-site/send-page.ts';
import type { SiteFolder } from '../static-site/site-folder.ts';

/** The context of the pages of browsers without JavaScript. */
export interface NoScriptContext extends SiteContext {
  readonly folder: SiteFolder;
  readonly pageRenderer: PageRenderer;
}

/** A request for a page, with the response that renders the page for it. */
export interface PageVisit<Page = { readonly path: string; readonly language?: Language }> {
  readonly context: NoScriptContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly page: Page;
}

/** Answers with the built page and an island rendered for this request, which is never cached. */
export async function sendRendered(
  { folder, now }: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  response: RefusedStatus & {
    readonly path: string;
    readonly formKey: string;
    readonly rendered: RenderedIsland;
  },
): Promise<FastifyReply> {
  const { path, status, formKey, rendered, retryAfterSeconds } = response;
  const page = await folder.find(path, now())?.read();
  if (!page) throw new ProblemError('not-found');
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  void reply.code(status).header('cache-control', 'no-store');
  return sendPage(request, reply, renderIntoPage(page, formKey, rendered));
}

/** Like `sendRendered`, but with a fixed page if the page renderer is overloaded or fails. */
export async function renderResponse(
  { context, request, reply, page: { path, language = 'en' } }: PageVisit,
  { render, formKey = createFormKey(), ...status }: ToRender,
): Promise<FastifyReply> {
  try {
    return await sendRendered(context, request, reply, { path, rendered: await render(), formKey, ...status });
  } catch (error) {
    return sendPlainPage(request, reply, language, error);
  }
}

interface ToRender extends RefusedStatus {
  readonly render: () => Promise<RenderedIsland>;
  readonly formKey?: string;
}

function sendPlainPage(request: FastifyRequest, reply: FastifyReply, language: Language, error: unknown): FastifyReply {
  const problem = toProblemError(error);
  logFailure(problem, request);
  const isBusy = problem.code === 'overloaded';
  if (isBusy) void reply.header('retry-after', problem.retryAfterSeconds ?? 5);
  const { title, lines, errorCode } = failurePageMessages[language];
  const page = [...lines, errorCode(request.id)];
  return reply
    .code(problemStatus[problem.code])
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .type('text/html; charset=utf-8')
    .send(isBusy ? renderBusyPage(language) : renderPlainPage(language, title, page));
}

/** The status of a page that is rendered again. */
export interface RefusedStatus {
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
}

/** The reason why a form was not processed: a notice on its page, and the response's status. */
export interface Refusal extends RefusedStatus {
  readonly notice: NoScriptNotice;
}

/**
 * Checks a form's origin and rate limit before it is read. A refused form is still read, so that
 * its page comes back with the typed answers.
 */
export async function findProblem(
  context: NoScriptContext,
  request: FastifyRequest,
): Promise<ProblemError | undefined> {
  if (!isFromOurPage(request, context.publicUrl)) return new ProblemError('bad-token');
  return enforceLimit(context, 'form-post-address', request.ip).then(() => undefined, toProblemError);
}

/** Logs an error and returns its notice. Rethrows problems of malformed requests. */
export function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  const problem = toProblemError(error);
  logFailure(problem, request);
  const { code, retryAfterSeconds } = problem;
  return { status: problemStatus[code], notice: noticeOf(problem), retryAfterSeconds };
}

function noticeOf(problem: ProblemError): NoScriptNotice {
  const { code, retryAfterSeconds = 60 } = problem;
  switch (code) {
    case 'bad-token':
      return { name: 'not-ours' };
    case 'too-large':
      return { name: 'too-large' };
    case 'too-many-requests':
      return { name: 'too-many', minutes: Math.ceil(retryAfterSeconds / 60) };
    case 'work-required':
      return { name: 'login-wait', text: loginWaitMessages(retryAfterSeconds) };
    case 'overloaded':
      return { name: 'overloaded' };
    case 'unavailable':
    case 'internal':
      return { name: 'unavailable' };
    default:
      throw problem;
  }
}
