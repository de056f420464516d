import type { Group, PurchaseTotals } from '../report.ts';
import { keptPlans } from '../report.ts';
import type { DataRules } from '../rules.ts';
import { maskPossibleTaxIds } from './cell-text.ts';
import { compareSums } from './exact-sum.ts';
import type { GroupSums } from './group-sums.ts';
import { addRow, addRowSum, describeGroups, describeSum, groupSums, newRowSum, totalOf } from './group-sums.ts';
import { nameGroups } from './named-groups.ts';
import type { Verdict } from './cell-result.ts';

/** What the purchases of all tables of a file come to. */
export interface PurchaseCounter {
  count(row: PurchaseRow): void;
  /** A row with an error: its amount in units, NaN when it could not be read. */
  countFaulty(units: number): void;
  /** A counted row that says the same as an earlier one. */
  countDuplicate(units: number, share: number): void;
  totals(isEstimate: boolean): PurchaseTotals | undefined;
}
/** A row without an error. Filled anew for each one: a million objects would cost. */
export interface PurchaseRow {
  units: number;
  day: number;
  /** The places of the state of purchase and the drug. */
  region: number;
  drug: number;
  /** The cell that names whose row it is. */
  plan: Verdict;
  namesPlan: boolean;
}

export function countPurchases(rules: DataRules, drugLabels: readonly string[]): PurchaseCounter {
  const [firstYear, lastYear] = [Number(rules.period.from.slice(0, 4)), Number(rules.period.to.slice(0, 4))];
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => String(firstYear + index));
  const [faulty, reversals, duplicates] = [newRowSum(), newRowSum(), newRowSum()];
  const byState = groupSums(rules.regions.length);
  const byYear = groupSums(years.length);
  const byDrug = groupSums(drugLabels.length);
  const plans = nameGroups();
  const byPlan = groupSums(64);
  let withoutPlan = 0;

  return {
    count({ units, day, region, drug, plan, namesPlan }) {
      if (units < 0) addRow(reversals, units);
      if (!namesPlan) withoutPlan += 1;
      byState.add(region, units);
      byYear.add(Math.floor(day / 10_000) - firstYear, units);
      byDrug.add(drug, units);
      byPlan.add(plans.placeOf(plan), units);
    },
    countFaulty(units) {
      if (Number.isNaN(units)) faulty.rows += 1;
      else addRow(faulty, units);
    },
    countDuplicate(units, share) {
      for (let time = 0; time < share; time += 1) addRow(duplicates, units);
    },
    totals(isEstimate) {
      const counted = totalOf(byState);
      const rows = counted.rows + faulty.rows;
      if (rows === 0) return undefined;
      return {
        rows,
        counted: describeSum(counted),
        faulty: describeSum(faulty),
        reversals: describeSum(reversals),
        duplicates: { ...describeSum(duplicates), estimated: isEstimate },
        withoutPlan,
        byState: describeGroups(
          byState,
          rules.regions.map(({ name }) => name),
        ),
        byYear: describeGroups(byYear, years),
        byDrug: describeGroups(byDrug, drugLabels),
        byPlan: describePlans(byPlan, plans.names),
      };
    },
  };
}

/** The largest first, and last all that are too many. */
function describePlans(sums: GroupSums, names: readonly string[]): readonly Group[] {
  const named = names.slice(1).map((name, index) => ({ name, sum: sums.sumOf(index + 1) }));
  named.sort((one, other) => compareSums(other.sum.amount, one.sum.amount) || (one.name < other.name ? -1 : 1));
  const rest = sums.sumOf(0);
  for (const { sum } of named.slice(keptPlans)) addRowSum(rest, sum);
  return [
    ...named.slice(0, keptPlans).map(({ sum, name }) => ({ name: maskPossibleTaxIds(name), ...describeSum(sum) })),
    ...(rest.rows === 0 ? [] : [{ name: '', ...describeSum(rest) }]),
  ];
}
