import { type ClaimVerdict, claimVerdicts } from './integrity.ts';

export const verdictNames: Readonly<Record<ClaimVerdict, string>> = {
  genuine: 'genuine',
  duplicate: 'duplicate',
  machine: 'machine-made',
  unclear: 'unclear',
};

/** Counts the verdicts of a sample: `5 machine-made, 1 unclear`. */
export const describeVerdicts = (found: readonly (ClaimVerdict | null)[]): string =>
  claimVerdicts
    .map((verdict) => ({ verdict, claims: found.filter((each) => each === verdict).length }))
    .filter(({ claims }) => claims > 0)
    .map(({ verdict, claims }) => `${claims} ${verdictNames[verdict]}`)
    .join(', ');
