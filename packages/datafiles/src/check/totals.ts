import { type Group, type MembershipTotals, type PurchaseTotals, type Sum, maxPlans } from '../report.ts';
import type { ColumnKey, DataRules } from '../rules.ts';
import type { CellResult } from './cell-validators.ts';
import { maskPossibleTaxIds } from './cell-text.ts';
import { type ExactSum, compareSums, addSum, addUnits, formatSum, newSum, sumBase } from './exact-sum.ts';

/** Adds the rows of one table to the totals of its kind. */
export interface RowCounter {
  /** Counts a row without an error. The results are in the order of the table's columns. */
  count(results: readonly CellResult[]): void;
  /** Counts a row with an error. `units` is its amount, NaN when it could not be read. */
  countFaulty(units: number): void;
  /** Notes that a counted row repeats an earlier one, and counts for `weight` such rows. */
  countDuplicate(units: number, weight: number): void;
}

function yearsOf({ from, to }: DataRules['period']): readonly number[] {
  const first = Number(from.slice(0, 4));
  return Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, index) => first + index);
}

export function createPurchaseCounter({ period, regions }: DataRules, drugLabels: readonly string[]) {
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
    /** `columns` are in the order of the results. */
    forTable(columns: readonly ColumnKey[]): RowCounter {
      const amountAt = columns.indexOf('amount');
      const dateAt = columns.indexOf('date');
      const stateAt = columns.indexOf('stateOfPurchase');
      const drugAt = columns.indexOf('drug');
      const payorAt = columns.indexOf('payor');
      const planAt = columns.indexOf('planName');
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
    totals(isEstimate: boolean): PurchaseTotals | undefined {
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

/** The largest plans first; the last group combines all others. */
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

/**
 * Members of different years are the same people, so each state's total is that of its largest
 * year.
 */
export function createMembershipCounter({ period, regions }: DataRules) {
  const years = yearsOf(period);
  const [firstYear = 0] = years;
  /** The first index is the state, the second the year. Undefined without rows. */
  const members = regions.map(() => years.map((): number | undefined => undefined));
  const plans = createNameIndex();
  let counted = 0;
  let rows = 0;
  return {
    forTable(columns: readonly ColumnKey[]): RowCounter {
      const yearAt = columns.indexOf('year');
      const stateAt = columns.indexOf('state');
      const membersAt = columns.indexOf('members');
      const payorAt = columns.indexOf('payor');
      const planAt = columns.indexOf('planName');
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
    totals(): MembershipTotals | undefined {
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

interface RowSum {
  rows: number;
  readonly amount: ExactSum;
}

function newRowSum(): RowSum {
  return { rows: 0, amount: newSum() };
}
function addRow(sum: RowSum, units: number): void {
  sum.rows += 1;
  addUnits(sum.amount, units);
}
function addRowSum(sum: RowSum, other: RowSum): void {
  sum.rows += other.rows;
  addSum(sum.amount, other.amount);
}
function formatRowSum({ rows, amount }: RowSum): Sum {
  return { rows, amount: formatSum(amount) };
}

type GroupSums = ReturnType<typeof createGroupSums>;

/** A group has its rows and both parts of an exact sum. */
const width = 3;

/** Rows and amounts are side by side in one array, because every row is added to several groups. */
function createGroupSums(expectedGroups: number) {
  let numbers = new Float64Array(Math.max(1, expectedGroups) * width);
  let size = 0;
  const sumOf = (index: number): RowSum => {
    const [rows = 0, high = 0, low = 0] = numbers.subarray(index * width, index * width + width);
    return { rows, amount: { high, low } };
  };
  return {
    add(index: number, units: number): void {
      if (index >= size) {
        size = index + 1;
        if (size * width > numbers.length) {
          const before = numbers;
          numbers = new Float64Array(size * width * 2);
          numbers.set(before);
        }
      }
      const at = index * width;
      numbers[at] = (numbers[at] ?? 0) + 1;
      const low = (numbers[at + 2] ?? 0) + units;
      if (low > -sumBase && low < sumBase) numbers[at + 2] = low;
      else {
        const sign = low < 0 ? -1 : 1;
        numbers[at + 1] = (numbers[at + 1] ?? 0) + sign;
        numbers[at + 2] = low - sign * sumBase;
      }
    },
    sumOf,
    total(): RowSum {
      const total = newRowSum();
      for (let index = 0; index < size; index += 1) addRowSum(total, sumOf(index));
      return total;
    },
    /** Lists the groups that have rows, in the order of `names`. */
    toGroups: (names: readonly string[]): readonly Group[] =>
      names.flatMap((name, index) => {
        const sum = sumOf(index);
        return sum.rows === 0 ? [] : [{ name, ...formatRowSum(sum) }];
      }),
  };
}

/** A file of random data has a name in each row. */
const maxNames = 20_000;
/** Names that are equal up to this length are one group. */
const maxNameLength = 200;

/** Plans are in order of appearance. Index 0 collects all beyond the limit. */
function createNameIndex() {
  const names = [''];
  const indexes = new Map<string, number>();
  return {
    names,
    /** Looks up each cached cell once. */
    indexOf(result: CellResult | undefined): number {
      if (result === undefined) return 0;
      if (result.nameIndex >= 0) return result.nameIndex;
      const name = result.text.slice(0, maxNameLength);
      let index = indexes.get(name);
      if (index === undefined) {
        index = names.length > maxNames ? 0 : names.push(name) - 1;
        if (index > 0) indexes.set(name, index);
      }
      result.nameIndex = index;
      return index;
    },
  };
}
