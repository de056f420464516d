import type { ClaimVerdict } from './integrity.ts';

/** What somebody found out about a claim, in words. */
export const verdictNames: Readonly<Record<ClaimVerdict, string>> = {
  genuine: 'genuine',
  duplicate: 'the same claimant twice',
  machine: 'made by a machine',
  unclear: 'unclear',
};
