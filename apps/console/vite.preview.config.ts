import { thirdPartyNotices } from '@redress/ui/build/third-party-notices';
import { defineConfig } from 'vite';

// Previews are built apart from the console: their scripts load into a frame of another origin,
// with separate headers.
export default defineConfig({
  root: 'preview',
  base: '/console/preview/',
  plugins: [thirdPartyNotices()],
  build: {
    target: 'es2022',
    outDir: '../dist/preview',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
  },
});
