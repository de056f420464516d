import { siteBuild } from '@redress/content/folders';
import mdx from '@mdx-js/rollup';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { islandChunk } from './build/island-chunks.ts';
import { themeVisitor } from '@redress/ui/build/theme-colors';
import { thirdPartyNotices } from '@redress/ui/build/third-party-notices';
import { contentAliases } from './build/content-aliases.ts';
import { featureConstants, unusedFeatures } from './build/features.ts';
import { favicon, formData, plainImports } from './build/vite-plugins.ts';

/** A browser's version in the encoding of Lightning CSS. */
const version = (major: number, minor = 0): number => (major << 16) | (minor << 8);

export default defineConfig({
  define: featureConstants,
  resolve: { alias: contentAliases },
  plugins: [
    unusedFeatures(),
    formData(),
    plainImports(),
    favicon(),
    { enforce: 'pre', ...mdx() },
    react(),
    vike(),
    thirdPartyNotices(),
  ],
  worker: { plugins: () => [thirdPartyNotices({ isWorker: true })] },
  css: {
    transformer: 'lightningcss',
    // Targets the browsers of early 2020.
    lightningcss: {
      visitor: themeVisitor,
      targets: {
        chrome: version(80),
        edge: version(80),
        firefox: version(74),
        safari: version(13, 1),
        ios_saf: version(13, 4),
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: islandChunk }] } },
        },
      },
    },
  },
  build: {
    outDir: siteBuild,
    target: 'es2020',
    assetsInlineLimit: 0,
    // preload-scripts.ts does this.
    modulePreload: false,
  },
});
