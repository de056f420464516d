import type { Page, SiteManifest } from '@redress/contract/settlement';

/** Before any day of a case. */
const before = '0001-01-01';

/** The first day of each interval in which no page changes. Pages are rendered as of these days. */
function firstDays(changesOn: readonly string[]): readonly string[] {
  return [before, ...new Set([...changesOn].sort())];
}

/** The URLs of a page by day: the last is its own, `build/page-variants.ts` moves the others. */
export function datedUrls(
  path: string,
  changesOn: readonly string[],
): readonly { readonly from: string; readonly url: string }[] {
  const days = firstDays(changesOn);
  return days.map((from, index) => ({ from, url: index === days.length - 1 ? path : `/~${from}${path}` }));
}

/** The day and the page of such a URL. */
export function readDatedUrl(
  url: string,
  changesOn: readonly string[],
): { readonly day: string; readonly path: string } {
  const [, day, path] = /^\/~(\d{4}-\d{2}-\d{2})(\/.*)?$/.exec(url) ?? [];
  if (day !== undefined) return { day, path: path ?? '/' };
  const days = firstDays(changesOn);
  return { day: days[days.length - 1] ?? before, path: url };
}

const undatedKinds: readonly Page['kind'][] = ['login', 'id-request', 'complete', 'receipt', 'log-out'];

/** The URLs under which pages are prerendered. Pages without deadlines never change. */
export function urlsToPrerender({ pages, changesOn }: Pick<SiteManifest, 'pages' | 'changesOn'>): string[] {
  return pages.flatMap(({ kind, path }) =>
    undatedKinds.includes(kind) ? [path] : datedUrls(path, changesOn).map(({ url }) => url),
  );
}
