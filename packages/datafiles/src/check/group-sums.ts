import type { Group, Sum } from '../report.ts';
import type { CellResult } from './cell-result.ts';
import { type ExactSum, addSum, addUnits, formatSum, newSum, sumBase } from './exact-sum.ts';

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
export function formatRowSum({ rows, amount }: RowSum): Sum {
  return { rows, amount: formatSum(amount) };
}

export type GroupSums = ReturnType<typeof createGroupSums>;

/** The rows, and both parts of an exact sum. */
const width = 3;

/** Rows and amounts by index. Side by side in one array, because every row is added to several. */
export function createGroupSums(expectedGroups: number) {
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
    /** The sum of all groups. */
    total(): RowSum {
      const total = newRowSum();
      for (let index = 0; index < size; index += 1) addRowSum(total, sumOf(index));
      return total;
    },
    /** The groups that have rows, in the order of `names`. */
    toGroups: (names: readonly string[]): readonly Group[] =>
      names.flatMap((name, index) => {
        const sum = sumOf(index);
        return sum.rows === 0 ? [] : [{ name, ...formatRowSum(sum) }];
      }),
  };
}

/** A file of random data has a name in each row. */
const maxNames = 20_000;
/** Names that are the same up to here are one group. */
const maxNameLength = 200;

/** The names of plans in a file, in order of appearance. Index 0 collects all beyond the limit. */
export function createNameIndex() {
  const names = [''];
  const indexes = new Map<string, number>();
  return {
    names,
    /** Looked up once for each cached cell. */
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
