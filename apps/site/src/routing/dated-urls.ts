import { afterwards } from '../dates/as-of.ts';

/**
 * The URLs under which a page is prerendered as of the first day of each interval;
 * `build/page-variants.ts` moves the files. A page that never changes has a single URL.
 */
export const datedUrls = (path: string, firstDays: readonly string[]): string[] =>
  firstDays.length < 2 ? [path] : firstDays.map((day) => `/~${day}${path}`);

/** The day and the page of such a URL. */
export function readDatedUrl(url: string): { readonly day: string; readonly path: string } {
  const [, day, path] = /^\/~(\d{4}-\d{2}-\d{2})(\/.*)?$/.exec(url) ?? [];
  return day === undefined ? { day: afterwards, path: url } : { day, path: path ?? '/' };
}
