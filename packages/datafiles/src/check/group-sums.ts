import type { Group, Sum } from '../report.ts';
import type { ExactSum } from './exact-sum.ts';
import { addSum, addUnits, formatSum, newSum, sumBase } from './exact-sum.ts';

/** Rows and their amount. */
export interface RowSum {
  rows: number;
  readonly amount: ExactSum;
}

export function newRowSum(): RowSum {
  return { rows: 0, amount: newSum() };
}
export function addRow(sum: RowSum, units: number): void {
  sum.rows += 1;
  addUnits(sum.amount, units);
}
export function addRowSum(sum: RowSum, other: RowSum): void {
  sum.rows += other.rows;
  addSum(sum.amount, other.amount);
}
export function describeSum({ rows, amount }: RowSum): Sum {
  return { rows, amount: formatSum(amount) };
}

/** Rows and amounts by place in a list of names. Each row is added several times: the numbers lie side by side. */
export interface GroupSums {
  add(place: number, units: number): void;
  sumOf(place: number): RowSum;
  /** Places up to the last one that has rows. */
  readonly size: number;
}

/** Rows, and both parts of an exact sum. */
const width = 3;

export function groupSums(expectedPlaces: number): GroupSums {
  let numbers = new Float64Array(Math.max(1, expectedPlaces) * width);
  let size = 0;
  return {
    add(place, units) {
      if (place >= size) {
        size = place + 1;
        if (size * width > numbers.length) {
          const before = numbers;
          numbers = new Float64Array(size * width * 2);
          numbers.set(before);
        }
      }
      const at = place * width;
      numbers[at] = (numbers[at] ?? 0) + 1;
      const low = (numbers[at + 2] ?? 0) + units;
      if (low > -sumBase && low < sumBase) numbers[at + 2] = low;
      else {
        const sign = low < 0 ? -1 : 1;
        numbers[at + 1] = (numbers[at + 1] ?? 0) + sign;
        numbers[at + 2] = low - sign * sumBase;
      }
    },
    sumOf(place) {
      const [rows = 0, high = 0, low = 0] = numbers.subarray(place * width, place * width + width);
      return { rows, amount: { high, low } };
    },
    get size() {
      return size;
    },
  };
}

/** The groups that have rows, in the order of `names`. */
export function describeGroups(sums: GroupSums, names: readonly string[]): readonly Group[] {
  return names.flatMap((name, place) => {
    const sum = sums.sumOf(place);
    return sum.rows === 0 ? [] : [{ name, ...describeSum(sum) }];
  });
}
/** All groups together. */
export function totalOf(sums: GroupSums): RowSum {
  const total = newRowSum();
  for (let place = 0; place < sums.size; place += 1) addRowSum(total, sums.sumOf(place));
  return total;
}
