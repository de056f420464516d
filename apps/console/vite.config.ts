import { themeVisitor } from '@redress/ui/build/theme-colors';
import { thirdPartyNotices } from '@redress/ui/build/third-party-notices';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Loads the console while the page's first script runs, which imports it. */
const preloadConsole = (): Plugin => ({
  name: 'preload-console',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const main = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/main.tsx'));
      const files = new Set<string>();
      const add = (name: string) => {
        if (files.has(name)) return;
        files.add(name);
        for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) add(imported);
      };
      if (main) add(main.fileName);
      return [...files].map((name) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/console/${name}` },
        injectTo: 'head' as const,
      }));
    },
  },
});

export default defineConfig({
  base: '/console/',
  plugins: [react(), thirdPartyNotices(), preloadConsole()],
  css: { transformer: 'lightningcss', lightningcss: { visitor: themeVisitor } },
  build: {
    target: 'es2022',
    // Inlined files would need `data:` in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', minShareCount: 8, test: /^(?!.*(?:first-requests|http-headers|preload-helper))/ }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});
