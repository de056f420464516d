import type { BlockSummary, NumberRun } from './tables.ts';
import { type Brief, type KeyKind, unknownRegion } from './blocking-keys.ts';

/** A block with more claims becomes a hub: its other claims are only counted. */
export const maxBlockSize = 200;

export interface BlockMember extends Brief {
  readonly claimId: string;
}

/** Claims with a key in common. */
export interface Block {
  readonly kind: KeyKind;
  readonly key: string;
  /** All claims, including those that are only counted. */
  readonly claims: number;
  /** Members in the order of their IDs. A hub has only the first few. */
  readonly members: readonly BlockMember[];
  readonly summary: BlockSummary;
}

const twoHours = 2 * 60 * 60;
/** Kinds whose members do not carry the time of their filing. */
const withoutTime: ReadonlySet<KeyKind> = new Set(['building', 'phone-run', 'mailbox-run']);

export function summarizeBlock(kind: KeyKind, members: readonly BlockMember[]): BlockSummary {
  const count = (of: (member: BlockMember) => number) => new Set(members.map(of)).size;
  const times = withoutTime.has(kind) ? [] : members.map(({ extra }) => extra).toSorted((a, b) => a - b);
  const series = findSeries(times);
  const run = findRun(
    kind,
    members.map(({ extra }) => extra),
  );
  return {
    surnames: count(({ surname }) => surname),
    givens: count(({ given }) => given),
    names: count(({ surname, given }) => surname * 2 ** 16 + given),
    inTwoHours: maxWithin(times, twoHours),
    ...(series && { series }),
    withoutUnit: kind === 'building' ? members.filter(({ extra }) => extra === 0).length : 0,
    ...(run && { run }),
    ...countRegions(members),
  };
}

function countRegions(members: readonly BlockMember[]): Pick<BlockSummary, 'regions' | 'inMainRegion'> {
  const counts = new Map<number, number>();
  for (const { region } of members) if (region !== unknownRegion) counts.set(region, (counts.get(region) ?? 0) + 1);
  return { regions: counts.size, inMainRegion: Math.max(0, ...counts.values()) };
}

function findRun(kind: KeyKind, values: readonly number[]): NumberRun | undefined {
  if (kind === 'phone-run') return longestRun(values);
  return kind === 'mailbox-run' ? longestCount(values) : undefined;
}

/** The largest number of sorted times within a window of this many seconds. */
export function maxWithin(times: readonly number[], seconds: number): number {
  let most = 0;
  let from = 0;
  for (const [to, time] of times.entries()) {
    while ((times[from] ?? time) < time - seconds) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

/** Fewer claims are not a series. */
const minSeries = 8;
/** A longer gap ends a series, because the person probably left. */
const maxGapSeconds = 10 * 60;

/**
 * The longest series in sorted times without a long gap: the number of claims, the median of
 * seconds between them, and the spread around it (the median absolute deviation, as a share of the
 * median).
 */
export function findSeries(times: readonly number[]): BlockSummary['series'] {
  let best: readonly number[] = [];
  let gaps: number[] = [];
  for (let at = 1; at < times.length; at += 1) {
    const gap = (times[at] ?? 0) - (times[at - 1] ?? 0);
    if (gap > maxGapSeconds) gaps = [];
    else gaps.push(gap);
    if (gaps.length > best.length) best = [...gaps];
  }
  if (best.length + 1 < minSeries) return undefined;
  const seconds = median(best);
  const spread = seconds === 0 ? 0 : median(best.map((gap) => Math.abs(gap - seconds))) / seconds;
  return { claims: best.length + 1, seconds, spread };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The longest run of successive values that count up, or down, by one. */
function longestRun(values: readonly number[]): NumberRun | undefined {
  let longest: NumberRun | undefined;
  let length = 1;
  let step = 0;
  for (let at = 1; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    const next = value - (values[at - 1] ?? 0);
    length = Math.abs(next) !== 1 ? 1 : next === step ? length + 1 : 2;
    step = next;
    const begin = value - step * (length - 1);
    if (length > (longest?.claims ?? 1))
      longest = { claims: length, from: Math.min(begin, value), to: Math.max(begin, value) };
  }
  return longest;
}

/** The longest run of values that count up by one, with any others in between. */
function longestCount(values: readonly number[]): NumberRun | undefined {
  const lengths = new Map<number, number>();
  let longest: NumberRun | undefined;
  for (const value of values) {
    const length = Math.max(lengths.get(value) ?? 1, 1 + (lengths.get(value - 1) ?? 0));
    lengths.set(value, length);
    if (length > (longest?.claims ?? 1)) longest = { claims: length, from: value - length + 1, to: value };
  }
  return longest;
}

/** Sizes at which signals of a group change: its members are then scored again. */
const steps = [2, 3, 5, 7, 8, 10, 12, 15, 20, 30, 50, 75, 100, 150, 200];

/** Whether a growing group has passed one of these sizes. */
export const hasPassedStep = (before: number, after: number): boolean =>
  steps.some((step) => before < step && step <= after);
