import type { ErrorRate } from '@redress/contract/console/quality';

/** The 97.5% quantile of the normal distribution: two-sided 95%. */
const z = 1.959963984540054;

/**
 * The 95% interval of a share by Wilson's score, without continuity correction.
 * @param size the size of the sample; if weighted, its effective size, which may be fractional
 */
export function wilsonInterval(share: number, size: number): readonly [low: number, high: number] {
  const spread = z * Math.sqrt((share * (1 - share)) / size + (z * z) / (4 * size * size));
  const center = share + (z * z) / (2 * size);
  const scale = 1 + (z * z) / size;
  // At the ends, rounding errors may remain.
  return [share === 0 ? 0 : (center - spread) / scale, share === 1 ? 1 : (center + spread) / scale];
}

/** The error rate with its 95% interval. For a small population, it is wider than needed. */
export function errorRate(errors: number, reviews: number): ErrorRate {
  if (reviews === 0) return { reviews, errors, rate: null, low: null, high: null };
  const rate = errors / reviews;
  const [low, high] = wilsonInterval(rate, reviews);
  return { reviews, errors, rate, low, high };
}
