import type { DateOrder, DecimalMark, FormatReason, ValueFormats } from '../report.ts';

/**
 * A cell shows how its column writes dates or numbers if it is valid in only one of two formats. It
 * is ambiguous if it has a different value in each. The usual format has the month first and a
 * decimal point; the other has the day first and a comma.
 */
export type FormatHint = typeof noHint | typeof usualOnly | typeof otherOnly | typeof ambiguous;
export const noHint = 0;
export const usualOnly = 1;
export const otherOnly = 2;
export const ambiguous = 3;

export class HintCounter {
  readonly counts: [number, number, number, number] = [0, 0, 0, 0];
  /** The first ambiguous cell. */
  example = '';

  add(hint: FormatHint, text: string): void {
    this.counts[hint] += 1;
    if (hint === ambiguous && this.example === '') this.example = text;
  }
}
export interface HintCounters {
  readonly dates: HintCounter;
  readonly decimals: HintCounter;
}

/** With an `unknown` mark, ambiguous numbers do not count. */
export interface TableFormats {
  readonly dates: { readonly order: DateOrder; readonly why: FormatReason };
  readonly decimals: { readonly mark: DecimalMark | 'unknown'; readonly why: FormatReason };
}

/** If a column has both formats, the rarer one counts as typing errors up to one cell in 20. */
const cellsPerError = 20;

function decide({ counts }: HintCounter): { readonly isOther: boolean | undefined; readonly why: FormatReason } {
  const [, usual, other] = counts;
  if (usual === 0 && other === 0) return { isOther: undefined, why: 'undecided' };
  if (usual === 0 || other === 0) return { isOther: usual === 0, why: 'proven' };
  if (usual >= other * cellsPerError) return { isOther: false, why: 'mixed' };
  return { isOther: other >= usual * cellsPerError ? true : undefined, why: 'mixed' };
}

/** The claimant's choice wins; otherwise the cells decide. */
export function decideFormats({ dates, decimals }: HintCounters, chosen: ValueFormats): TableFormats {
  const ofDates = decide(dates);
  const ofDecimals = decide(decimals);
  const usualMark = ofDecimals.isOther === undefined && decimals.counts[ambiguous] > 0 ? 'unknown' : 'point';
  return {
    dates: chosen.dates
      ? { order: chosen.dates, why: 'chosen' }
      : // The template asks for the month first.
        { order: ofDates.isOther ? 'day-first' : 'month-first', why: ofDates.why },
    decimals: chosen.decimals
      ? { mark: chosen.decimals, why: 'chosen' }
      : { mark: ofDecimals.isOther ? 'comma' : usualMark, why: ofDecimals.why },
  };
}

/** Assumes one format for a file: if all proven tables agree, undecided ones follow. */
export function alignFormats(tables: readonly TableFormats[]): readonly TableFormats[] {
  const agreed = <Value>(proven: readonly Value[]) => (new Set(proven).size === 1 ? proven[0] : undefined);
  const order = agreed(tables.flatMap(({ dates }) => (dates.why === 'proven' ? [dates.order] : [])));
  const mark = agreed(tables.flatMap(({ decimals }) => (decimals.why === 'proven' ? [decimals.mark] : [])));
  return tables.map(({ dates, decimals }) => ({
    dates: dates.why === 'undecided' && order !== undefined ? { order, why: 'other-table' } : dates,
    decimals: decimals.why === 'undecided' && mark !== undefined ? { mark, why: 'other-table' } : decimals,
  }));
}

export function isSameFormats(one: TableFormats, other: TableFormats): boolean {
  return one.dates.order === other.dates.order && one.decimals.mark === other.decimals.mark;
}
