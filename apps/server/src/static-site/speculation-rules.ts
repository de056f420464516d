/** Where pages say, by the header `Speculation-Rules`, that the rules are. */
export const speculationRulesPath = '/speculation-rules.json';

/**
 * What browsers may fetch before it is asked for: the page behind a link on which the pointer or the finger rests. It is only fetched, never
 * prerendered; docs/decisions/0009-caching.md says why.
 */
export const speculationRules = {
  prefetch: [
    {
      source: 'document',
      eagerness: 'moderate',
      where: {
        and: [
          { href_matches: '/*' },
          ...['/api/*', '/assets/*', '/documents/*', '/.well-known/*'].map((path) => ({ not: { href_matches: path } })),
        ],
      },
    },
  ],
} as const;

/** Milliseconds. Chromium shows a page at most 5 minutes after it fetched it ahead. */
export const longestAhead = 10 * 60 * 1_000;
