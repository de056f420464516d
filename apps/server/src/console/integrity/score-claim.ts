import { type IntegrityScore, type SignalCode } from '@redress/contract/console/integrity';
import type { Settlement } from '@redress/contract/settlement';
import type { SignalArguments } from './tables.ts';
import { caps, definitionOf, weightKey, type Weights } from './signal-catalog.ts';

/** A signal that speaks for or against a claim. */
export interface FoundSignal {
  readonly signal: SignalCode;
  readonly level: string;
  /** Multiplies the weight of the level: how clearly it was found. Usually 1. */
  readonly strength: number;
  /** Numbers, and numbers of claims, for the evidence text. */
  readonly arguments: SignalArguments;
}

/** A signal with its points. */
export interface ScoredSignal extends FoundSignal {
  /** Decibans. */
  readonly points: number;
  /** What is left of them under the cap of the group. */
  readonly counted: number;
}

export interface Score {
  /** Decibans; 0: as likely as not. */
  readonly decibans: number;
  readonly reached: boolean;
  /** The strongest against the claim first. */
  readonly signals: readonly ScoredSignal[];
  /** Only signals that never queue a claim by themselves speak against it. */
  readonly limited: boolean;
}
export type Scores = Readonly<Record<IntegrityScore, Score>>;

/** Decibans before any signal: one claim in a hundred. */
export const prior = -20;

type Thresholds = Readonly<Record<IntegrityScore, number>>;

const defaultThresholds: Thresholds = { duplicate: 0, machine: 0 };

/** The scores, in decibans, from which on a claim is queued. */
export const thresholdsOf = ({ integrity }: Pick<Settlement, 'integrity'>): Thresholds => ({
  ...defaultThresholds,
  ...integrity?.thresholds,
});

const rounded = (decibans: number): number => Math.round(decibans * 10) / 10 + 0;

/**
 * Sums what was found to two scores: of each signal only the strongest level, and of each group only
 * so much as its cap allows.
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

/** Of equal points, the one whose evidence comes first, whatever the order in which they were found. */
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
  // Equal points in one order, whatever the order in which they were found.
  return [...best.values()].sort(byPoints);
}

/**
 * Sums signals of one score that have their points, by the caps of groups.
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
