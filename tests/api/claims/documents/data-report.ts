import type { CheckedFile } from '@redress/datafiles/report';

const none = { rows: 0, amount: '0.0000' };

/** A possible result for a purchase file: 1,000 rows that count, 12 that do not, 40 to review. */
export const checkedPurchases: CheckedFile = {
  outcome: 'checked',
  report: {
    format: { kind: 'workbook' },
    tables: [{ kind: 'purchases', headers: [], sample: [], columns: [], rows: 1_012 }],
    purchases: {
      rows: 1_012,
      counted: { rows: 1_000, amount: '412500.7500' },
      faulty: { rows: 12, amount: '80.0000' },
      reversals: none,
      duplicates: { ...none, estimated: false },
      withoutPlan: 0,
      byState: [],
      byYear: [],
      byDrug: [],
      byPlan: [{ name: 'Larkmoor Health Plan', rows: 1_000, amount: '412500.7500' }],
    },
    counts: [
      { code: 'date-unreadable', severity: 'error', count: 12 },
      { code: 'amount-zero', severity: 'warning', count: 40 },
    ],
    findings: [],
  },
};
