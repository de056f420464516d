import type { Language } from './language.ts';
import type { Page } from './manifest.ts';

/** Stands in the built pages where the website's own address belongs; the server puts `PUBLIC_URL` there when it starts. */
export const originPlaceholder = 'https://site.invalid';

/**
 * Stands in the built form pages where the server puts a fresh key into each page that it sends: the `formKey` of a form post. Its dots make
 * it no idempotency key: where nobody put a key in its place, no two claims may share it.
 */
export const formKeyPlaceholder = 'one.time.key.of.this.form.page';

/** Stand around a page's island in the built pages: the server puts a freshly rendered one there when a form comes back to it. */
export const islandMarkers = { start: '<!--island-->', end: '<!--/island-->' } as const;

/**
 * `variants.json` beside the built pages: the pages whose text changes on certain days of the court, and the files that hold the variants,
 * in the order of time. The last one whose `from` (`YYYY-MM-DD`) is not after today's day in `timeZone` is shown.
 */
export interface PageVariants {
  readonly timeZone: string;
  /** By path (`/`, `/notice`); files are relative to the folder of the built pages. */
  readonly pages: Readonly<Record<string, readonly { readonly from: string; readonly file: string }[]>>;
}

/** Whether a page is one that people read, so that search engines may list it; the others are steps of filing a claim. */
export function isForReading(page: Page): boolean {
  return page.kind === 'text' || page.kind === 'instructions';
}

/** The file of the page that says in a language that there is no such page. */
export const notFoundFileIn = (language: Language): string => (language === 'en' ? '404.html' : `${language}/404.html`);
