import type { ColumnType, Generated } from 'kysely';
import type { ExportFormat, ExportStatus } from '@redress/contract/console/exports';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    exports: ExportsTable;
  }
}

export interface ExportsTable {
  id: Generated<string>;
  list: string;
  format: ExportFormat;
  query: string;
  columns: string[];
  cases: string[];
  contact_cases: string[];
  with_tax_ids: boolean;
  reason: string | null;
  requested_by: string;
  requested_at: Date;
  up_to: string;
  expected_rows: string | null;
  status: ExportStatus;
  approval_id: string | null;
  decided_by: string | null;
  due_at: Date;
  leased_by: string | null;
  attempts: Generated<number>;
  last_error: string | null;
  row_count: ColumnType<string, string | number | undefined, string | number>;
  byte_count: ColumnType<string | null, number | undefined, number>;
  sha256: Buffer | null;
  key_version: number | null;
  nonce: Buffer | null;
  tag: Buffer | null;
  finished_at: Date | null;
  expires_at: Date | null;
}
