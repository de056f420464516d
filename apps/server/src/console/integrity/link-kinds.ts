import { type LinkKind, linkKinds } from '@redress/contract/console/integrity';
import type { KeyKind } from './blocking-keys.ts';

/** The bit of each kind in `claim_links.kinds`. It is stored: new kinds are added at the end. */
export const bitOf = (kind: LinkKind): number => 2 ** linkKinds.indexOf(kind);

export const kindsOf = (bits: number): LinkKind[] => linkKinds.filter((kind) => (bits & bitOf(kind)) !== 0);

/** Kinds of keys that only find candidates and are not links. */
const searchOnly: ReadonlySet<KeyKind> = new Set([
  'surname-zip',
  'name-state',
  'email-pattern',
  'mailbox-run',
  'family',
  // One equal row is not evidence: files are compared by all that they have in common.
  'data-rows',
]);

export function linkKindOf(kind: KeyKind): LinkKind | undefined {
  return searchOnly.has(kind) ? undefined : linkKinds.find((each) => each === kind);
}

/** Kinds that are evidence of the same thing count as one way of being linked. */
const ways: readonly (readonly LinkKind[])[] = [
  ['notice'],
  ['answers'],
  ['person'],
  ['document'],
  ['tax-id'],
  ['phone'],
  ['mailbox'],
  ['address', 'building'],
  ['domain'],
  ['browser', 'network'],
  ['amount'],
  ['phone-run'],
  ['data-rows'],
];
const bitsOfWays = ways.map((kinds) => kinds.reduce((bits, kind) => bits | bitOf(kind), 0));

/** The number of ways in which two claims are linked. */
export const countWays = (bits: number): number => bitsOfWays.filter((way) => (bits & way) !== 0).length;

const strongAlone = (['answers', 'person', 'document', 'tax-id', 'mailbox', 'notice', 'data-rows'] as const).reduce(
  (bits, kind) => bits | bitOf(kind),
  0,
);

/** Strong links join clusters: one thing that is rarely shared, or two that sometimes are. */
export const isStrong = (bits: number): boolean => (bits & strongAlone) !== 0 || countWays(bits) >= 2;
