import type { CorrectionSource } from '@redress/contract/console/corrections';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    claim_corrections: ClaimCorrectionsTable;
  }
}

/** Corrections and their withdrawals. Rows are only added; a purge empties value and note. */
export interface ClaimCorrectionsTable {
  id: string;
  claim_id: string;
  /** Positions count from 1 within the claim. */
  position: number;
  at: Date;
  staff_id: string;
  field: string;
  /** Null for a withdrawal and after a purge. */
  value: string | null;
  /** Null for a withdrawal. */
  source: CorrectionSource | null;
  document_id: string | null;
  note: string | null;
  /** The correction that this row withdraws. */
  withdraws: string | null;
}
