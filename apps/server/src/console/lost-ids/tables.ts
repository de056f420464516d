import type { GeneratedAlways } from 'kysely';
import type { IdRequestAnswer } from '@redress/contract/console/id-requests';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    id_request_answers: IdRequestAnswersTable;
    id_letter_lists: IdLetterListsTable;
    id_letters: { list_id: string; request_id: string; position: number; address_id: string | null };
  }
}

export interface IdRequestAnswersTable {
  request_id: string;
  position: number;
  answer: IdRequestAnswer;
  notice_id: string | null;
  note: string;
  answered_by: string;
  answered_at: Date;
}

export interface IdLetterListsTable {
  id: GeneratedAlways<string>;
  case_id: string;
  made_by: string;
  made_at: Date;
  letters: number;
}
