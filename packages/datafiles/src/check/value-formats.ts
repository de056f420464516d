import type { DateOrder, DecimalMark, ValueFormats, NotationReason } from '../report.ts';

/**
 * What a cell says of how its column is written: nothing; that it can be read only in the usual way
 * (the month first, a decimal point); only in the other (the day first, a decimal comma); or that
 * it is something else in each.
 */
export const saysNothing = 0;
export const onlyUsual = 1;
export const onlyOther = 2;
export const either = 3;
export type Shown = typeof saysNothing | typeof onlyUsual | typeof onlyOther | typeof either;

/** What the cells of a column say together. */
export class NotationWatch {
  /** By what they show. */
  readonly counts: [number, number, number, number] = [0, 0, 0, 0];
  /** The first cell that could be read in both ways. */
  example = '';

  see(shown: Shown, text: string): void {
    this.counts[shown] += 1;
    if (shown === either && this.example === '') this.example = text;
  }
}

/** How the columns of one table are read; `unknown` leaves out what could be read in two ways. */
export interface TableNotation {
  readonly dates: { readonly order: DateOrder; readonly why: NotationReason };
  readonly decimals: { readonly mark: DecimalMark | 'unknown'; readonly why: NotationReason };
}
/** The columns of a table that are watched. */
export interface TableWatches {
  readonly dates: NotationWatch;
  readonly decimals: NotationWatch;
}

/** Where cells show both, one in so many is taken for a slip. */
const oneIn = 20;

type Decision = { readonly isOther: boolean | undefined; readonly why: NotationReason };

function decide({ counts }: NotationWatch): Decision {
  const [, usual, other] = counts;
  if (usual === 0 && other === 0) return { isOther: undefined, why: 'undecided' };
  if (usual === 0 || other === 0) return { isOther: usual === 0, why: 'proven' };
  if (usual >= other * oneIn) return { isOther: false, why: 'mixed' };
  return { isOther: other >= usual * oneIn ? true : undefined, why: 'mixed' };
}

/** What the filer says, else what the cells show. */
export function decideNotation({ dates, decimals }: TableWatches, chosen: ValueFormats): TableNotation {
  const ofDates = decide(dates);
  const ofDecimals = decide(decimals);
  const isOpen = decimals.counts[either] > 0;
  return {
    dates: chosen.dates
      ? { order: chosen.dates, why: 'chosen' }
      : // Our template asks for the month first.
        { order: ofDates.isOther === true ? 'day-first' : 'month-first', why: ofDates.why },
    decimals: chosen.decimals
      ? { mark: chosen.decimals, why: 'chosen' }
      : {
          mark:
            ofDecimals.isOther === undefined ? (isOpen ? 'unknown' : 'point') : ofDecimals.isOther ? 'comma' : 'point',
          why: ofDecimals.why,
        },
  };
}

/** Tables of one file are written alike: what all proven ones agree on decides the others. */
export function decideTogether(tables: readonly TableNotation[]): readonly TableNotation[] {
  const shown = <Value>(of: (table: TableNotation) => { readonly why: NotationReason; readonly value: Value }) => {
    const values = new Set(tables.map(of).flatMap(({ why, value }) => (why === 'proven' ? [value] : [])));
    return values.size === 1 ? [...values] : [];
  };
  const [order] = shown(({ dates }) => ({ ...dates, value: dates.order }));
  const [mark] = shown(({ decimals }) => ({ ...decimals, value: decimals.mark }));
  return tables.map(({ dates, decimals }) => ({
    dates: dates.why === 'undecided' && order !== undefined ? { order, why: 'other-table' } : dates,
    decimals: decimals.why === 'undecided' && mark !== undefined ? { mark, why: 'other-table' } : decimals,
  }));
}

export function isSameReading(one: TableNotation, other: TableNotation): boolean {
  return one.dates.order === other.dates.order && one.decimals.mark === other.decimals.mark;
}
