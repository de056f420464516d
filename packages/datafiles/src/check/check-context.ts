import type { FaultyRow } from '../report.ts';
import type { DataRules } from '../rules.ts';
import { createCellValidators } from './cell-validators.ts';
import { createDuplicateFinder } from './duplicate-rows.ts';
import { createFindingList } from './findings.ts';
import { createHeaderReader } from './headers.ts';
import { createRowSketch } from './row-sketch.ts';
import { createMembershipCounter, createPurchaseCounter } from './totals.ts';

export type CheckContext = ReturnType<typeof createCheckContext>;

/** The checks of all tables of a file share this context. */
export function createCheckContext(
  rules: DataRules,
  onFaultyRow: ((row: FaultyRow) => void) | undefined,
  maxIndexedRows: number | undefined,
  isSketched = false,
) {
  const validators = createCellValidators(rules);
  return {
    rules,
    validators,
    headers: createHeaderReader(rules),
    findings: createFindingList(),
    duplicates: createDuplicateFinder(maxIndexedRows),
    purchases: createPurchaseCounter(rules, validators.drugLabels),
    membership: createMembershipCounter(rules),
    sketch: isSketched ? createRowSketch(rules, validators.drugLabels) : undefined,
    onFaultyRow,
  } as const;
}
