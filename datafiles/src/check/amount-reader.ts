import type { Cell } from '../rows.ts';
import { cellText } from './cell-text.ts';
import type { ColumnReader } from './column-reader.ts';
import type { Verdict } from './verdict.ts';

const zero = 48;
const nine = 57;
const point = 46;
const tenthOf = [1, 10, 100, 1_000, 10_000];

/**
 * Most amounts are seen once: remembering them would only cost. Plain ones (`118.4025`) are read here, digit by digit; `others` reads the
 * rest, and what there is something to say of.
 */
export class AmountReader implements ColumnReader {
  private readonly others: ColumnReader;
  private readonly plain: { -readonly [Key in keyof Verdict]: Verdict[Key] } = {
    value: 0,
    problems: [],
    weight: 0,
    text: '',
    print1: 0,
    print2: 0,
    group: -1,
  };
  constructor(others: ColumnReader) {
    this.others = others;
  }

  read(cell: Cell | undefined): Verdict {
    // Of numbers, and with spaces around them, it is the text that equal rows are found by.
    const text = typeof cell === 'string' && cell.charCodeAt(0) > 32 ? cell : cellText(cell);
    const { length } = text;
    // Eleven digits, the point, four digits.
    if (length === 0 || length > 16) return this.others.read(cell);
    let digits = 0;
    let decimals = -1;
    let whole = 0;
    let lane1 = length;
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= zero && code <= nine) {
        digits = digits * 10 + (code - zero);
        if (decimals >= 0) decimals += 1;
        else whole += 1;
      } else if (code === point && decimals < 0) decimals = 0;
      else return this.others.read(cell);
      lane1 = Math.imul(lane1 ^ code, 0x9e3779b1);
    }
    if (digits === 0 || whole > 11 || decimals > 4) return this.others.read(cell);
    const units = digits * (tenthOf[4 - Math.max(decimals, 0)] ?? 0);
    const { plain } = this;
    plain.value = units;
    plain.print1 = lane1;
    // With its length and its value a plain amount is told apart from every other, but for where zeros stand: the first lane has it.
    plain.print2 = Math.imul(units, 0x5f356495) ^ Math.floor(units / 4_294_967_296);
    return plain;
  }
}
