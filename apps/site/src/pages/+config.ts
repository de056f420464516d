import type { Config } from 'vike/types';

/**
 * `Page`, and `AfterFooter` at the end of its document, never reach a browser: interactive pages
 * have a `+client.tsx`.
 */
export const config = {
  prerender: true,
  clientRouting: false,
  meta: { Page: { env: { server: true } }, AfterFooter: { env: { server: true } } },
} satisfies Config;
