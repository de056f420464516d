import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readdir } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { ProblemError, sendProblem } from './problem.ts';

/** Milliseconds. */
const pauseBetweenLists = 1_000;

/**
 * The built website: `/path` is `path/index.html`, an unknown path the page `404.html`. Files with a hash in their name are kept by
 * browsers for good; everything else is asked for again each time (304 when it is the same). Files that the build compressed are sent so.
 */
export async function addStaticSite(app: FastifyInstance, folder: string): Promise<void> {
  let files = await listFiles(folder);
  let listedAt = Date.now();
  // A build under the running server changes the names of files: a name that is not known makes it look again, but not at each request.
  const findFile = async (candidates: readonly string[]): Promise<string | undefined> => {
    const known = candidates.find((candidate) => files.has(candidate));
    if (known !== undefined || Date.now() - listedAt < pauseBetweenLists) return known;
    listedAt = Date.now();
    files = await listFiles(folder);
    return candidates.find((candidate) => files.has(candidate));
  };
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    etag: true,
    lastModified: false,
  });

  const sendFile = (reply: FastifyReply, file: string) => {
    const hashed = /^assets\/.*[.-][\w-]{8}\.\w+$/.test(file);
    void reply
      .header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('vary', 'Accept-Encoding');
    return reply.sendFile(file);
  };

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = readPath(request);
    if (path === undefined) throw new ProblemError('bad-request');
    if (path !== '' && path.endsWith('/') && files.has(`${path}index.html`)) {
      const query = request.url.indexOf('?');
      return reply.redirect(`/${encodeURI(path.slice(0, -1))}${query === -1 ? '' : request.url.slice(query)}`, 308);
    }
    const page = path === '' ? 'index.html' : `${path}/index.html`;
    const file = await findFile([path, page]);
    if (file !== undefined) return sendFile(reply, file);
    if (!files.has('404.html')) return sendProblem(new ProblemError('not-found'), request, reply);
    return sendFile(reply.code(404), '404.html');
  });
}

/** The decoded path without its first slash, or undefined when it cannot be decoded. */
function readPath(request: FastifyRequest): string | undefined {
  try {
    return decodeURIComponent(request.url.split('?')[0] ?? '').slice(1);
  } catch {
    return undefined;
  }
}

/** Every file of the build, as its path in a URL; the compressed forms are no files of their own. */
async function listFiles(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      .map((entry) => relative(folder, `${entry.parentPath}${sep}${entry.name}`).split(sep).join('/')),
  );
}
