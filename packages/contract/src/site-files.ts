import type { Language } from './language.ts';
import type { InstructionsPage, Page, TextPage } from './settlement.ts';

/** The server replaces this placeholder in built pages with `PUBLIC_URL` when it starts. */
export const originPlaceholder = 'https://site.invalid';

/**
 * The form key in built form pages, until the page or the server replaces it. Its dots make it an
 * invalid idempotency key, so that claims cannot share it by accident.
 */
export const formKeyPlaceholder = 'one.time.key.of.this.form.page';

/**
 * Follows the field with the placeholder and writes a key like `createIdempotencyKey`, before any
 * SUBMIT and before other scripts are loaded. The content security policy has its hash.
 */
export const formKeyScript =
  '!function(f){if(/[.]/.test(f.value)){for(var k="0"+Date.now().toString(32),' +
  'r=crypto.getRandomValues(new Uint8Array(16)),i=0;i<16;)k+=(r[i++]%32).toString(32);f.value=k}}' +
  '(document.currentScript.previousElementSibling)';

/** The address of a form page with a key of the server, for browsers without JavaScript. */
export const formKeySearch = '?key';
/** Leads browsers without JavaScript there. */
export const formKeyRefresh = `<noscript><meta http-equiv="refresh" content="0; url=${formKeySearch}"></noscript>`;

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
