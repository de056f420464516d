import { rememberRows } from './duplicate-rows.ts';

/** The rows of all tables of a file, told apart by their prints. */
export interface RowMemory {
  /** The rows that come now are of this table. */
  beginTable(sheet: string | undefined): void;
  /** About so many rows will come in this table. */
  expect(rows: number): void;
  /** Notes a row; `lookUp` says what came of it. `index` is its place in the batch. */
  note(lane1: number, lane2: number, line: number, index: number, units: number): void;
  /**
   * Looks up what was noted, all at once: the processor then waits for many places of the memory at the same time, which is several times as
   * fast. Calls back for each row that says the same as an earlier one.
   */
  lookUp(onRepeat: (repeat: RepeatedRow) => void): void;
  readonly isEstimate: boolean;
}
export interface RepeatedRow {
  readonly index: number;
  readonly line: number;
  readonly units: number;
  /** The line of the earlier row; with its sheet when that is another one. */
  readonly earlier: number | string;
  /** For how many rows it stands. */
  readonly share: number;
}

/** `mostPlaces`: how many rows can be remembered, a power of two. */
export function rememberTables(mostPlaces?: number): RowMemory {
  const rows = rememberRows(mostPlaces);
  /** Positions of a table begin behind the last one of the table before it. */
  const tables: { readonly start: number; readonly sheet: string | undefined }[] = [];
  let start = 0;
  let last = 0;
  let noted = 0;
  /** Of no meaning; kept so that no compiler leaves the touching out. */
  let touched = 0;
  let numbers = new Int32Array(4 * 4_096);
  let amounts = new Float64Array(4_096);

  function makeRoom(): void {
    const [numbersBefore, amountsBefore] = [numbers, amounts];
    numbers = new Int32Array(numbers.length * 2);
    amounts = new Float64Array(amounts.length * 2);
    numbers.set(numbersBefore);
    amounts.set(amountsBefore);
  }
  function nameOf(position: number): number | string {
    const holders = tables.filter((table) => table.start < position);
    const holder = holders[holders.length - 1];
    const line = position - (holder?.start ?? 0);
    return holder?.sheet === undefined || holder.start === start ? line : `${holder.sheet}!${line}`;
  }

  return {
    beginTable(sheet) {
      start = last;
      tables.push({ start, sheet });
    },
    expect: (expected) => rows.expect(expected),
    note(lane1, lane2, line, index, units) {
      if (noted === amounts.length) makeRoom();
      const at = noted * 4;
      numbers[at] = lane1;
      numbers[at + 1] = lane2;
      numbers[at + 2] = line;
      numbers[at + 3] = index;
      amounts[noted] = units;
      noted += 1;
    },
    lookUp(onRepeat) {
      for (let one = 0; one < noted; one += 1) touched ^= rows.touch(numbers[one * 4] ?? 0, numbers[one * 4 + 1] ?? 0);
      for (let one = 0; one < noted; one += 1) {
        const at = one * 4;
        const line = numbers[at + 2] ?? 0;
        last = start + line;
        const earlier = rows.see(numbers[at] ?? 0, numbers[at + 1] ?? 0, last);
        if (earlier !== 0)
          onRepeat({
            index: numbers[at + 3] ?? 0,
            line,
            units: amounts[one] ?? 0,
            earlier: nameOf(earlier),
            share: rows.share,
          });
      }
      noted = 0;
    },
    get isEstimate() {
      return rows.isEstimate;
    },
  };
}
