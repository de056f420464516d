import type { ColumnKey, TableKind } from '../rules.ts';
import type { FileCheck } from './check-context.ts';
import type { MembershipRow } from './membership-totals.ts';
import { saysNothing } from './value-formats.ts';
import type { PurchaseRow } from './totals.ts';
import type { Verdict } from './cell-result.ts';

/** Adds the rows of one table to the totals of its kind. Verdicts are in the order of the table's columns. */
export interface RowCounts {
  counted(verdicts: readonly Verdict[]): void;
  /** An amount in units; NaN when it could not be read. */
  faulty(units: number): void;
  duplicate(units: number, share: number): void;
}

/** `columns`: those that the table has, in the order of the verdicts. */
export function countRows(file: FileCheck, kind: TableKind, columns: readonly ColumnKey[]): RowCounts {
  return kind === 'purchases' ? countPurchaseRows(file, columns) : countMembershipRows(file, columns);
}

const nobody: Verdict = {
  value: Number.NaN,
  problems: [],
  shown: saysNothing,
  weight: 0,
  text: '',
  print1: 0,
  print2: 0,
  group: 0,
};

function countPurchaseRows({ purchases }: FileCheck, columns: readonly ColumnKey[]): RowCounts {
  const [amountAt, dateAt, stateAt] = [
    columns.indexOf('amount'),
    columns.indexOf('date'),
    columns.indexOf('stateOfPurchase'),
  ];
  const [drugAt, payorAt, planAt] = [columns.indexOf('drug'), columns.indexOf('payor'), columns.indexOf('planName')];
  const row: PurchaseRow = { units: 0, day: 0, region: 0, drug: 0, plan: nobody, namesPlan: false };
  return {
    counted(verdicts) {
      row.units = verdicts[amountAt]?.value ?? 0;
      row.day = verdicts[dateAt]?.value ?? 0;
      row.region = verdicts[stateAt]?.value ?? 0;
      row.drug = verdicts[drugAt]?.value ?? 0;
      const plan = verdicts[planAt];
      row.namesPlan = plan !== undefined && plan.text !== '';
      row.plan = (row.namesPlan ? plan : verdicts[payorAt]) ?? nobody;
      purchases.count(row);
    },
    faulty: purchases.countFaulty,
    duplicate: purchases.countDuplicate,
  };
}

function countMembershipRows({ membership }: FileCheck, columns: readonly ColumnKey[]): RowCounts {
  const [yearAt, stateAt, membersAt] = [columns.indexOf('year'), columns.indexOf('state'), columns.indexOf('members')];
  const [payorAt, planAt] = [columns.indexOf('payor'), columns.indexOf('planName')];
  const row: MembershipRow = { year: 0, region: 0, members: 0, plan: nobody };
  return {
    counted(verdicts) {
      row.year = verdicts[yearAt]?.value ?? 0;
      row.region = verdicts[stateAt]?.value ?? 0;
      row.members = verdicts[membersAt]?.value ?? 0;
      const plan = verdicts[planAt];
      row.plan = (plan !== undefined && plan.text !== '' ? plan : verdicts[payorAt]) ?? nobody;
      membership.count(row);
    },
    faulty: membership.countFaulty,
    // Members who are told of twice are the filer's to correct; nothing is added up by rows here.
    duplicate: () => {},
  };
}
