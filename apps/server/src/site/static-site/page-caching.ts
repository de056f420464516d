/** A shared cache asks again after this many seconds, and sends what it has while it asks. */
const freshSeconds = 10;
const staleSeconds = 600;
/** While the server is down, it sends what it has. Every tomorrow is longer. */
const errorSeconds = 22 * 3_600;
/** A cache counts whole seconds from when it received the response. */
const marginSeconds = 2;

/**
 * `Cache-Control` of pages, lists and documents: browsers ask on each visit, and no shared cache
 * uses a copy after the address has other content (docs/decisions/0055-shared-caches.md).
 * @param secondsUntilChange undefined if nothing changes before the end of tomorrow
 */
export function pageCaching(secondsUntilChange = Infinity): string {
  const lasts = secondsUntilChange - marginSeconds;
  if (lasts <= 0) return 'no-cache';
  const fresh = Math.min(freshSeconds, lasts);
  const [stale, ifError] = [staleSeconds, errorSeconds].map((most) => Math.min(most, lasts - fresh));
  return `max-age=0, s-maxage=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${ifError}`;
}
