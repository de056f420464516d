import type { CallTopic } from '@redress/contract/console/claim-details';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    notes: NotesTable;
    calls: CallsTable;
  }
}

export interface NotesTable {
  id: string;
  claim_id: string;
  at: Date;
  staff_id: string;
  text: string;
}

export interface CallsTable extends NotesTable {
  topic: CallTopic;
}
