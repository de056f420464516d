/** Before every day of a case. */
const before = '0001-01-01';

/** The first day of every stretch of time in which no page changes; each is rendered as of that day. */
function firstDays(changesOn: readonly string[]): readonly string[] {
  return [before, ...new Set([...changesOn].sort())];
}

/** Where prerendering puts a page as of each day: the last at its own address, the others where nobody is sent (`build/page-variants.ts`). */
export function urlsOverTime(
  path: string,
  changesOn: readonly string[],
): readonly { readonly from: string; readonly url: string }[] {
  const days = firstDays(changesOn);
  return days.map((from, index) => ({ from, url: index === days.length - 1 ? path : `/~${from}${path}` }));
}

/** The day and the page of such an address. */
export function readDatedUrl(
  url: string,
  changesOn: readonly string[],
): { readonly day: string; readonly path: string } {
  const [, day, path] = /^\/~(\d{4}-\d{2}-\d{2})(\/.*)?$/.exec(url) ?? [];
  if (day !== undefined) return { day, path: path ?? '/' };
  const days = firstDays(changesOn);
  return { day: days[days.length - 1] ?? before, path: url };
}
