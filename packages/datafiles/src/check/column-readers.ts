import type { Cell } from '../opened-file.ts';
import { cellText } from './cell-text.ts';
import type { Judge } from './cell-validators.ts';
import type { LineCells } from './line-cells.ts';
import { saysNothing } from './value-formats.ts';
import { newPrint, printText } from './fingerprints.ts';
import type { CellProblem, Judgement, Verdict } from './cell-result.ts';
import { isBlank, weighProblems } from './cell-result.ts';

/** Reads the cells of one column. What it gives is to be used before the next cell is read. */
export interface ColumnReader {
  read(cell: Cell | undefined): Verdict;
  /** The same for a cell of a line. */
  readOf(cells: LineCells, index: number): Verdict;
}

/** Cells that are remembered of one column, a power of two; each has a few places where it may lie. */
const places = 8_192;
const placesEach = 4;
/** Longer texts are rare, and would cost memory. */
const rememberedLength = 200;

/**
 * A column says the same few things a million times: what was judged is remembered, in bounded memory, and what falls out of it is judged
 * again. A cell is known again by its print of 64 bits, without comparing its characters: that would cost more than all else.
 */
export class RememberingReader implements ColumnReader {
  private readonly judge: Judge;
  private readonly isRequired: boolean;
  private readonly print = newPrint();
  /** Two for each place. */
  private readonly lanes = new Int32Array(places * 2);
  private readonly verdicts: (Verdict | undefined)[] = [];

  constructor(judge: Judge, isRequired: boolean) {
    this.judge = judge;
    this.isRequired = isRequired;
    for (let place = 0; place < places; place += 1) this.verdicts.push(undefined);
  }

  read(cell: Cell | undefined): Verdict {
    const key = typeof cell === 'string' ? cell : keyOf(cell);
    if (key.length > rememberedLength) return judgeCell(cell, this.judge, this.isRequired);
    const { print } = this;
    printText(key, print);
    const lane1 = print[0] ?? 0;
    const lane2 = print[1] ?? 0;
    const place = this.placeOf(lane1, lane2);
    return this.verdictAt(place, lane1, lane2) ?? this.remember(cell, key, place, lane1, lane2);
  }

  readOf(cells: LineCells, index: number): Verdict {
    if (index >= cells.count) return this.read(undefined);
    const lane1 = cells.lanes1[index] ?? 0;
    const lane2 = cells.lanes2[index] ?? 0;
    const place = this.placeOf(lane1, lane2);
    const verdict = this.verdictAt(place, lane1, lane2);
    if (verdict !== undefined) return verdict;
    const text = cells.textOf(index);
    if (text.length > rememberedLength) return judgeCell(text, this.judge, this.isRequired);
    return this.remember(text, text, place, lane1, lane2);
  }

  /** Where a cell of this print lies, or is to lie. */
  private placeOf(lane1: number, lane2: number): number {
    const first = lane1 ^ (lane1 >>> 15) ^ (lane2 >>> 13);
    const { lanes, verdicts } = this;
    for (let next = 0; next < placesEach; next += 1) {
      const place = (first + next) & (places - 1);
      if (verdicts[place] === undefined || (lanes[place * 2] === lane1 && lanes[place * 2 + 1] === lane2)) return place;
    }
    return first & (places - 1);
  }
  private verdictAt(place: number, lane1: number, lane2: number): Verdict | undefined {
    const { lanes } = this;
    return lanes[place * 2] === lane1 && lanes[place * 2 + 1] === lane2 ? this.verdicts[place] : undefined;
  }

  private remember(cell: Cell | undefined, key: string, place: number, lane1: number, lane2: number): Verdict {
    const verdict = judgeCell(typeof cell === 'string' ? ownCopy(key) : cell, this.judge, this.isRequired);
    this.verdicts[place] = verdict;
    this.lanes[place * 2] = lane1;
    this.lanes[place * 2 + 1] = lane2;
    return verdict;
  }
}

/** A text that no cell of text has. */
function keyOf(cell: Exclude<Cell, string> | undefined): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? `\u0001${cell.getTime()}` : `\u0002${String(cell)}`;
}

/** Parts of a text hold the whole text in memory, here a whole piece of the file. */
function ownCopy(text: string): string {
  return text.length < 13 ? text : text.split('').join('');
}

const missing: readonly CellProblem[] = [{ code: 'value-missing' }];
const nothing: readonly CellProblem[] = [];

function judgeCell(cell: Cell | undefined, judge: Judge, isRequired: boolean): Verdict {
  const text = cellText(cell);
  const print = newPrint();
  printText(text, print);
  const judgement: Judgement =
    text === '' ? { value: Number.NaN, problems: isRequired ? missing : nothing } : judge(cell ?? text, text);
  const { value, problems, shown = saysNothing } = judgement;
  const weight = weighProblems(problems) | (text === '' ? isBlank : 0);
  return { value, problems, shown, weight, text, print1: print[0] ?? 0, print2: print[1] ?? 0, group: -1 };
}
