import type { ColumnType } from 'kysely';

/** Tables about duplicate and machine-made claims, which `0024-integrity.sql` creates. */
export interface IntegrityTables {
  claim_observations: ClaimObservationsTable;
}

/** What was observed while a claim was filed. Null: not measured. */
export interface ClaimObservationsTable {
  claim_id: string;
  case_id: string;
  at: Date;
  visible_seconds: number | null;
  fields_typed: number | null;
  fields_pasted: number | null;
  fields_filled: number | null;
  fields_other: number | null;
  draft_restored: boolean | null;
  /** `navigator.webdriver` */
  automated: boolean | null;
  without_script: boolean;
  claims_chrome: boolean | null;
  lacks_client_hints: boolean | null;
  /** Keyed hashes of the client's address, its /24 or /48, and a random token of the browser. */
  address_hash: Buffer | null;
  network_hash: Buffer | null;
  browser_hash: Buffer | null;
  network_kind: 'hosting' | 'tor' | 'relay' | null;
  /** Of the list by which the kind was looked up, written as `YYYY-MM-DD`. */
  network_list_date: ColumnType<Date | null, string | null, never>;
}
