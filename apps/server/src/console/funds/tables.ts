import type { LedgerAccount } from '@redress/contract/console/funds';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    court_orders: CourtOrdersTable;
    ledger_transactions: LedgerTransactionsTable;
    ledger_entries: LedgerEntriesTable;
  }
}

export interface CourtOrdersTable {
  id: Generated<string>;
  fund_id: string;
  name: string;
  pdf: Buffer;
  sha256: Buffer;
  uploaded_by: string;
  uploaded_at: Date;
}

export interface LedgerTransactionsTable {
  id: string;
  fund_id: string;
  kind: string;
  effective_on: string;
  source_kind: string;
  source_id: string;
  reverses: string | null;
  docket: string | null;
  ordered_on: string | null;
  order_id: string | null;
  entries: number;
  entered_by: string | null;
  approval_id: string | null;
  posted_at: Date;
}

export interface LedgerEntriesTable {
  transaction_id: string;
  account: LedgerAccount;
  /** Debits are positive. */
  cents: string;
}
