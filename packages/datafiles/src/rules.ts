/**
 * What data files are checked against: the rules of one settlement, as plain JSON-serialisable data. The same rules serve the browser, the
 * server and the command line, so that each says the same of a file.
 */
export interface DataRules {
  /** The first and the last day that counts (`YYYY-MM-DD`). */
  readonly period: { readonly from: string; readonly to: string };
  readonly regions: readonly Region[];
  /** The packages that count. */
  readonly drugs: readonly ListedDrug[];
  /** What else may stand in the place of a code. */
  readonly drugNames: readonly DrugName[];
  readonly tables: {
    readonly purchases: readonly ColumnRules<PurchaseColumn>[];
    readonly membership: readonly ColumnRules<MembershipColumn>[];
  };
}

export const tableKinds = ['purchases', 'membership'] as const;
/** A row for each fill, or a row for each state and year. */
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

/** A column of the template; they stand in the template's order. */
export interface ColumnRules<Key extends ColumnKey = ColumnKey> {
  readonly key: Key;
  /** As the template has it. */
  readonly header: string;
  /** Other headers that mean it, the surest first. Capitals, spaces, punctuation and accents do not count. */
  readonly spellings: readonly string[];
  /** `agents`: asked of agents of several class members only. */
  readonly from: 'everyone' | 'agents';
  /** Characters in a line of a fixed-width file; no value may be longer. */
  readonly length: number;
}

/** A state or a territory. */
export interface Region {
  readonly name: string;
  /** As the mail writes it (`AZ`). */
  readonly code: string;
  /** Purchases there count. */
  readonly counts: boolean;
}
export interface ListedDrug {
  /** With hyphens, as on the list: `99999-0833-21`. */
  readonly ndc: string;
  /** 11 digits. */
  readonly digits: string;
  /** For people: product, strength and package. */
  readonly label: string;
}
export interface DrugName {
  readonly label: string;
  /** Capitals, spaces and punctuation do not count. */
  readonly spellings: readonly string[];
}

/** A header, a region or a drug name without capitals, accents, spaces and punctuation. */
export function normalizeSpelling(text: string): string {
  return (
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]+/g, '')
      // ASCII, Latin-1 and general punctuation. Older browsers that we support lack property escapes.
      .replace(/[\s!-/:-@[-`{-~\u0080-\u00bf\u2000-\u206f\ufeff]+/g, '')
      .toLowerCase()
  );
}
