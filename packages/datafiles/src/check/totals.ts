import { type Group, type MembershipTotals, type PurchaseTotals, maxPlans } from '../report.ts';
import type { ColumnKey, DataRules } from '../rules.ts';
import type { CellResult } from './cell-result.ts';
import { maskPossibleTaxIds } from './cell-text.ts';
import { compareSums } from './exact-sum.ts';
import type { GroupSums } from './group-sums.ts';
import { addRow, addRowSum, createGroupSums, createNameIndex, formatRowSum, newRowSum } from './group-sums.ts';

/** Adds the rows of one table to the totals of its kind. */
export interface RowCounter {
  /** Counts a row without an error. The results are in the order of the table's columns. */
  count(results: readonly CellResult[]): void;
  /** Counts a row with an error. `units` is its amount, NaN when it could not be read. */
  countFaulty(units: number): void;
  /** Notes that a counted row repeats an earlier one, and stands for `weight` such rows. */
  countDuplicate(units: number, weight: number): void;
}

/** Adds up all tables of one kind in a file. */
export interface TotalsCounter<Totals> {
  /** `columns` are those that the table has, in the order of the results. */
  forTable(columns: readonly ColumnKey[]): RowCounter;
  /** Undefined if the file has no rows of this kind. */
  totals(isEstimate: boolean): Totals | undefined;
}

function yearsOf({ from, to }: DataRules['period']): readonly number[] {
  const first = Number(from.slice(0, 4));
  return Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, index) => first + index);
}

export function createPurchaseCounter(
  { period, regions }: DataRules,
  drugLabels: readonly string[],
): TotalsCounter<PurchaseTotals> {
  const years = yearsOf(period);
  const [firstYear = 0] = years;
  const [faulty, reversals, duplicates] = [newRowSum(), newRowSum(), newRowSum()];
  const byState = createGroupSums(regions.length);
  const byYear = createGroupSums(years.length);
  const byDrug = createGroupSums(drugLabels.length);
  const byPlan = createGroupSums(64);
  const plans = createNameIndex();
  let withoutPlan = 0;

  return {
    forTable(columns) {
      const [amountAt, dateAt, stateAt] = [
        columns.indexOf('amount'),
        columns.indexOf('date'),
        columns.indexOf('stateOfPurchase'),
      ];
      const [drugAt, payorAt, planAt] = [
        columns.indexOf('drug'),
        columns.indexOf('payor'),
        columns.indexOf('planName'),
      ];
      return {
        count(results) {
          const units = results[amountAt]?.value ?? 0;
          const plan = results[planAt];
          const namesPlan = plan !== undefined && plan.text !== '';
          if (units < 0) addRow(reversals, units);
          if (!namesPlan) withoutPlan += 1;
          byState.add(results[stateAt]?.value ?? 0, units);
          byYear.add(Math.floor((results[dateAt]?.value ?? 0) / 10_000) - firstYear, units);
          byDrug.add(results[drugAt]?.value ?? 0, units);
          byPlan.add(plans.indexOf(namesPlan ? plan : results[payorAt]), units);
        },
        countFaulty(units) {
          if (Number.isNaN(units)) faulty.rows += 1;
          else addRow(faulty, units);
        },
        countDuplicate(units, weight) {
          for (let time = 0; time < weight; time += 1) addRow(duplicates, units);
        },
      };
    },
    totals(isEstimate) {
      const counted = byState.total();
      const rows = counted.rows + faulty.rows;
      if (rows === 0) return undefined;
      return {
        rows,
        counted: formatRowSum(counted),
        faulty: formatRowSum(faulty),
        reversals: formatRowSum(reversals),
        duplicates: { ...formatRowSum(duplicates), estimated: isEstimate },
        withoutPlan,
        byState: byState.toGroups(regions.map(({ name }) => name)),
        byYear: byYear.toGroups(years.map(String)),
        byDrug: byDrug.toGroups(drugLabels),
        byPlan: largestPlans(byPlan, plans.names),
      };
    },
  };
}

/** The largest plans first; the last group sums up all others. */
function largestPlans(sums: GroupSums, names: readonly string[]): readonly Group[] {
  const named = names.slice(1).map((name, index) => ({ name, sum: sums.sumOf(index + 1) }));
  named.sort((one, other) => compareSums(other.sum.amount, one.sum.amount) || (one.name < other.name ? -1 : 1));
  const rest = sums.sumOf(0);
  for (const { sum } of named.slice(maxPlans)) addRowSum(rest, sum);
  return [
    ...named.slice(0, maxPlans).map(({ sum, name }) => ({ name: maskPossibleTaxIds(name), ...formatRowSum(sum) })),
    ...(rest.rows === 0 ? [] : [{ name: '', ...formatRowSum(rest) }]),
  ];
}

/** Members of different years are the same people, so a state's total is that of its largest year. */
export function createMembershipCounter({ period, regions }: DataRules): TotalsCounter<MembershipTotals> {
  const years = yearsOf(period);
  const [firstYear = 0] = years;
  /** By state, then by year; undefined without rows. */
  const members = regions.map(() => years.map((): number | undefined => undefined));
  const plans = createNameIndex();
  let counted = 0;
  let rows = 0;
  return {
    forTable(columns) {
      const [yearAt, stateAt] = [columns.indexOf('year'), columns.indexOf('state')];
      const [membersAt, payorAt, planAt] = [
        columns.indexOf('members'),
        columns.indexOf('payor'),
        columns.indexOf('planName'),
      ];
      return {
        count(results) {
          rows += 1;
          counted += 1;
          const ofState = members[results[stateAt]?.value ?? 0];
          const year = (results[yearAt]?.value ?? 0) - firstYear;
          if (ofState) ofState[year] = (ofState[year] ?? 0) + (results[membersAt]?.value ?? 0);
          const plan = results[planAt];
          plans.indexOf(plan !== undefined && plan.text !== '' ? plan : results[payorAt]);
        },
        countFaulty() {
          rows += 1;
        },
        // Totals of members do not count rows, so a repeated row only gets its finding.
        countDuplicate: () => {},
      };
    },
    totals() {
      if (rows === 0) return undefined;
      return {
        rows,
        counted,
        byYear: years.flatMap((year, index) => {
          const ofYear = members.flatMap((ofState) => ofState[index] ?? []);
          return ofYear.length === 0
            ? []
            : [{ year: String(year), members: ofYear.reduce((sum, one) => sum + one, 0) }];
        }),
        byState: regions.flatMap(({ name }, region) => {
          const ofState = (members[region] ?? []).flatMap((one) => one ?? []);
          return ofState.length === 0 ? [] : [{ state: name, members: Math.max(...ofState) }];
        }),
        plans: plans.names.slice(1, maxPlans + 1).map(maskPossibleTaxIds),
      };
    },
  };
}
