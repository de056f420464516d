import type { DateOrder } from '../report.ts';
import type { Cell } from '../opened-file.ts';
import type { ColumnKey, ColumnRules, DataRules } from '../rules.ts';
import type { Mark } from './amounts.ts';
import { readAmount, shownByAmount } from './amounts.ts';
import { withHyphens } from './cell-text.ts';
import { readDay } from './dates.ts';
import { listDrugs } from './drugs.ts';
import { formatUnits } from './exact-sum.ts';
import type { Shown, TableNotation } from './value-formats.ts';
import { either, onlyOther, onlyUsual, saysNothing } from './value-formats.ts';
import { normalizeSpelling } from './spellings.ts';
import type { CellProblem, Judgement } from './cell-result.ts';

/** Judges a cell that is not blank; `text` is its text. */
export type Judge = (cell: Cell, text: string) => Judgement;

/** A judge for each column, and the names that its values are places of. */
export interface Judges {
  readonly drugLabels: readonly string[];
  readonly of: Readonly<Record<ColumnKey, Judge>>;
  /** The judge of a column that is written so. */
  writtenAs(key: ColumnKey, notation: TableNotation): Judge;
}

const ofText = (problems: readonly CellProblem[]): Judgement => ({ value: Number.NaN, problems });
const fault = (code: CellProblem['code'], detail?: string): Judgement =>
  ofText([{ code, ...(detail === undefined ? {} : { detail }) }]);
const sound = (value: number): Judgement => ({ value, problems: [] });

export function makeJudges(rules: DataRules): Judges {
  const drugList = listDrugs(rules);
  const purchaseRules = rules.tables.purchases;
  const of: Readonly<Record<ColumnKey, Judge>> = {
    payor: judgeLength(purchaseRules, 'payor'),
    planName: judgeLength(purchaseRules, 'planName'),
    planFein: judgeFein,
    drug: (_, text) => {
      const read = drugList.read(text);
      switch (read.outcome) {
        case 'listed':
          return read.completed === undefined
            ? sound(read.group)
            : { value: read.group, problems: [{ code: 'ndc-completed', detail: read.completed }] };
        case 'ambiguous':
          return fault('ndc-ambiguous', read.codes.join(', '));
        case 'not-listed':
          return fault('ndc-not-listed');
        case 'shortened':
          return fault('ndc-shortened');
        case 'unknown':
          return fault('drug-unknown');
      }
    },
    date: judgeDate(rules.period, 'month-first'),
    stateOfPurchase: judgeState(rules, 'must-count'),
    stateOfInsured: judgeState(rules, 'any'),
    state: judgeState(rules, 'any'),
    amount: judgeAmount('point'),
    year: judgeYear(rules.period),
    members: judgeMembers('point'),
  };
  return {
    drugLabels: drugList.labels,
    of,
    writtenAs(key, { dates, decimals }) {
      if (key === 'date') return judgeDate(rules.period, dates.order);
      if (key === 'amount') return judgeAmount(decimals.mark);
      return key === 'members' ? judgeMembers(decimals.mark) : of[key];
    },
  };
}

function judgeLength(columns: readonly ColumnRules[], key: ColumnKey): Judge {
  const longest = columns.find((column) => column.key === key)?.length ?? Number.POSITIVE_INFINITY;
  return (_, text) => ofText(text.length > longest ? [{ code: 'value-too-long' }] : []);
}

const judgeFein: Judge = (_, text) =>
  /^\d{9}$/.test(withHyphens(text).replace(/[\s-]/g, '')) ? ofText([]) : fault('fein-unreadable');

function judgeDate({ from, to }: DataRules['period'], order: DateOrder): Judge {
  const [first, last] = [compactDay(from), compactDay(to)];
  return (cell, text) => {
    const read = readDay(cell, text, order);
    if (!read) return fault('date-unreadable');
    const problems: CellProblem[] = [];
    if (read.day < first || read.day > last) problems.push({ code: 'date-outside-period' });
    const detail = isoDay(read.day);
    if (read.shown === onlyOther && order === 'month-first') problems.push({ code: 'date-day-first', detail });
    if (read.shown === onlyUsual && order === 'day-first') problems.push({ code: 'date-month-first', detail });
    return { value: read.day, problems, shown: read.shown };
  };
}
function compactDay(isoDate: string): number {
  return Number(isoDate.replace(/-/g, ''));
}
function isoDay(day: number): string {
  const digits = String(day);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

function judgeState({ regions }: DataRules, which: 'must-count' | 'any'): Judge {
  const places = new Map(
    regions.flatMap(({ name, code }, place) => [
      [normalizeSpelling(name), place],
      [normalizeSpelling(code), place],
    ]),
  );
  return (_, text) => {
    const place = places.get(normalizeSpelling(text));
    const region = place === undefined ? undefined : regions[place];
    if (place === undefined || !region) return fault('state-unknown');
    if (which === 'must-count' && !region.counts)
      return { value: place, problems: [{ code: 'state-outside-class', detail: region.name }] };
    return sound(place);
  };
}

const judgeAmount =
  (mark: Mark): Judge =>
  (cell, text) => {
    const shown = typeof cell === 'string' ? shownByAmount(text) : saysNothing;
    const read = readAmount(cell, text, mark);
    if (read === undefined) return { ...fault('amount-unreadable'), shown };
    if (read === 'too-large') return { ...fault('amount-too-large'), shown };
    if (read === 'ambiguous') return { ...fault('number-ambiguous'), shown };
    const detail = formatUnits(read.units);
    const problems: CellProblem[] = [];
    if (read.isRounded) problems.push({ code: 'amount-rounded', detail });
    if (read.hasSymbols) problems.push({ code: 'amount-symbols', detail });
    if (read.units === 0) problems.push({ code: 'amount-zero' });
    if (read.units < 0) problems.push({ code: 'reversal' });
    return { value: read.units, problems, shown };
  };

function judgeYear({ from, to }: DataRules['period']): Judge {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  return (cell, text) => {
    const year =
      cell instanceof Date ? cell.getUTCFullYear() : /^\d{4}(?:\.0*)?$/.test(text) ? Number(text) : Number.NaN;
    return year >= first && year <= last ? sound(year) : fault('year-outside-period');
  };
}

/** A number below a billion, with thousands separators or without. An average over a year may have decimals: it is rounded. */
const judgeMembers =
  (mark: Mark): Judge =>
  (cell, text) => {
    const shown = typeof cell === 'string' ? shownByMembers(text) : saysNothing;
    const read = readAmount(cell, text, mark === 'unknown' && shown !== either ? 'point' : mark);
    if (read === 'ambiguous') return { ...fault('number-ambiguous'), shown };
    const isNumber = typeof read === 'object' && /^\d[\d., ]*$/.test(text);
    const members = isNumber ? Math.round(read.units / 10_000) : Number.POSITIVE_INFINITY;
    return members < 1e9 ? { ...sound(members), shown } : { ...fault('members-unreadable'), shown };
  };
/** Members are whole people: `1,250` is no one and a quarter. `1.250` may be an average. */
function shownByMembers(text: string): Shown {
  const shown = shownByAmount(text);
  return shown === either && text.indexOf('.') === -1 ? onlyUsual : shown;
}
