import type { Language } from './language.ts';
import type { InstructionsPage, Page, TextPage } from './settlement.ts';

/** Placeholder in built pages, which the server replaces with `PUBLIC_URL` when it starts. */
export const originPlaceholder = 'https://site.invalid';

/**
 * Placeholder in built form pages, which the server replaces with a new `formKey` in each page. Its
 * dots make it an invalid idempotency key, so that claims cannot share it by accident.
 */
export const formKeyPlaceholder = 'one.time.key.of.this.form.page';

/** Enclose the island in built pages, so that the server can replace it. */
export const islandMarkers = { start: '<!--island-->', end: '<!--/island-->' } as const;

/** Enclose what built pages offer only where the server sends email, which may remove it. */
export const mailMarkers = { start: '<!--mail-->', end: '<!--/mail-->' } as const;

/**
 * `variants.json`: the pages whose text changes on certain days, with their variants in order of
 * time. The server sends the last one whose `from` (`YYYY-MM-DD`) is not after the current day in
 * `timeZone`.
 */
export interface PageVariants {
  readonly timeZone: string;
  /** By path. Files are relative to the folder of built pages. */
  readonly pages: Readonly<Record<string, readonly { readonly from: string; readonly file: string }[]>>;
}

/** Whether a page is prose, which search engines may list, and not a step of filing a claim. */
export function isProsePage(page: Page): page is TextPage | InstructionsPage {
  return page.kind === 'text' || page.kind === 'instructions';
}

/** The picture of link previews in a language. */
export const previewFileIn = (language: Language): string =>
  language === 'en' ? 'preview.png' : `preview-${language}.png`;

/** The icons that browsers and phones ask for, by file, with their size in pixels. */
export const icons = { 'favicon-48.png': 48, 'apple-touch-icon.png': 180 } as const;

/** The file of the 404 page in a language. */
export const notFoundFileIn = (language: Language): string => (language === 'en' ? '404.html' : `${language}/404.html`);
