/** What a settlement changes about the scores of duplicate and machine-made claims. */
export interface IntegrityRules {
  /** Decibans from which on a claim is queued; 0, one half, by default. */
  readonly thresholds?: { readonly duplicate?: number; readonly machine?: number };
  /** Decibans by `signal/level`, instead of the published ones. */
  readonly weights?: Readonly<Record<string, number>>;
}
