/** The rules of one settlement are JSON-serializable, for browser, server and command line. */
export interface DataRules {
  /** The class period includes both days (`YYYY-MM-DD`). */
  readonly period: { readonly from: string; readonly to: string };
  readonly regions: readonly Region[];
  /** Only these packages count. */
  readonly drugs: readonly ListedDrug[];
  /** These names are accepted in place of a code. */
  readonly drugNames: readonly DrugName[];
  readonly tables: {
    readonly purchases: readonly ColumnRules<PurchaseColumn>[];
    readonly membership: readonly ColumnRules<MembershipColumn>[];
  };
  /** The template has these sheets without data, even when it is filled in. */
  readonly templateSheets?: readonly string[];
}

export const tableKinds = ['purchases', 'membership'] as const;
/** Purchases have a row for each fill, membership a row for each state and year. */
export type TableKind = (typeof tableKinds)[number];

export const purchaseColumns = [
  'payor',
  'drug',
  'date',
  'stateOfPurchase',
  'stateOfInsured',
  'amount',
  'planName',
  'planFein',
] as const;
export type PurchaseColumn = (typeof purchaseColumns)[number];
export const membershipColumns = ['payor', 'year', 'state', 'members', 'planName', 'planFein'] as const;
export type MembershipColumn = (typeof membershipColumns)[number];
export type ColumnKey = PurchaseColumn | MembershipColumn;

/** Columns are in the template's order. */
export interface ColumnRules<Key extends ColumnKey = ColumnKey> {
  readonly key: Key;
  readonly header: string;
  /** Other headers have this meaning, the most certain first. `normalizeSpelling` compares them. */
  readonly spellings: readonly string[];
  /** `agents`: only agents of several class members need it. */
  readonly from: 'everyone' | 'agents';
  /** This is the width in a fixed-width file, and the limit of any value. */
  readonly length: number;
}

export interface Region {
  readonly name: string;
  /** The postal code (`AZ`). */
  readonly code: string;
  /** True if purchases in the region count. */
  readonly counts: boolean;
}
export interface ListedDrug {
  /** The code has hyphens, as on the list: `99999-0833-21`. */
  readonly ndc: string;
  /** The code has 11 digits. */
  readonly digits: string;
  /** The label has product, strength and package. */
  readonly label: string;
}
export interface DrugName {
  readonly label: string;
  /** `normalizeSpelling` compares them. */
  readonly spellings: readonly string[];
}

/** Normalizes a header, a region or a drug name: no capitals, accents, spaces or punctuation. */
export function normalizeSpelling(text: string): string {
  return (
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]+/g, '')
      // Older supported browsers lack property escapes for this punctuation.
      .replace(/[\s!-/:-@[-`{-~\u0080-\u00bf\u2000-\u206f\ufeff]+/g, '')
      .toLowerCase()
  );
}
