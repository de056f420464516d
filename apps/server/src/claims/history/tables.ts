import type { Generated } from 'kysely';
import type { EntryColumns } from '../../platform/history/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    claim_history: ClaimHistoryTable;
  }
}

export interface ClaimHistoryTable extends EntryColumns {
  claim_id: string;
  /** IDs grow in order of insertion, with gaps. */
  id: Generated<string>;
}
