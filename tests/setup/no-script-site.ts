import { builtFormPage, builtIsland, fakePageRenderer } from './fake-page-renderer.ts';
import { createSiteFolder, type TestSiteFolder } from './site-folder.ts';
import { startTestServer, type TestServer } from './test-server.ts';

type ServerOptions = NonNullable<Parameters<typeof startTestServer>[0]>;

/**
 * The real server with a website that has every form's pages, and a page renderer that reports its
 * input.
 */
export interface NoScriptSite {
  readonly server: TestServer;
  readonly pageRenderer: ReturnType<typeof fakePageRenderer>;
  readonly site: TestSiteFolder;
  close(): Promise<void>;
}

export async function startNoScriptSite(options: ServerOptions = {}): Promise<NoScriptSite> {
  const forms = ['consumera-claimants', 'consumerb-claimants', 'tpp-claimants', 'consumer-login', 'lost-ids'];
  const completes = ['consumer-complete', 'tpp-complete', 'receipt', 'log-out'];
  const pages = ['', 'es/'].flatMap((prefix) => [
    ...forms.map((name) => [`${prefix}${name}/index.html`, builtFormPage(`${prefix}${name}`)] as const),
    ...completes.map((name) => [`${prefix}${name}/index.html`, builtIsland(`${prefix}${name}`)] as const),
  ]);
  const site = await createSiteFolder({
    'index.html': 'home',
    '404.html': 'not found',
    'es/404.html': 'no se encuentra',
    ...Object.fromEntries(pages),
  });
  const pageRenderer = fakePageRenderer();
  const server = await startTestServer({
    ...options,
    overrides: { siteFolder: site.folder, pageRenderer: pageRenderer, ...options.overrides },
  });
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
