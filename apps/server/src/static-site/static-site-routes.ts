import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '@redress/contract/language';
import { languages } from '@redress/contract/language';
import type { PluginOptions } from '../context.ts';
import { ProblemError, sendProblem } from '../http/problem.ts';
import { securityText } from './security-text.ts';
import { sendFile, sendNotFoundPage } from './send-file.ts';
import { sendFormPage } from './send-page.ts';
import type { SiteEntry, SiteFolder } from './site-folder.ts';
import { longestAhead, speculationRules, speculationRulesPath } from './speculation-rules.ts';

interface StaticSiteOptions extends PluginOptions {
  /** The built website. */
  readonly folder: SiteFolder;
}

/** Seconds. */
const retryDuringBuild = 3;

/**
 * The built website: `/path` is `path/index.html`, or the variant of that page for this day of the court; an unknown path is the page
 * `404.html`, or that of its language. What a build has just taken away is to be asked for again.
 */
export async function staticSiteRoutes(app: FastifyInstance, { context, folder }: StaticSiteOptions): Promise<void> {
  const { settlement, publicUrl, now } = context;
  addText(app, {
    path: '/.well-known/security.txt',
    type: 'text/plain; charset=utf-8',
    text: securityText(settlement.site, publicUrl.origin, now()),
  });
  addText(app, {
    path: speculationRulesPath,
    type: 'application/speculationrules+json',
    text: JSON.stringify(speculationRules),
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => sendStatic(request, reply, { folder, now }),
  });
}

/** Answers GET and HEAD with what the built website has under the request's path. */
export async function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, now: clock }: { readonly folder: SiteFolder; readonly now: () => Date },
): Promise<FastifyReply> {
  const path = readPath(request);
  if (path === undefined) throw new ProblemError('bad-request');
  const now = clock();
  const entry = await folder.find(path, now);
  if (!entry) {
    const page = path.endsWith('/') ? await folder.find(path.slice(0, -1), now) : undefined;
    return page?.name.endsWith('.html')
      ? redirectTo(path.slice(0, -1), request, reply)
      : sendNotFound(folder, languageOf(path), request, reply);
  }
  const representations = await folder.read(entry);
  if (!representations) throw new ProblemError('unavailable', {}, { retryAfterSeconds: retryDuringBuild });
  if (isFetchedAhead(request) && (await changesSoon(folder, path, entry, now)))
    return reply.code(503).header('cache-control', 'no-store').send();
  return representations.aroundKey
    ? sendFormPage(request, reply, representations)
    : sendFile(request, reply, entry, representations);
}

/** Pages in another language than English stand below it, as in `/es/notice`. */
function languageOf(path: string): Language {
  const [, first] = path.split('/');
  return languages.find((language) => language === first) ?? 'en';
}

/** A text that is the same as long as the server runs. */
function addText(app: FastifyInstance, { path, type, text }: { path: string; type: string; text: string }): void {
  const bytes = Buffer.from(text);
  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    schema: { hide: true },
    handler(request, reply) {
      void reply.type(type).header('cache-control', 'public, max-age=86400').header('content-length', bytes.length);
      return reply.send(request.method === 'HEAD' ? undefined : bytes);
    },
  });
}

/** The decoded path, or undefined when it cannot be decoded. */
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
  language: Language,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = await folder.findNotFound(language);
  const representations = page && (await folder.read(page));
  if (!page || !representations) return sendProblem(new ProblemError('not-found'), request, reply);
  return sendNotFoundPage(request, reply, page, representations);
}

/** A browser asks for a page that nobody has asked it for yet. */
function isFetchedAhead(request: FastifyRequest): boolean {
  return String(request.headers['sec-purpose'] ?? '').startsWith('prefetch');
}

/** Whether a page that is fetched now could be shown when its day is over. */
async function changesSoon(folder: SiteFolder, path: string, entry: SiteEntry, now: Date): Promise<boolean> {
  const later = await folder.find(path, new Date(now.getTime() + longestAhead));
  return later?.name !== entry.name;
}
