import type { Generated, GeneratedAlways } from 'kysely';
import type { Language } from '@redress/contract/language';
import type { AnyAnswers } from '@redress/forms/answers';
import type { SummarySection } from '@redress/forms/summarize';
import type { Json } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    claims: ClaimsTable;
    claim_tax_ids: ClaimTaxIdsTable;
    captcha_used: { challenge: Buffer; expires_at: Date };
  }
}

export interface ClaimsTable {
  id: GeneratedAlways<string>;
  number: string;
  form_id: string;
  form_version: number;
  case_id: string;
  language: Language;
  notice_id: string | null;
  filed_at: Date;
  late: boolean;
  status: Generated<'filed' | 'purged'>;
  duplicate_notice: GeneratedAlways<boolean>;
  documents_expected: number;
  name: string | null;
  email: string | null;
  zip: string | null;
  state: string | null;
  amount: string | null;
  quantity: string | null;
  answers: Json<AnyAnswers>;
  summary: Json<SummarySection[]>;
  idempotency_key: string | null;
  answers_hash: Buffer;
  documents_due: boolean;
  suspected_machine: boolean;
  without_script: Generated<boolean>;
}

export interface ClaimTaxIdsTable {
  claim_id: string;
  path: string;
  encrypted: Buffer;
  key_version: number;
  lookup: Buffer;
}
