import type { ColumnType, Generated } from 'kysely';

/** The tables that Kysely's queries use. Each feature adds its own in its `tables.ts`. */
export interface Tables {
  periodic_jobs: LeaseColumns & { name: string; due_at: Date };
  limit_counters: { key: Buffer; window_start: Date; hits: number; expires_at: Date };
  operation_runs: OperationRunsTable;
}

// `bigint` and `numeric` are strings, because neither fits a JavaScript number.

/** JSON is written as text and read as a value. */
export type Json<T> = ColumnType<T, string, never>;

/** Like `Json`, but written after the row, or never. */
export type LaterJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface LeaseColumns {
  leased_by: string | null;
  attempts: Generated<number>;
  last_error: string | null;
}

/** The lease columns of jobs that have a due time. */
export interface DueColumns extends LeaseColumns {
  due_at: Date;
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The last results of the commands that an operator's timers run. */
export interface OperationRunsTable {
  operation: 'backup' | 'verify' | 'purge';
  succeeded_at: Date | null;
  failed_at: Date | null;
}
