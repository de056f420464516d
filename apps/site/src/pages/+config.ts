import type { Config } from 'vike/types';

/** `Page` never reaches a browser: interactive pages have a `+client.tsx`. */
export const config = {
  prerender: true,
  clientRouting: false,
  meta: { Page: { env: { server: true } } },
} satisfies Config;
