import type { Cell } from '../opened-file.ts';
import type { Mark } from './amounts.ts';
import { cellText } from './cell-text.ts';
import type { ColumnReader } from './column-readers.ts';
import type { LineCells } from './line-cells.ts';
import { NotationWatch, either, onlyUsual, saysNothing } from './value-formats.ts';
import { newPrint, printText } from './fingerprints.ts';
import type { Verdict } from './cell-result.ts';

const zero = 48;
const nine = 57;
const point = 46;
/** Eleven digits, the point, four digits. */
const longest = 16;
const mostWhole = 11;
const tenthOf = [1, 10, 100, 1_000, 10_000];
/** Of so many whole digits and three decimals, without a zero in front. */
const leastOf = [0, 1_000, 10_000, 100_000];

/**
 * Most amounts are seen once: remembering them would only cost. Plain ones (`118.4025`) are read here, digit by digit; `others` reads the
 * rest, and what there is something to say of.
 */
export class AmountReader implements ColumnReader {
  private readonly others: ColumnReader;
  private readonly hasComma: boolean;
  private readonly asks: boolean;
  private readonly watch: NotationWatch;
  private readonly plain: { -readonly [Key in keyof Verdict]: Verdict[Key] } = {
    value: 0,
    problems: [],
    shown: saysNothing,
    weight: 0,
    text: '',
    print1: 0,
    print2: 0,
    group: -1,
  };
  private readonly print = newPrint();
  private digits = 0;
  private whole = 0;
  private decimals = -1;
  constructor(others: ColumnReader, mark: Mark = 'point', watch = new NotationWatch()) {
    this.others = others;
    this.hasComma = mark === 'comma';
    this.asks = mark === 'unknown';
    this.watch = watch;
  }

  read(cell: Cell | undefined): Verdict {
    // Of numbers, and with spaces around them, it is the text that equal rows are found by.
    const text = cellText(cell);
    const { length } = text;
    if (length === 0 || length > longest) return this.see(this.others.read(cell));
    this.begin();
    for (let at = 0; at < length; at += 1) if (!this.take(text.charCodeAt(at))) return this.see(this.others.read(cell));
    if (!this.isPlain()) return this.see(this.others.read(cell));
    const { plain, print } = this;
    printText(text, print);
    plain.print1 = print[0] ?? 0;
    plain.print2 = print[1] ?? 0;
    return plain;
  }

  readOf(cells: LineCells, index: number): Verdict {
    const start = cells.starts[index] ?? 0;
    const end = (cells.starts[index + 1] ?? 0) - 1;
    if (index >= cells.count || end === start || end - start > longest)
      return this.see(this.others.readOf(cells, index));
    const { codes } = cells;
    this.begin();
    for (let at = start; at < end; at += 1)
      if (!this.take(codes[at] ?? 0)) return this.see(this.others.readOf(cells, index));
    if (!this.isPlain()) return this.see(this.others.readOf(cells, index));
    const { plain } = this;
    plain.print1 = cells.lanes1[index] ?? 0;
    plain.print2 = cells.lanes2[index] ?? 0;
    return plain;
  }

  private see(verdict: Verdict): Verdict {
    this.watch.see(verdict.shown, verdict.text);
    return verdict;
  }
  private begin(): void {
    this.digits = 0;
    this.whole = 0;
    this.decimals = -1;
  }
  /** Takes the next character; false when it is none of a plain amount. */
  private take(code: number): boolean {
    if (code >= zero && code <= nine) {
      this.digits = this.digits * 10 + (code - zero);
      if (this.decimals >= 0) this.decimals += 1;
      else this.whole += 1;
      return true;
    }
    if (code !== point || this.decimals >= 0) return false;
    this.decimals = 0;
    return true;
  }
  private isPlain(): boolean {
    const { digits, decimals, plain, whole } = this;
    if (digits === 0 || whole > mostWhole || decimals > 4) return false;
    const { counts } = this.watch;
    if (decimals < 0) counts[saysNothing] += 1;
    else if (this.hasComma) return false;
    // `12.500` could be twelve thousand five hundred; `0.500` and `1200.500` could not.
    else if (decimals === 3 && whole > 0 && whole <= 3 && digits >= (leastOf[whole] ?? 0)) {
      if (this.asks) return false;
      counts[either] += 1;
    } else counts[onlyUsual] += 1;
    plain.value = digits * (tenthOf[4 - Math.max(decimals, 0)] ?? 0);
    return true;
  }
}
