import { type IntegrityScore, type SignalCode } from '@redress/contract/console/integrity';
import type { Settlement } from '@redress/contract/settlement';
import type { SignalArguments } from './tables.ts';
import { caps, definitionOf, weightKey, type Weights } from './signal-catalog.ts';

/** A signal for or against a claim. */
export interface FoundSignal {
  readonly signal: SignalCode;
  readonly level: string;
  /** Multiplies the level's weight by how clearly the signal was found. Usually 1. */
  readonly strength: number;
  /** Counts and claim numbers for the evidence text. */
  readonly arguments: SignalArguments;
}

export interface ScoredSignal extends FoundSignal {
  /** In decibans. */
  readonly points: number;
  /** The part of the points that counts under the group's cap. */
  readonly counted: number;
}

export interface Score {
  /** In decibans; 0 means even odds. */
  readonly decibans: number;
  readonly reached: boolean;
  /** Signals, the strongest against the claim first. */
  readonly signals: readonly ScoredSignal[];
  /** Only signals that never queue a claim by themselves are against it. */
  readonly limited: boolean;
}
export type Scores = Readonly<Record<IntegrityScore, Score>>;

/** Decibans before any signal: one claim in a hundred. */
export const prior = -20;

type Thresholds = Readonly<Record<IntegrityScore, number>>;

const defaultThresholds: Thresholds = { duplicate: 0, machine: 0 };

/** The scores, in decibans, at which a claim is queued for review. */
export const thresholdsOf = ({ integrity }: Pick<Settlement, 'integrity'>): Thresholds => ({
  ...defaultThresholds,
  ...integrity?.thresholds,
});

const rounded = (decibans: number): number => Math.round(decibans * 10) / 10 + 0;

/**
 * Sums signals to two scores: for each signal only its strongest level, and for each group only as
 * much as its cap allows.
 */
export function scoreClaim(
  found: readonly FoundSignal[],
  weights: Weights,
  thresholds: Thresholds = defaultThresholds,
): Scores {
  const strongest = strongestLevels(found, weights);
  const scoreOf = (which: IntegrityScore) =>
    sumUp(
      strongest.filter(({ signal }) => definitionOf(signal).score === which),
      thresholds[which],
    );
  return { duplicate: scoreOf('duplicate'), machine: scoreOf('machine') };
}

type Pointed = Omit<ScoredSignal, 'counted'>;

/**
 * At equal points, the signal whose evidence sorts first wins, so the result does not depend on the
 * order in which signals were found.
 */
function isStronger(one: Pointed, known: Pointed): boolean {
  const [strength, knownStrength] = [Math.abs(one.points), Math.abs(known.points)];
  return strength > knownStrength || (strength === knownStrength && textOf(one) < textOf(known));
}

const textOf = ({ level, arguments: values }: Pointed): string => `${level} ${JSON.stringify(values)}`;

const byPoints = (a: Pointed, b: Pointed): number => b.points - a.points || (a.signal < b.signal ? -1 : 1);

function strongestLevels(found: readonly FoundSignal[], weights: Weights): Pointed[] {
  const best = new Map<SignalCode, Pointed>();
  for (const one of found) {
    const points = rounded((weights.get(weightKey(one.signal, one.level)) ?? 0) * one.strength);
    const known = best.get(one.signal);
    if (!known || isStronger({ ...one, points }, known)) best.set(one.signal, { ...one, points });
  }
  // Equal points have a fixed order, whatever the order in which signals were found.
  return [...best.values()].sort(byPoints);
}

/**
 * Sums the points of one score's signals within the caps of their groups.
 * @param pointed each signal once
 */
export function sumSignals(pointed: readonly Pointed[], threshold: number): Score {
  return sumUp(pointed.toSorted(byPoints), threshold);
}

function sumUp(pointed: readonly Pointed[], threshold: number): Score {
  const left = new Map<string, number>(Object.entries(caps));
  const scored = pointed.map((one) => {
    const { caps: of = [] } = definitionOf(one.signal);
    if (of.length === 0 || one.points <= 0) return { ...one, counted: one.points };
    const counted = rounded(Math.min(one.points, ...of.map((cap) => left.get(cap) ?? 0)));
    for (const cap of of) left.set(cap, (left.get(cap) ?? 0) - counted);
    return { ...one, counted };
  });
  const sum = rounded(scored.reduce((total, { counted }) => total + counted, prior));
  const against = scored.filter(({ counted }) => counted > 0);
  const limited = sum >= threshold && against.every(({ signal }) => definitionOf(signal).neverAlone === true);
  const decibans = limited ? rounded(threshold - 0.1) : sum;
  return { decibans, reached: decibans >= threshold, signals: scored, limited };
}
