import type { GeneratedAlways } from 'kysely';
import type { LeaseColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    outbox: OutboxTable;
  }
}

export interface OutboxTable extends LeaseColumns {
  id: GeneratedAlways<string>;
  claim_id: string;
  kind: 'receipt';
  created_at: Date;
  due_at: Date;
  /** Only of rows that earlier releases wrote. */
  queued_at: Date | null;
  done_at: Date | null;
  outcome: 'sent' | 'refused' | null;
}
