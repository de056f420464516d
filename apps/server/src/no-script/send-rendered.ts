import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RenderedIsland } from '@redress/contract/page-renderer';
import type { Language } from '@redress/contract/language';
import { renderBusyPage } from '../http/overload/send-overloaded.ts';
import { ProblemError } from '../http/problem.ts';
import { renderIntoPage } from '../static-site/render-into-page.ts';
import { sendPage } from '../static-site/send-page.ts';
import type { NoScriptContext } from './no-script-context.ts';

export interface RenderedAnswer {
  readonly path: string;
  readonly status: number;
  readonly formKey: string;
  readonly rendered: RenderedIsland;
  readonly retryAfterSeconds?: number;
}

/** Answers with today's page at a path, its island rendered for this request. It is not kept: it shows what somebody typed. */
export async function sendRendered(
  context: Pick<NoScriptContext, 'folder' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, status, formKey, rendered, retryAfterSeconds }: RenderedAnswer,
): Promise<FastifyReply> {
  const entry = await context.folder.find(path, context.now());
  const page = entry && (await context.folder.read(entry));
  if (!page) throw new ProblemError('unavailable', {}, { retryAfterSeconds: 3 });
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  void reply.code(status).header('cache-control', 'no-store');
  return sendPage(request, reply, renderIntoPage(page, formKey, rendered));
}

/** When too much is being rendered: a page that needs no rendering. The browser still has what was typed. Throws any other error again. */
export function sendBusyPage(reply: FastifyReply, language: Language, error: unknown): FastifyReply {
  if (!(error instanceof ProblemError) || error.code !== 'overloaded') throw error;
  return reply
    .code(503)
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .header('retry-after', error.retryAfterSeconds ?? 5)
    .type('text/html; charset=utf-8')
    .send(renderBusyPage(language));
}
