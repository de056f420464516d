import { settlement } from '@redress/content/settlement';
import { beforeAll } from 'vitest';
import { builtFormPage, builtIsland, fakePageRenderer } from './fake-page-renderer.ts';
import { createSiteFolder, type TestSiteFolder } from './site-folder.ts';
import { beforeDeadline, startTestServer, type TestServer } from './test-server.ts';

type ServerOptions = NonNullable<Parameters<typeof startTestServer>[0]>;

/** The real server has a website with every form's pages, and a renderer that reports its input. */
export interface NoScriptSite {
  readonly server: TestServer;
  readonly pageRenderer: ReturnType<typeof fakePageRenderer>;
  readonly site: TestSiteFolder;
  close(): Promise<void>;
}

/** The site of a test file starts before its tests and closes after them. */
export function useNoScriptSite(options: ServerOptions = {}): NoScriptSite {
  // Tests keep these objects, which are complete when the site has started.
  const server: TestServer = Object.create(null);
  const site: NoScriptSite = Object.assign(Object.create(null), { server });
  beforeAll(async () => {
    const started = await startNoScriptSite(options, Object.assign(server, { now: beforeDeadline }));
    Object.assign(site, started);
    return () => started.close();
  });
  return site;
}

export async function startNoScriptSite(options: ServerOptions = {}, started?: { now: Date }): Promise<NoScriptSite> {
  const pages = settlement.site.pages
    .filter(({ kind }) => kind !== 'text')
    .map((page) => {
      const name = page.path.slice(1);
      return [`${name}/index.html`, 'form' in page ? builtFormPage(name) : builtIsland(name)] as const;
    });
  const site = await createSiteFolder({
    'index.html': 'home',
    '404.html': 'not found',
    'es/404.html': 'no se encuentra',
    ...Object.fromEntries(pages),
  });
  const pageRenderer = fakePageRenderer();
  const overrides = { siteFolder: site.folder, pageRenderer, ...options.overrides };
  const server = await startTestServer({ ...options, overrides }, started);
  return {
    server,
    pageRenderer,
    site,
    async close() {
      await server.close();
      await site.remove();
    },
  };
}
