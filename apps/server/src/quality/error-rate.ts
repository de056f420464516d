import type { ErrorRate } from '@redress/contract/console/quality';

/** The 97.5% quantile of the normal distribution: two-sided 95%. */
const z = 1.959963984540054;

/**
 * The share of errors with its 95% interval by Wilson's score, without continuity correction. A
 * sample that is a large part of a small population has a narrower one: the interval is on the safe
 * side.
 */
export function errorRate(errors: number, reviews: number): ErrorRate {
  if (reviews === 0) return { reviews, errors, rate: null, low: null, high: null };
  const rate = errors / reviews;
  const spread = z * Math.sqrt((rate * (1 - rate)) / reviews + (z * z) / (4 * reviews * reviews));
  const center = rate + (z * z) / (2 * reviews);
  const scale = 1 + (z * z) / reviews;
  return {
    reviews,
    errors,
    rate,
    low: errors === 0 ? 0 : (center - spread) / scale,
    high: errors === reviews ? 1 : (center + spread) / scale,
  };
}
