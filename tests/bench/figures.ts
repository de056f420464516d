import { alignColumns, print } from '@redress/server/operations/commands/command';

/** The result of one measurement. */
export interface Figures {
  readonly claimsPerSecond: number;
  /** Latencies are milliseconds from sending a claim to the end of its response. */
  readonly p50: number;
  readonly p99: number;
  /** CPU milliseconds per claim of the server, and of PostgreSQL. */
  readonly serverCpu?: number;
  readonly postgresCpu?: number;
}

/** `latencies` of claims answered within `seconds` are in milliseconds, in any order. */
export function figuresOf(latencies: readonly number[], seconds: number): Figures {
  const sorted = latencies.toSorted((a, b) => a - b);
  return { claimsPerSecond: sorted.length / seconds, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** Returns the smallest value that at least this share does not exceed. NaN for an empty list. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Returns the middle value, or the mean of the two in the middle. NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

/** Takes the median of each figure over several measurements. */
export function medianFigures(measurements: readonly Figures[]): Figures {
  const medianOf = (name: keyof Figures) => median(measurements.map((each) => each[name] ?? Number.NaN));
  return {
    claimsPerSecond: medianOf('claimsPerSecond'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    serverCpu: medianOf('serverCpu'),
    postgresCpu: medianOf('postgresCpu'),
  };
}

/**
 * Takes the median of each round's ratio of claims. Both were measured within seconds of each
 * other, so a slow machine slowed both.
 */
export function medianRatio(measured: readonly Figures[], baseline: readonly Figures[]): number {
  return median(measured.map((each, round) => each.claimsPerSecond / (baseline[round]?.claimsPerSecond ?? Number.NaN)));
}

/** A goal is a limit for some figures. */
export interface Goal {
  readonly name: string;
  readonly unit?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly figures: readonly {
    /** Names the measured subject: `2 processes`. */
    readonly of: string;
    /** Absent if this machine or run could not measure it. */
    readonly value?: number | undefined;
  }[];
}

/** An absent bound is always met. */
const isMet = (value: number, { atLeast = -Infinity, atMost = Infinity }: Goal): boolean =>
  value >= atLeast && value <= atMost;

/** Makes the goals of one measured subject. */
export const goalOf = (of: string) => (name: string, unit: string, atMost: number, value: number | undefined) => ({
  name,
  unit,
  atMost,
  figures: [{ of, value }],
});

type Limit = Pick<Goal, 'unit' | 'atLeast' | 'atMost'>;
/** Makes the goals of several measured subjects. */
export const goalsOf =
  <Subject>(subjects: readonly Subject[], nameOf: (subject: Subject) => string) =>
  (name: string, limit: Limit, valueOf: (subject: Subject) => number | undefined): Goal => ({
    name,
    ...limit,
    figures: subjects.map((subject) => ({ of: nameOf(subject), value: valueOf(subject) })),
  });

/** Prints goals. Returns whether every figure was measured and keeps its limit. */
export function printGoals(goals: readonly Goal[]): boolean {
  for (const line of ['', ...describeGoals(goals)]) print(line);
  return goals.every((goal) => goal.figures.every(({ value }) => value !== undefined && isMet(value, goal)));
}

/** Makes the lines of a table with each figure, its limit, and whether it is met. */
export function describeGoals(goals: readonly Goal[]): string[] {
  const rows = goals.flatMap((goal) => {
    const { name, unit, atLeast, atMost, figures } = goal;
    const inUnit = (text: string) => `${text} ${unit ?? ''}`.trim();
    const limit = atLeast === undefined ? `≤ ${inUnit(String(atMost))}` : `≥ ${inUnit(String(atLeast))}`;
    return figures.map(({ of, value }) => {
      if (value === undefined || Number.isNaN(value)) return [name, of, 'not measured', limit, ''];
      const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
      return [name, of, inUnit(value.toFixed(digits)), limit, isMet(value, goal) ? 'met' : 'NOT MET'];
    });
  });
  return alignColumns([['goal', '', 'measured', 'limit', ''], ...rows], [2, 3]);
}
