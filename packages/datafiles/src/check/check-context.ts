import type { FaultyRow } from '../report.ts';
import type { DataRules } from '../rules.ts';
import type { Judges } from './cell-validators.ts';
import { makeJudges } from './cell-validators.ts';
import type { FindingsKeeper } from './findings.ts';
import { keepFindings } from './findings.ts';
import type { MembershipCounter } from './membership-totals.ts';
import { countMembership } from './membership-totals.ts';
import type { PurchaseCounter } from './totals.ts';
import { countPurchases } from './totals.ts';
import type { RowMemory } from './row-memory.ts';
import { rememberTables } from './row-memory.ts';
import type { HeaderReader } from './headers.ts';
import { readHeaders } from './headers.ts';

/** What the checks of all tables of a file share. */
export interface FileCheck {
  readonly rules: DataRules;
  readonly judges: Judges;
  readonly headers: HeaderReader;
  readonly findings: FindingsKeeper;
  readonly memory: RowMemory;
  readonly purchases: PurchaseCounter;
  readonly membership: MembershipCounter;
  readonly onFaultyRow: ((row: FaultyRow) => void) | undefined;
}

export function beginFile(
  rules: DataRules,
  options: {
    readonly onFaultyRow?: ((row: FaultyRow) => void) | undefined;
    readonly rememberedRows?: number | undefined;
  },
): FileCheck {
  const judges = makeJudges(rules);
  return {
    rules,
    judges,
    headers: readHeaders(rules),
    findings: keepFindings(),
    memory: rememberTables(options.rememberedRows),
    purchases: countPurchases(rules, judges.drugLabels),
    membership: countMembership(rules),
    onFaultyRow: options.onFaultyRow,
  };
}
