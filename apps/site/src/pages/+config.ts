import type { Config } from 'vike/types';

/** Every page is a file made at build time. `Page` never reaches a browser: pages with something to do have a `+client.tsx` of their own. */
export const config = {
  prerender: true,
  clientRouting: false,
  meta: { Page: { env: { server: true } } },
} satisfies Config;
