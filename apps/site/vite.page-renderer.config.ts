import { siteBuild } from '@redress/content/folders';
import { thirdPartyNotices } from '@redress/ui/build/third-party-notices';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { contentAliases } from './build/content-aliases.ts';
import { featureConstants, unusedFeatures } from './build/features.ts';

/** The page renderer is one file for Node, so that the server needs no package of the website. */
export default defineConfig({
  plugins: [unusedFeatures(), react(), thirdPartyNotices()],
  resolve: { alias: contentAliases },
  publicDir: false,
  // React's development build would be ten times as slow.
  define: { 'process.env.NODE_ENV': '"production"', ...featureConstants },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/pages/page-renderer.tsx',
    outDir: join(siteBuild, 'page-renderer'),
    emptyOutDir: true,
    target: 'node24',
    rollupOptions: { output: { entryFileNames: 'page-renderer.js', codeSplitting: false } },
  },
});
