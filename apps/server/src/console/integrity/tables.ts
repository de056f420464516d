import type { ClusterVerdictState } from '@redress/contract/console/integrity';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    claim_observations: ClaimObservationsTable;
    row_sketches: RowSketchesTable;
    claim_keys: { key: string; claim_id: string; brief: string };
    claim_key_hubs: { key: string; kind: string; claims: number; summary: Json<BlockSummary> };
    name_frequencies: { name: string; claims: number };
    integrity_counts: { form_id: string; kind: string; value: string; claims: string };
    claim_links: { claim_id: string; other_id: string; kinds: number; decibans: number; strong: boolean };
    claim_clusters: { id: GeneratedAlways<string>; case_id: string; size: number; changed_at: Date };
    claim_cluster_members: { claim_id: string; cluster_id: string };
    claim_signals: ClaimSignalsTable;
    claim_scores: ClaimScoresTable;
    claim_scores_due: { claim_id: string };
    claim_verdicts: ClaimVerdictsTable;
    cluster_verdicts: ClusterVerdictsTable;
    neutral_marks: NeutralMarksTable;
    integrity_progress: IntegrityProgressTable;
  }
}

/** Written as text, read as a value. */
type Json<T> = ColumnType<T, string, never>;

/** Observations while a claim was filed. Null: not measured. */
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
  /** The date of the list in which the network was looked up, written as `YYYY-MM-DD`. */
  network_list_date: ColumnType<Date | null, string | null, never>;
}

/** A sample of the rows of a data file, by which files are compared. */
export interface RowSketchesTable {
  document_id: string;
  claim_id: string;
  /** Hashes of rows, in order. */
  hashes: string[];
  /** The number of times that each row occurs in the file. */
  counts: number[];
  /** Whether the sample has all rows of the file. */
  whole: boolean;
}

/** The things that the claims of one block have in common. For a hub, its first 200 claims. */
export interface BlockSummary {
  readonly surnames: number;
  readonly givens: number;
  /** Distinct pairs of a first and a last name. */
  readonly names: number;
  /** The most claims within two hours. */
  readonly inTwoHours: number;
  /**
   * The longest series of claims at even or short intervals: the number of claims, and the median
   * seconds between them.
   */
  readonly series?: { readonly claims: number; readonly seconds: number; readonly spread: number };
  /** For `building`: claims without a unit. */
  readonly withoutUnit: number;
  /** For `phone-run` and `mailbox-run`: the most claims with consecutive numbers. */
  readonly run?: NumberRun;
  /** Regions of ZIP codes, and the claims in the most frequent one. */
  readonly regions: number;
  readonly inMainRegion: number;
}

export interface NumberRun {
  readonly claims: number;
  /** The lowest and the highest number. */
  readonly from: number;
  readonly to: number;
}

/** The numbers and claim numbers for an evidence text. */
export type SignalArguments = Readonly<Record<string, string | number>>;

export interface ClaimSignalsTable {
  claim_id: string;
  signal: string;
  level: string;
  strength: number;
  points: number;
  arguments: Json<SignalArguments>;
}

export interface ClaimScoresTable {
  claim_id: string;
  case_id: string;
  duplicate: number;
  machine: number;
  duplicate_reached: boolean;
  machine_reached: boolean;
  catalog: number;
  scored_at: Date;
  sampled: boolean;
}

export type Verdict = 'genuine' | 'duplicate' | 'machine' | 'unclear';

/** The facts known about a claim when a verdict was given. */
export type VerdictEvidence = {
  readonly duplicate: number;
  readonly machine: number;
  /** Whether one of the scores had reached its threshold. */
  readonly flagged: boolean;
  readonly signals: readonly { readonly signal: string; readonly level: string; readonly strength: number }[];
};

export interface ClaimVerdictsTable {
  id: GeneratedAlways<string>;
  request_id: string;
  claim_id: string;
  verdict: Verdict;
  reason: ColumnType<string, string, never>;
  at: Date;
  staff_id: string;
  cluster_id: string | null;
  cluster_size: number | null;
  second: boolean;
  probability: number;
  evidence: Json<VerdictEvidence>;
}

export interface ClusterVerdictsTable {
  /** The browser chooses the ID, so that a sample is drawn once. */
  id: string;
  cluster_id: string;
  case_id: string;
  staff_id: string;
  started_at: Date;
  seed: string;
  /** The members without a verdict, in the order of the draw. The first ones are the sample. */
  claim_ids: string[];
  sample_ids: string[];
  /** The history says that a sample was returned. */
  state: Generated<Exclude<ClusterVerdictState, 'returned'>>;
  verdict: Generated<Exclude<Verdict, 'unclear'> | null>;
  approval_id: Generated<string | null>;
  /** Claims up to this ID have the verdict, or got another one meanwhile. */
  recorded_to: Generated<string>;
  recorded: Generated<number>;
}

export interface NeutralMarksTable {
  id: string;
  case_id: string;
  kind: 'shared-place' | 'known-helper';
  claim_id: string;
  keys: string[];
  reason: string;
  at: Date;
  staff_id: string;
  withdrawn_at: Date | null;
  withdrawn_by: string | null;
}

export interface IntegrityProgressTable {
  id: number;
  catalog: number;
  last_entry: string;
  keyed_to: string | null;
  rescored_to: string | null;
  compared_at: Generated<Date>;
  /** Deadlines after which all claims were scored again, with their forms, and the settings. */
  relinked: Generated<string[]>;
}
