import type { facts } from '../facts.ts';

type Range = (typeof facts.savingsClub.outOfPocketRanges)[number];

/**
 * `$501-$1,000` becomes `De $501 a $1,000`, and `$10,000 or more` becomes `$10,000 o más`. The
 * facts have the sums.
 */
const inSpanish = (range: Range) =>
  range.includes('-') ? `De ${range.replace('-', ' a ')}` : range.replace('or more', 'o más');

/** A missing translation does not compile. */
export const outOfPocketRangesInSpanish = {
  '$1-$500': inSpanish('$1-$500'),
  '$501-$1,000': inSpanish('$501-$1,000'),
  '$1,001-$5,000': inSpanish('$1,001-$5,000'),
  '$5,001-$9,999': inSpanish('$5,001-$9,999'),
  '$10,000 or more': inSpanish('$10,000 or more'),
} as const satisfies Readonly<Record<Range, string>>;
