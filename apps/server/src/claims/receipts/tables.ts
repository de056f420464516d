import type { GeneratedAlways } from 'kysely';
import type { LeaseColumns } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    receipt_outbox: ReceiptOutboxTable;
  }
}

export interface ReceiptOutboxTable extends LeaseColumns {
  id: GeneratedAlways<string>;
  claim_id: string;
  kind: 'receipt';
  created_at: Date;
  due_at: Date;
  done_at: Date | null;
  outcome: 'sent' | 'refused' | null;
}
