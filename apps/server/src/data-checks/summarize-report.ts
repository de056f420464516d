import type { DataReport } from '@redress/datafiles/report';

export interface ReportSum {
  /** All that were read as data. */
  readonly rows: number;
  readonly errors: number;
  readonly warnings: number;
  /** What the purchases without an error come to: decimal string. Absent where the file has no purchases. */
  readonly amount?: string;
}

/** A report in a few numbers. */
export function sumUp({ tables, counts, purchases }: DataReport): ReportSum {
  const count = (wanted: string) =>
    counts.filter(({ severity }) => severity === wanted).reduce((sum, one) => sum + one.count, 0);
  return {
    rows: tables.filter(({ kind }) => kind !== 'none').reduce((sum, table) => sum + table.rows, 0),
    errors: count('error'),
    warnings: count('warning'),
    ...(purchases ? { amount: purchases.counted.amount } : {}),
  };
}
