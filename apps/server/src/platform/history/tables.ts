import type { Generated } from 'kysely';
import type { Json } from '../database/tables.ts';

declare module '../database/tables.ts' {
  interface Tables {
    history_seals: HistorySealsTable;
    record_history: RecordHistoryTable;
  }
}

/** The columns of an entry of any history. */
export interface EntryColumns {
  position: number;
  at: Date;
  kind: string;
  details: Json<Record<string, string | number | boolean>>;
  previous_hash: Buffer | null;
  hash: Buffer;
}

export interface RecordHistoryTable extends EntryColumns {
  record_kind: string;
  record_id: string;
  /** IDs come from the sequence of `claim_history`. */
  id: Generated<string>;
}

export interface HistorySealsTable {
  position: string;
  sealed_at: Date;
  entries: number;
  tree_root: Buffer;
  previous_root: Buffer | null;
  root: Buffer;
  signature: Buffer;
  key_version: number;
  last_entry: string;
}
