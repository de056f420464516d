import { themeVisitor } from '@redress/ui/build/theme-colors';
import { thirdPartyNotices } from '@redress/ui/build/third-party-notices';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/',
  plugins: [react(), thirdPartyNotices()],
  css: { transformer: 'lightningcss', lightningcss: { visitor: themeVisitor } },
  build: {
    target: 'es2022',
    // Inlined files would need `data:` in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
