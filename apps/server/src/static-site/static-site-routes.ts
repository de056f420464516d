import { type Language, languages } from '@redress/contract/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PluginOptions } from '../context.ts';
import { ProblemError, sendProblem } from '../http/problem.ts';
import { sendFile, sendNotFoundPage } from './send-file.ts';
import { sendFormPage } from './send-page.ts';
import type { SiteEntry } from './site-file.ts';
import type { SiteFolder } from './site-folder.ts';

/**
 * The built website: `/path` answers with `path/index.html`, or with the variant of that page for
 * the current day at the court. Unknown paths get the 404 page of their language.
 */
export async function staticSiteRoutes(
  app: FastifyInstance,
  { context, folder }: PluginOptions & { readonly folder: SiteFolder },
): Promise<void> {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => sendStatic(request, reply, { folder, now: context.now }),
  });
}

/** Seconds. A build that is replacing files takes about that long. */
const retryDuringBuild = 3;
/** Milliseconds. Chromium shows a prefetched page for up to 5 minutes. */
const maxPrefetchAge = 10 * 60 * 1_000;

/** Answers GET and HEAD with the file of the built website at the request's path. */
export async function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  site: { readonly folder: SiteFolder; readonly now: () => Date },
): Promise<FastifyReply> {
  const { folder } = site;
  const path = readPath(request);
  if (path === undefined) throw new ProblemError('bad-request');
  const now = site.now();
  const entry = await folder.find(path, now);
  if (!entry) {
    const page = path.endsWith('/') ? await folder.find(path.slice(0, -1), now) : undefined;
    return page?.name.endsWith('.html')
      ? redirectTo(path.slice(0, -1), request, reply)
      : sendNotFound(folder, path, request, reply);
  }
  const representations = await folder.read(entry);
  if (!representations) throw new ProblemError('unavailable', {}, { retryAfterSeconds: retryDuringBuild });
  const isPrefetch = String(request.headers['sec-purpose'] ?? '').startsWith('prefetch');
  if (isPrefetch && (await changesSoon(folder, path, entry, now)))
    return reply.code(503).header('cache-control', 'no-store').send();
  return representations.aroundKey
    ? sendFormPage(request, reply, representations)
    : sendFile(request, reply, entry, representations);
}

/** The language prefix of a path, as in `/es/notice`. English pages have none. */
function languageOf(path: string): Language {
  const [, first] = path.split('/');
  return languages.find((language) => language === first) ?? 'en';
}

/** The decoded path, or undefined for invalid percent-encoding. */
function readPath(request: FastifyRequest): string | undefined {
  const [path = '/'] = request.url.split('?');
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function redirectTo(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = request.url.indexOf('?');
  return reply.redirect(`${encodeURI(path)}${query === -1 ? '' : request.url.slice(query)}`, 308);
}

async function sendNotFound(
  folder: SiteFolder,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = await folder.findNotFound(languageOf(path));
  const representations = page && (await folder.read(page));
  if (!page || !representations) return sendProblem(new ProblemError('not-found'), request, reply);
  return sendNotFoundPage(request, reply, page, representations);
}

/** Whether a prefetched page could still be shown after its variant has been replaced. */
async function changesSoon(folder: SiteFolder, path: string, entry: SiteEntry, now: Date): Promise<boolean> {
  const later = await folder.find(path, new Date(now.getTime() + maxPrefetchAge));
  return later?.name !== entry.name;
}
