import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RenderedIsland } from '@redress/contract/page-renderer';
import type { Language } from '@redress/contract/language';
import { drawBusyPage } from '../http/overload/send-overloaded.ts';
import { ProblemError } from '../http/problem.ts';
import { drawIntoPage } from '../static-site/render-into-page.ts';
import { sendPage } from '../static-site/send-page.ts';
import type { NoScriptContext } from './no-script-context.ts';

export interface DrawnAnswer {
  readonly path: string;
  readonly status: number;
  readonly formKey: string;
  readonly drawing: RenderedIsland;
  readonly retryAfterSeconds?: number;
}

/** Answers with today's page at a path, its island drawn for this request. It is not kept: it shows what somebody typed. */
export async function sendDrawn(
  context: Pick<NoScriptContext, 'folder' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, status, formKey, drawing, retryAfterSeconds }: DrawnAnswer,
): Promise<FastifyReply> {
  const entry = await context.folder.find(path, context.now());
  const page = entry && (await context.folder.read(entry));
  if (!page) throw new ProblemError('unavailable', {}, { retryAfterSeconds: 3 });
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  void reply.code(status).header('cache-control', 'no-store');
  return sendPage(request, reply, drawIntoPage(page, formKey, drawing));
}

/** When too much is being drawn: a page that needs no drawing. The browser still has what was typed. Throws any other error again. */
export function sendBusyPage(reply: FastifyReply, language: Language, error: unknown): FastifyReply {
  if (!(error instanceof ProblemError) || error.code !== 'overloaded') throw error;
  return reply
    .code(503)
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .header('retry-after', error.retryAfterSeconds ?? 5)
    .type('text/html; charset=utf-8')
    .send(drawBusyPage(language));
}
