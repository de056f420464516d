/** A shared cache asks again after this many seconds, and sends what it has while it asks. */
const freshSeconds = 10;
/** It does so for as long as this, also while the server is down. Every tomorrow is longer. */
const staleSeconds = 22 * 3_600;
/** A response may be this much older than a cache thinks, which counts whole seconds. */
const marginSeconds = 5;

/**
 * `Cache-Control` of pages, lists and documents: browsers ask on each visit, and no shared cache
 * uses a copy after the address has other content (docs/decisions/0055-shared-caches.md).
 * @param secondsUntilChange undefined if nothing changes before the end of tomorrow
 */
export function pageCaching(secondsUntilChange = Infinity): string {
  const lasts = secondsUntilChange - marginSeconds;
  if (lasts <= 0) return 'no-store';
  const fresh = Math.min(freshSeconds, lasts);
  const stale = Math.min(staleSeconds, lasts - fresh);
  return `max-age=0, s-maxage=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`;
}
