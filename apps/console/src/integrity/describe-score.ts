import {
  type ClaimIntegrity,
  type ClusterVerdictState,
  type IntegrityScore,
  type IntegrityScoreDetails,
  type LinkKind,
  type NeutralMarkKind,
  scoreStep,
} from '@redress/contract/console/integrity';
import type { Tone } from '../ui/status-badge.tsx';

export const scoreNames: Readonly<Record<IntegrityScore, string>> = {
  duplicate: 'Duplicate',
  machine: 'Machine-made',
};

export const linkNames: Readonly<Record<LinkKind, string>> = {
  notice: 'Notice ID',
  answers: 'all answers',
  person: 'name and contact',
  document: 'document',
  'tax-id': 'tax ID',
  phone: 'phone number',
  mailbox: 'mailbox',
  address: 'address',
  building: 'building',
  domain: 'email domain',
  browser: 'browser',
  network: 'network',
  amount: 'amount',
  'phone-run': 'counted phone numbers',
  'data-rows': 'data rows',
};

export const markNames: Readonly<Record<NeutralMarkKind, string>> = {
  'shared-place': 'Shared place',
  'known-helper': 'Known helper',
};

export const clusterStates: Readonly<Record<ClusterVerdictState, readonly [label: string, tone: Tone]>> = {
  sample: ['Sample is being reviewed', 'open'],
  asked: ['Awaiting second approval', 'warn'],
  approved: ['Recording', 'open'],
  recorded: ['Recorded', 'good'],
  declined: ['Declined', 'bad'],
  returned: ['Sample returned', 'past'],
};

const points = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** Formats points, for example `3.5` or `−20`. */
export const formatPoints = (decibans: number): string => points.format(decibans).replace('-', '−');
export const formatSigned = (decibans: number): string => signed.format(decibans).replace('-', '−');

/** Whether any signal raises the score. */
export const hasSignalFor = ({ signals }: Pick<IntegrityScoreDetails, 'signals'>): boolean =>
  signals.some(({ counted }) => counted > 0);

/** Links that one claimant's two claims have. */
const ofOneClaimant: ReadonlySet<LinkKind> = new Set(['notice', 'answers', 'person', 'document', 'tax-id']);

/**
 * The number of a later claim that matches this one, if no evidence says that this one is a
 * duplicate: of two matching claims, only the later one gets points.
 */
export const findLaterMatch = ({
  duplicate,
  links,
}: {
  readonly duplicate: Pick<IntegrityScoreDetails, 'signals'>;
  readonly links: ClaimIntegrity['links'];
}): string | undefined =>
  hasSignalFor(duplicate)
    ? undefined
    : links.find(({ isLater, kinds }) => isLater && kinds.some((kind) => ofOneClaimant.has(kind)))?.claim;

/** Describes how strong the evidence is. */
export function describeScore(score: IntegrityScoreDetails): string {
  const { decibans, threshold, reached } = score;
  if (reached) return decibans >= threshold + scoreStep ? 'Very strong evidence' : 'Strong evidence';
  return hasSignalFor(score) ? 'Weak evidence (below threshold)' : 'No evidence';
}

/**
 * The odds that points stand for: `2 to 1`, `1 to 100`. They are an estimate: the points are not
 * fitted to data.
 */
export function describeOdds(decibans: number): string {
  const odds = 10 ** (Math.abs(decibans) / 10);
  const rounded = odds < 10 ? points.format(odds) : points.format(Number(odds.toPrecision(2)));
  return decibans >= 0 ? `${rounded} to 1` : `1 to ${rounded}`;
}
