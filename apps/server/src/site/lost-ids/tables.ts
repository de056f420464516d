import type { Generated, GeneratedAlways } from 'kysely';
import type { IdRequestState } from '@redress/contract/console/id-requests';
import type { Language } from '@redress/contract/language';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    id_requests: IdRequestsTable;
  }
}

export interface IdRequestsTable {
  id: GeneratedAlways<string>;
  request_hash: Buffer;
  case_id: string;
  requested_at: Date;
  language: Language;
  suspected_machine: boolean;
  name: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  phone: string | null;
  email: string | null;
  answer_state: Generated<IdRequestState>;
  letter_waits: Generated<boolean>;
}
