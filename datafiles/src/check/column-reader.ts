import type { Cell } from '../rows.ts';
import { cellText } from './cell-text.ts';
import type { Judge } from './judges.ts';
import { newPrint, printText } from './text-prints.ts';
import type { CellProblem, Verdict } from './verdict.ts';
import { isBlank, weighProblems } from './verdict.ts';

/** Reads the cells of one column. What it gives is to be used before the next cell is read. */
export interface ColumnReader {
  read(cell: Cell | undefined): Verdict;
}

/** Cells that are remembered of one column, a power of two; each has a few places where it may lie. */
const places = 8_192;
const placesEach = 4;
/** Longer texts are rare, and would cost memory. */
const rememberedLength = 200;

/**
 * A column says the same few things a million times: what was judged is remembered, in bounded memory, and what falls out of it is judged
 * again. A cell is known again by 64 bits that depend on all of its characters, without comparing these: that would cost more than all else.
 * The bits begin at random, so that nobody can write two texts that are taken for each other.
 */
export class RememberingReader implements ColumnReader {
  private readonly judge: Judge;
  private readonly isRequired: boolean;
  private readonly seed1 = randomBits();
  private readonly seed2 = randomBits();
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
    const { length } = key;
    if (length > rememberedLength) return judgeCell(cell, this.judge, this.isRequired);
    let lane1 = this.seed1 ^ length;
    let lane2 = this.seed2;
    for (let at = 0; at < length; at += 1) {
      const code = key.charCodeAt(at);
      lane1 = Math.imul(lane1 ^ code, 0x9e3779b1);
      lane2 = Math.imul(lane2 ^ code, 0x5f356495);
    }
    const first = lane1 ^ (lane1 >>> 15) ^ (lane2 >>> 13);
    const { lanes, verdicts } = this;
    for (let next = 0; next < placesEach; next += 1) {
      const place = (first + next) & (places - 1);
      const verdict = verdicts[place];
      if (verdict === undefined) return this.remember(cell, key, place, lane1, lane2);
      if (lanes[place * 2] === lane1 && lanes[place * 2 + 1] === lane2) return verdict;
    }
    return this.remember(cell, key, first & (places - 1), lane1, lane2);
  }

  private remember(cell: Cell | undefined, key: string, place: number, lane1: number, lane2: number): Verdict {
    const verdict = judgeCell(typeof cell === 'string' ? ownCopy(key) : cell, this.judge, this.isRequired);
    this.verdicts[place] = verdict;
    this.lanes[place * 2] = lane1;
    this.lanes[place * 2 + 1] = lane2;
    return verdict;
  }
}

function randomBits(): number {
  return Math.floor(Math.random() * 0x100000000) | 0;
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
  const { value, problems } =
    text === '' ? { value: Number.NaN, problems: isRequired ? missing : nothing } : judge(cell ?? text, text);
  const weight = weighProblems(problems) | (text === '' ? isBlank : 0);
  return { value, problems, weight, text, print1: print[0] ?? 0, print2: print[1] ?? 0, group: -1 };
}
