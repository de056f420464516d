import { themeVisitor } from '@redress/ui/build/theme-colors';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  css: { transformer: 'lightningcss', lightningcss: { visitor: themeVisitor } },
  build: {
    target: 'es2022',
    // Inlined files would need `data:` in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
