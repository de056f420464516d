import type { Generated } from 'kysely';
import type { ReadKind } from '@redress/contract/console/access-log';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    access_log: AccessLogTable;
  }
}

/** One row for each view, search, reveal, download or export by staff. */
export interface AccessLogTable {
  /** IDs come from the sequence of `claim_history`. */
  id: Generated<string>;
  at: Date;
  staff_id: string;
  session_id: string;
  what: ReadKind;
  subject: string;
  reason: string | null;
  result_ids: readonly string[];
  search_hash: Buffer | null;
  hash: Buffer;
}
