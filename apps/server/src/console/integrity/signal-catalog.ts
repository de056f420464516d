import {
  type IntegrityScore,
  type SignalCode,
  signalCodes,
  type SignalGroup,
} from '@redress/contract/console/integrity';

/**
 * Raise this when signals are found differently, or claims get other keys or counts: keys are then
 * rebuilt, and claims scored again.
 */
export const catalogVersion = 4;

/** Caps on the total points of groups of signals. */
export const caps = {
  /** Traces of a browser or a helper. Honest people use odd browsers, too. */
  machine: 12,
  network: 5,
  /** People who help each other share a phone, a mailbox, a browser or a house. */
  contact: 14,
} as const;
export type Cap = keyof typeof caps;

interface SignalDefinition {
  readonly score: IntegrityScore;
  readonly group: SignalGroup;
  /** The signal counts under each of these caps. */
  readonly caps?: readonly Cap[];
  /** Never queues a claim by itself, or with others like it. */
  readonly neverAlone?: true;
  /** Decibans of each level: the published weights. Negative values are in the claim's favor. */
  readonly levels: Readonly<Record<string, number>>;
}

/** All signals. The wording of the evidence is in `console/integrity/integrity-messages.ts`. */
export const signals = {
  'same-notice': { score: 'duplicate', group: 'duplicate', levels: { login: 18, typed: 5 } },
  'same-answers': { score: 'duplicate', group: 'duplicate', levels: { all: 20 } },
  'same-person': {
    score: 'duplicate',
    group: 'duplicate',
    levels: { address: 20, slip: 20, mailbox: 20, contact: 20, name: 12 },
  },
  'same-document': { score: 'duplicate', group: 'duplicate', levels: { file: 16 } },
  'same-tax-id': { score: 'duplicate', group: 'duplicate', levels: { 'tax-id': 14 } },
  'many-alike': { score: 'duplicate', group: 'duplicate', levels: { four: 12 } },
  'same-data-rows': { score: 'duplicate', group: 'duplicate', levels: { rows: 18 } },
  'one-family': { score: 'duplicate', group: 'duplicate', levels: { seven: 14, eight: 20 } },
  'mailbox-spellings': { score: 'duplicate', group: 'duplicate', levels: { three: 20 } },
  'other-name': { score: 'duplicate', group: 'duplicate', levels: { mismatch: 5 } },
  'shared-phone': { score: 'machine', group: 'cluster', caps: ['contact'], levels: { three: 4, five: 7 } },
  'shared-mailbox': { score: 'machine', group: 'cluster', caps: ['contact'], levels: { three: 4, seven: 9 } },
  'shared-domain': { score: 'machine', group: 'cluster', caps: ['contact'], levels: { seven: 4, twenty: 6 } },
  scattered: { score: 'machine', group: 'cluster', levels: { regions: 13, together: 16 } },
  'house-without-unit': { score: 'machine', group: 'cluster', caps: ['contact'], levels: { seven: 3 } },
  'email-pattern': { score: 'machine', group: 'cluster', levels: { hour: 9 } },
  'phone-run': { score: 'machine', group: 'cluster', levels: { rising: 12 } },
  'mailbox-run': { score: 'machine', group: 'cluster', levels: { rising: 16 } },
  'same-amounts': { score: 'machine', group: 'cluster', levels: { seven: 7 } },
  'name-grid': { score: 'machine', group: 'cluster', levels: { grid: 7 } },
  'regular-times': { score: 'machine', group: 'cluster', levels: { even: 7, fast: 7 } },
  burst: { score: 'machine', group: 'cluster', neverAlone: true, levels: { hour: 2 } },
  linked: { score: 'machine', group: 'cluster', caps: ['contact'], levels: { seven: 3, twenty: 6 } },
  'fraud-contact': { score: 'machine', group: 'cluster', levels: { contact: 6 } },
  'hidden-field': { score: 'machine', group: 'machine', caps: ['machine'], levels: { filled: 6 } },
  filling: {
    score: 'machine',
    group: 'machine',
    caps: ['machine'],
    levels: { 'too-fast': 5, hurried: 4, 'no-input': 3 },
  },
  automation: { score: 'machine', group: 'machine', caps: ['machine'], levels: { automated: 10, headers: 6 } },
  'shared-browser': { score: 'machine', group: 'machine', caps: ['machine', 'contact'], levels: { ten: 7 } },
  'throwaway-mail': { score: 'machine', group: 'content', levels: { domain: 4 } },
  'area-code': { score: 'machine', group: 'content', levels: { impossible: 4 } },
  'zip-state': { score: 'machine', group: 'content', levels: { other: 3 } },
  'keyboard-walk': { score: 'machine', group: 'content', levels: { walk: 6 } },
  'unit-price': { score: 'machine', group: 'content', levels: { extreme: 4 } },
  'top-range': { score: 'machine', group: 'content', neverAlone: true, levels: { 'no-documents': 1 } },
  'unknown-notice': { score: 'machine', group: 'content', levels: { 'never-mailed': 6 } },
  'ein-prefix': { score: 'machine', group: 'content', levels: { 'never-issued': 5 } },
  'shared-network': {
    score: 'machine',
    group: 'network',
    caps: ['network'],
    neverAlone: true,
    levels: { 'two-hours': 4 },
  },
  'network-kind': {
    score: 'machine',
    group: 'network',
    caps: ['network'],
    neverAlone: true,
    levels: { hosting: 2, tor: 2 },
  },
  'own-notice': { score: 'machine', group: 'favor', levels: { login: -12 } },
  'proof-sent': { score: 'machine', group: 'favor', levels: { 'after-letter': -15 } },
} as const satisfies Readonly<Record<SignalCode, SignalDefinition>>;

export function isSignal(code: string): code is SignalCode {
  return Object.hasOwn(signals, code);
}

export const definitionOf = (signal: SignalCode): SignalDefinition => signals[signal];

/** Decibans by `signal/level`. */
export type Weights = ReadonlyMap<string, number>;
export const weightKey = (signal: string, level: string): string => `${signal}/${level}`;

/** The published weights. A settlement can replace them one by one. */
export function publishedWeights(replaced: Readonly<Record<string, number>> = {}): Weights {
  const weights = new Map<string, number>();
  for (const code of signalCodes)
    for (const [level, points] of Object.entries(definitionOf(code).levels)) {
      const key = weightKey(code, level);
      weights.set(key, replaced[key] ?? points);
    }
  return weights;
}
