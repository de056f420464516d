import type { MembershipTotals } from '../report.ts';
import { keptPlans } from '../report.ts';
import type { DataRules } from '../rules.ts';
import { maskPossibleTaxIds } from './cell-text.ts';
import { nameGroups } from './named-groups.ts';
import type { Verdict } from './cell-result.ts';

/** The members that all tables of a file tell of. */
export interface MembershipCounter {
  count(row: MembershipRow): void;
  countFaulty(): void;
  totals(): MembershipTotals | undefined;
}
/** A row without an error. */
export interface MembershipRow {
  year: number;
  region: number;
  members: number;
  plan: Verdict;
}

/** Members of several years are the same people: of a state, the year that has the most of them there is told. */
export function countMembership({ period, regions }: DataRules): MembershipCounter {
  const [firstYear, lastYear] = [Number(period.from.slice(0, 4)), Number(period.to.slice(0, 4))];
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
  /** By state, then by year; undefined where no row was. */
  const members = regions.map(() => years.map((): number | undefined => undefined));
  const plans = nameGroups();
  let counted = 0;
  let rows = 0;
  return {
    count(row) {
      rows += 1;
      counted += 1;
      const ofState = members[row.region];
      const year = row.year - firstYear;
      if (ofState) ofState[year] = (ofState[year] ?? 0) + row.members;
      plans.placeOf(row.plan);
    },
    countFaulty() {
      rows += 1;
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
        byState: regions.flatMap(({ name }, place) => {
          const ofState = (members[place] ?? []).flatMap((one) => one ?? []);
          return ofState.length === 0 ? [] : [{ state: name, members: Math.max(...ofState) }];
        }),
        plans: plans.names.slice(1, keptPlans + 1).map(maskPossibleTaxIds),
      };
    },
  };
}
