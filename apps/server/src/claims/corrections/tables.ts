import type { CorrectionSource } from '@redress/contract/console/corrections';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    claim_corrections: ClaimCorrectionsTable;
  }
}

/** Corrections of answers and their withdrawals. Only added to; a purge empties value and note. */
export interface ClaimCorrectionsTable {
  id: string;
  claim_id: string;
  /** From 1, within the claim. */
  position: number;
  at: Date;
  staff_id: string;
  field: string;
  /** Null: a withdrawal, or purged. */
  value: string | null;
  /** Null: a withdrawal. */
  source: CorrectionSource | null;
  document_id: string | null;
  note: string | null;
  /** The correction that this row withdraws. */
  withdraws: string | null;
}
