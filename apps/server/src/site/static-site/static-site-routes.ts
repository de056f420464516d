import { formKeySearch } from '@redress/contract/site-files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createReadStream } from 'node:fs';
import type { SiteContext } from '../context.ts';
import type { PluginOptions } from '../../platform/http/plugin.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { languageOfPath } from '../../platform/http/request-language.ts';
import { pageCaching } from './page-caching.ts';
import { chooseRepresentation, sendFile } from './send-file.ts';
import { createFormKey, htmlType, sendBody, sendPage, withFormKey } from './send-page.ts';
import type { SiteFolder } from './site-folder.ts';

/**
 * The built website: `/path` answers with `path/index.html`, or with the variant of that page for
 * the current day in the court's time zone. Unknown paths get the 404 page of their language.
 */
export async function staticSiteRoutes(
  app: FastifyInstance,
  { context, folder }: PluginOptions<SiteContext> & { readonly folder: SiteFolder },
): Promise<void> {
  app.route<{ Params: { readonly '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => sendStatic(request, reply, { folder, now: context.now }, `/${request.params['*']}`),
  });
}

/** Answers GET and HEAD with the file of the built website at a decoded path. */
export async function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, now }: { readonly folder: SiteFolder; readonly now: () => Date },
  path: string,
): Promise<FastifyReply> {
  const moment = now();
  const file = folder.find(path, moment);
  if (file) {
    const keyed = request.url.endsWith(formKeySearch) && withFormKey(await file.read(), createFormKey());
    if (keyed) return sendPage(request, reply.header('cache-control', 'private, no-cache'), keyed);
    return sendFile(request, reply, file, pageCaching(folder.secondsUntilChange(path, moment)));
  }
  const page = path.endsWith('/') ? folder.find(path.slice(0, -1), moment) : undefined;
  if (page?.name.endsWith('.html')) {
    const query = request.url.indexOf('?');
    return reply.redirect(encodeURI(path.slice(0, -1)) + (query === -1 ? '' : request.url.slice(query)), 308);
  }
  const notFound = folder.findNotFound(languageOfPath(path));
  if (!notFound) throw new ProblemError('not-found');
  const { bytes, ...chosen } = chooseRepresentation(request, await notFound.read());
  void reply.code(404).header('cache-control', 'no-cache');
  return sendBody(request, reply, { type: htmlType, ...chosen }, () => bytes ?? createReadStream(notFound.path));
}
