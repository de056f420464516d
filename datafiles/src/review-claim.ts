import type { CheckedFile } from './report.ts';

/** What is known of a claim, besides its files. */
export interface ClaimFacts {
  readonly filer: 'class-member' | 'agent';
  /** The class members by name: the filer itself, or those that an agent files for. Empty until they are typed. */
  readonly members: readonly string[];
  /** As typed: digits with up to four decimals; undefined until it is. */
  readonly amountClaimed?: string;
  /** Purchases are due from this amount, in whole dollars. */
  readonly purchasesDueFrom: number;
}

/** What is to be said of all data files of a claim together. JSON-serialisable. */
export interface ClaimReview {
  /** Of all files, a decimal string with four decimals. Absent when no file has purchases. */
  readonly amount?: string;
  readonly findings: readonly ReviewFinding[];
}
export type ReviewFinding =
  /** Membership data is due from everyone, and no file has it. */
  | { readonly code: 'membership-due' }
  /** Purchases are due with this amount, and no file has them. */
  | { readonly code: 'purchases-due' }
  /** `data` is what the counted rows come to. */
  | { readonly code: 'amount-differs'; readonly claimed: string; readonly data: string }
  /** An agent of several class members, and rows that name no plan. */
  | { readonly code: 'plans-missing'; readonly rows: number }
  /** Class members of the form, or plans with purchases, for which no file has membership data. `names`: the first 20. */
  | { readonly code: 'members-without-membership'; readonly names: readonly string[]; readonly count: number };

/** Compares the data files of a claim with each other and with the form. Cheap: it may be called whenever an answer changes. */
export function reviewClaim(files: readonly CheckedFile[], facts: ClaimFacts): ClaimReview {
  throw new Error(`not built: ${files.length} ${facts.filer}`);
}
