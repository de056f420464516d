import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../platform/http/problem.ts';
import { sendFile } from '../../site/static-site/send-file.ts';
import { readSiteFolder } from '../../site/static-site/site-folder.ts';

/** Hashed build files of the console and of its previews. */
const isBuildFile = (path: string) => /^(?:\/preview)?\/assets\//.test(path);

/**
 * Serves the built console below `/console`. Addresses without a file get the console's single
 * page.
 */
export async function consolePages(app: FastifyInstance, { folder }: { readonly folder: string }): Promise<void> {
  const files = await readSiteFolder(folder, { origin: '', sendsMail: true });
  app.route<{ Params: { readonly '*'?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/console/*',
    schema: { hide: true },
    handler(request, reply) {
      const path = `/${request.params['*'] ?? ''}`;
      // A missing script must not become a page: an old tab would try to run it.
      const file = files.find(path, new Date()) ?? (isBuildFile(path) ? undefined : files.find('/', new Date()));
      if (!file) throw new ProblemError('not-found');
      // Pages of an older build would miss their scripts.
      return sendFile(request, reply, file, 'no-cache');
    },
  });
  app.get('/console', { schema: { hide: true } }, (_request, reply) => reply.redirect('/console/', 308));
}
