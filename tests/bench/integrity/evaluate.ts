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
function percentiles(ascending: readonly number[]): Pick<Interval, 'low' | 'high'> {
  const at = (share: number) => ascending[Math.round(share * (ascending.length - 1))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}
