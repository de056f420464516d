import type { Language } from './language.ts';
import type { InstructionsPage, Page, TextPage } from './settlement.ts';

/** The server replaces this placeholder in built pages with `PUBLIC_URL` when it starts. */
export const originPlaceholder = 'https://site.invalid';

/**
 * The server replaces this placeholder in built form pages with a new `formKey` each time. Its dots
 * make it an invalid idempotency key, so that claims cannot share it by accident.
 */
export const formKeyPlaceholder = 'one.time.key.of.this.form.page';

/** Markers enclose the island in built pages, so that the server can replace it. */
export const islandMarkers = { start: '<!--island-->', end: '<!--/island-->' } as const;

/** The server removes the content between these markers if it sends no email. */
export const mailMarkers = { start: '<!--mail-->', end: '<!--/mail-->' } as const;

/**
 * `variants.json` lists the pages whose text changes on certain days, with their variants in order
 * of time. The server sends the last one whose `from` (`YYYY-MM-DD`) is not after the current day
 * in `timeZone`.
 */
export interface PageVariants {
  readonly timeZone: string;
  /** The keys are paths. Files are relative to the folder of built pages. */
  readonly pages: Readonly<Record<string, readonly { readonly from: string; readonly file: string }[]>>;
}

/** Search engines may list prose pages. Other pages are steps of filing a claim. */
export function isProsePage(page: Page): page is TextPage | InstructionsPage {
  return page.kind === 'text' || page.kind === 'instructions';
}

export const previewFileIn = (language: Language): string =>
  language === 'en' ? 'preview.png' : `preview-${language}.png`;

/** Browsers and phones ask for these icons. Sizes are in pixels. */
export const icons = { 'favicon-48.png': 48, 'apple-touch-icon.png': 180 } as const;

export const notFoundFileIn = (language: Language): string => (language === 'en' ? '404.html' : `${language}/404.html`);
