/** The rules of one settlement, as JSON-serializable data for browser, server and command line. */
export interface DataRules {
  /** The first and the last day of the class period (`YYYY-MM-DD`). */
  readonly period: { readonly from: string; readonly to: string };
  readonly regions: readonly Region[];
  /** The packages that count. */
  readonly drugs: readonly ListedDrug[];
  /** Names that are accepted in place of a code. */
  readonly drugNames: readonly DrugName[];
  readonly tables: {
    readonly purchases: readonly ColumnRules<PurchaseColumn>[];
    readonly membership: readonly ColumnRules<MembershipColumn>[];
  };
  /** The template's sheets without data, by name. A filled-in template has them too. */
  readonly templateSheets?: readonly string[];
}

export const tableKinds = ['purchases', 'membership'] as const;
/** One row for each fill, or one for each state and year. */
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

/** A column of the template. The order is the template's. */
export interface ColumnRules<Key extends ColumnKey = ColumnKey> {
  readonly key: Key;
  /** As in the template. */
  readonly header: string;
  /** Other headers with this meaning, the most certain first, compared with `normalizeSpelling`. */
  readonly spellings: readonly string[];
  /** `agents`: only agents of several class members need it. */
  readonly from: 'everyone' | 'agents';
  /** The width in a fixed-width file, and the limit of any value. */
  readonly length: number;
}

export interface Region {
  readonly name: string;
  /** The postal code (`AZ`). */
  readonly code: string;
  /** Purchases there count. */
  readonly counts: boolean;
}
export interface ListedDrug {
  /** With hyphens, as on the list: `99999-0833-21`. */
  readonly ndc: string;
  /** 11 digits. */
  readonly digits: string;
  /** Product, strength and package. */
  readonly label: string;
}
export interface DrugName {
  readonly label: string;
  /** Compared with `normalizeSpelling`. */
  readonly spellings: readonly string[];
}

/** A header, a region or a drug name without capitals, accents, spaces and punctuation. */
export function normalizeSpelling(text: string): string {
  return (
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]+/g, '')
      // ASCII, Latin-1 and general punctuation. Older supported browsers lack property escapes.
      .replace(/[\s!-/:-@[-`{-~\u0080-\u00bf\u2000-\u206f\ufeff]+/g, '')
      .toLowerCase()
  );
}
