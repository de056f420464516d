import type { Random } from '@redress/content/demo/random';

// The benchmark's arithmetic. Scores are decibans; a claim is queued when a score reaches a threshold.

/** The lowest threshold that at most this share of the scores reaches. */
export function thresholdAt(scores: readonly number[], share: number): number {
  const descending = scores.toSorted((one, other) => other - one);
  const allowed = Math.floor(scores.length * share + 1e-9);
  const first = descending[allowed];
  // The next larger number, so that the first score too many stays below.
  return first === undefined ? Number.NEGATIVE_INFINITY : nextAbove(first);
}

const nextAbove = (value: number) => value + Math.max(Math.abs(value) * 1e-12, 1e-9);

/** The share of the scores that reach a threshold; NaN without scores. */
export const shareReached = (scores: readonly number[], threshold: number): number =>
  scores.filter((score) => score >= threshold).length / scores.length;

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const resamples = 500;

/**
 * The share of claims that reach a threshold, with its 95% interval: campaigns are drawn anew with replacement, whole ones,
 * because the claims of one campaign resemble each other.
 */
export function shareByUnit(
  random: Random,
  units: readonly (readonly number[])[],
  threshold: number,
  draws = resamples,
): Interval {
  const counted = units.map((scores) => ({
    reached: scores.filter((score) => score >= threshold).length,
    all: scores.length,
  }));
  const shareOf = (drawn: typeof counted) => {
    const sum = (of: 'reached' | 'all') => drawn.reduce((total, each) => total + each[of], 0);
    return sum('reached') / sum('all');
  };
  const drawn = Array.from({ length: counted.length === 0 ? 0 : draws }, () =>
    shareOf(counted.map(() => random.pick(counted))),
  ).sort((one, other) => one - other);
  return { value: shareOf(counted), ...percentiles(drawn) };
}

/** Of ascending values: those that 2.5% lie below and above. */
export function percentiles(ascending: readonly number[]): Pick<Interval, 'low' | 'high'> {
  const at = (share: number) => ascending[Math.round(share * (ascending.length - 1))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}

/** The mean of several shares. Their draws are independent, so the intervals' halves add up as squares. */
export function meanOf(intervals: readonly Interval[]): Interval {
  const mean = (of: (interval: Interval) => number) =>
    intervals.reduce((sum, each) => sum + of(each), 0) / intervals.length;
  const root = (of: (interval: Interval) => number) =>
    Math.sqrt(intervals.reduce((sum, each) => sum + of(each) ** 2, 0)) / intervals.length;
  const value = mean((each) => each.value);
  return {
    value,
    low: Math.max(0, value - root((each) => each.value - each.low)),
    high: Math.min(1, value + root((each) => each.high - each.value)),
  };
}

export interface ScoredClaim {
  readonly score: number;
  /** What the score asks is true of the claim. */
  readonly isTrue: boolean;
}

export const probabilityOf = (decibans: number): number => 1 / (1 + 10 ** (-decibans / 10));

/**
 * The expected calibration error: by how much the probability that scores say differs from the share that is true, on
 * average over claims, in ten groups of equal width.
 * @param prior true claims are weighted so that they are this share of all, which scores assume
 */
export function calibrationError(claims: readonly ScoredClaim[], prior: number): number {
  const trueClaims = claims.filter(({ isTrue }) => isTrue).length;
  const weights = { true: prior / trueClaims, false: (1 - prior) / (claims.length - trueClaims) };
  const bins = Array.from({ length: 10 }, () => ({ weight: 0, said: 0, true: 0 }));
  for (const { score, isTrue } of claims) {
    const said = probabilityOf(score);
    const bin = bins[Math.min(9, Math.floor(said * 10))];
    if (!bin) continue;
    const weight = isTrue ? weights.true : weights.false;
    bin.weight += weight;
    bin.said += weight * said;
    bin.true += isTrue ? weight : 0;
  }
  return bins.reduce((sum, { said, true: share }) => sum + Math.abs(said - share), 0);
}

export function medianOf(values: readonly number[]): number {
  const ascending = values.toSorted((one, other) => one - other);
  const middle = ascending.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [ascending[Math.ceil(middle) - 1], ascending[Math.floor(middle)]];
  return (low + high) / 2;
}
