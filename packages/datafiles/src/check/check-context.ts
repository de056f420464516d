import type { FaultyRow, MembershipTotals, PurchaseTotals } from '../report.ts';
import type { DataRules } from '../rules.ts';
import type { CellValidators } from './cell-validators.ts';
import { createCellValidators } from './cell-validators.ts';
import type { DuplicateFinder } from './duplicate-rows.ts';
import { createDuplicateFinder } from './duplicate-rows.ts';
import type { FindingList } from './findings.ts';
import { createFindingList } from './findings.ts';
import type { HeaderReader } from './headers.ts';
import { createHeaderReader } from './headers.ts';
import type { TotalsCounter } from './totals.ts';
import { createMembershipCounter, createPurchaseCounter } from './totals.ts';

/** What the checks of all tables of a file share. */
export interface CheckContext {
  readonly rules: DataRules;
  readonly validators: CellValidators;
  readonly headers: HeaderReader;
  readonly findings: FindingList;
  readonly duplicates: DuplicateFinder;
  readonly purchases: TotalsCounter<PurchaseTotals>;
  readonly membership: TotalsCounter<MembershipTotals>;
  readonly onFaultyRow: ((row: FaultyRow) => void) | undefined;
}

export function createCheckContext(
  rules: DataRules,
  onFaultyRow: ((row: FaultyRow) => void) | undefined,
  maxIndexedRows: number | undefined,
): CheckContext {
  const validators = createCellValidators(rules);
  return {
    rules,
    validators,
    headers: createHeaderReader(rules),
    findings: createFindingList(),
    duplicates: createDuplicateFinder(maxIndexedRows),
    purchases: createPurchaseCounter(rules, validators.drugLabels),
    membership: createMembershipCounter(rules),
    onFaultyRow,
  };
}
