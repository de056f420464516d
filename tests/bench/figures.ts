import type { CpuTimes } from './cpu-times.ts';

/** The result of one measurement. */
export interface Figures {
  readonly claimsPerSecond: number;
  /** Milliseconds from sending a claim to the end of its response. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of CPU time per claim. Only Linux tells them. */
  readonly cpu?: CpuTimes;
}

/** `latencies`: of the claims answered within `seconds`, in milliseconds, in any order. */
export function figuresOf(latencies: readonly number[], seconds: number): Figures {
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    claimsPerSecond: sorted.length / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  };
}

/**
 * The smallest of the sorted values that at least this share of them does not exceed; NaN for an
 * empty list.
 */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The middle value, or the mean of the two in the middle; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

/** The median of each figure over several measurements. */
export function medianFigures(measurements: readonly Figures[]): Figures {
  const cpus = measurements.flatMap(({ cpu }) => cpu ?? []);
  return {
    claimsPerSecond: median(measurements.map((each) => each.claimsPerSecond)),
    p50: median(measurements.map((each) => each.p50)),
    p99: median(measurements.map((each) => each.p99)),
    ...(cpus.length > 0 && {
      cpu: {
        server: median(cpus.map((each) => each.server)),
        postgres: median(cpus.map((each) => each.postgres)),
        client: median(cpus.map((each) => each.client)),
      },
    }),
  };
}

/** Milliseconds per claim between two readings in seconds. */
export function cpuPerClaim(begin: CpuTimes, end: CpuTimes, claims: number): CpuTimes {
  const perClaim = (part: keyof CpuTimes) => ((end[part] - begin[part]) * 1_000) / claims;
  return { server: perClaim('server'), postgres: perClaim('postgres'), client: perClaim('client') };
}

/**
 * Claims of one per claim of the other: the median of each round's ratio. Both were measured within
 * seconds of each other, so whatever slowed the machine slowed both.
 */
export function medianRatio(measured: readonly Figures[], baseline: readonly Figures[]): number {
  return median(measured.map((each, round) => each.claimsPerSecond / (baseline[round]?.claimsPerSecond ?? Number.NaN)));
}
