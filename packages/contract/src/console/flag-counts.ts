import { type Static, Type } from 'typebox';
import { flagLabels } from './claim-labels.ts';
import { type IntegrityScore, integrityScores, scoreStep } from './integrity.ts';
import { claimFlags } from './review.ts';
import { nullable } from './schema-parts.ts';

const ScoreCountsSchema = Type.Object({
  reached: Type.Integer({ description: 'Claims at the review threshold or above' }),
  close: Type.Integer({ description: `Claims up to ${scoreStep} points below it` }),
  highest: nullable(Type.Number({ description: 'In decibans' })),
});

/**
 * Counts the claims of a list with each flag and with a high score. The person who requests a
 * release or a bulk action and the person who approves it read the same counts.
 */
export const FlagCountsSchema = Type.Object({
  flags: Type.Array(Type.Object({ flag: Type.Enum([...claimFlags]), claims: Type.Integer() }), {
    description: 'Without flags that no claim has',
  }),
  scores: Type.Object({ duplicate: ScoreCountsSchema, machine: ScoreCountsSchema }),
  unscored: Type.Integer({ description: 'Claims whose scores are not computed yet' }),
});
export type FlagCounts = Static<typeof FlagCountsSchema>;

const scoreLabels: Readonly<Record<IntegrityScore, string>> = {
  duplicate: 'Duplicate score',
  machine: 'Machine score',
};
const formatCount = (count: number) => count.toLocaleString('en-US');

/**
 * Describes the counts in sentences: `Flags: 2 Late, 1 High amount. Duplicate score: …`.
 * @param subject begins the first sentence
 */
export function describeFlagCounts({ flags, scores, unscored }: FlagCounts, subject = 'Flags'): string {
  const flagged = flags.map(({ flag, claims }) => `${formatCount(claims)} ${flagLabels[flag]}`).join(', ');
  const ofScores = integrityScores.flatMap((score) => {
    const { reached, close, highest } = scores[score];
    if (highest === null) return [];
    const points = highest.toLocaleString('en-US', { maximumFractionDigits: 1 }).replace('-', '−');
    const near = [
      ...(reached > 0 ? [`${formatCount(reached)} at the review threshold or above`] : []),
      ...(close > 0
        ? [`${formatCount(close)} up to ${scoreStep} points below ${reached > 0 ? 'it' : 'the review threshold'}`]
        : []),
      `highest ${points}`,
    ];
    return `${scoreLabels[score]}: ${near.join(', ')}.`;
  });
  const missing = unscored === 0 ? [] : [`Not scored yet: ${formatCount(unscored)}.`];
  return [`${subject}: ${flagged === '' ? 'none' : flagged}.`, ...ofScores, ...missing].join(' ');
}
