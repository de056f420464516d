import { type DateOrder, type FindingCode, severityOf } from '../report.ts';
import type { Cell } from '../opened-file.ts';
import type { ColumnKey, ColumnRules, DataRules } from '../rules.ts';
import { createStateFinder } from '../us-states.ts';
import { type DecimalMarkOrUnknown, hintOfAmount, readAmount } from './amounts.ts';
import { withHyphens } from './cell-text.ts';
import { readDay } from './dates.ts';
import { createDrugList } from './drugs.ts';
import { formatUnits } from './exact-sum.ts';
import { type FormatHint, type TableFormats, ambiguous, noHint, otherOnly, usualOnly } from './value-formats.ts';

/** Validates a cell that is not blank; `text` is its text. */
export type CellValidator = (cell: Cell, text: string) => Validation;

export interface CellValidators {
  /** Values of the drug column are indexes of these names. */
  readonly drugLabels: readonly string[];
  /** Reads dates with the month first and amounts with a decimal point. */
  readonly byColumn: Readonly<Record<ColumnKey, CellValidator>>;
  withFormats(key: ColumnKey, formats: TableFormats): CellValidator;
}

const textOnly = (problems: readonly CellProblem[]): Validation => ({ value: Number.NaN, problems });
const invalid = (code: CellProblem['code'], detail?: string): Validation =>
  textOnly([{ code, ...(detail === undefined ? {} : { detail }) }]);
const valid = (value: number): Validation => ({ value, problems: [] });

export function createCellValidators(rules: DataRules): CellValidators {
  const drugList = createDrugList(rules);
  const purchaseRules = rules.tables.purchases;
  const byColumn: Readonly<Record<ColumnKey, CellValidator>> = {
    payor: lengthValidator(purchaseRules, 'payor'),
    planName: lengthValidator(purchaseRules, 'planName'),
    planFein: validateFein,
    drug: (_, text) => {
      const found = drugList.find(text);
      if (found.outcome === 'ndc-ambiguous') return invalid(found.outcome, found.codes.join(', '));
      if (found.outcome !== 'listed') return invalid(found.outcome);
      const { index, completed: detail } = found;
      return detail === undefined ? valid(index) : { value: index, problems: [{ code: 'ndc-completed', detail }] };
    },
    date: dateValidator(rules.period, 'month-first'),
    stateOfPurchase: stateValidator(rules, 'class-states'),
    stateOfInsured: stateValidator(rules, 'any'),
    state: stateValidator(rules, 'any'),
    amount: amountValidator('point'),
    year: yearValidator(rules.period),
    members: membersValidator('point'),
  };
  return {
    drugLabels: drugList.labels,
    byColumn,
    withFormats(key, { dates, decimals }) {
      if (key === 'date') return dateValidator(rules.period, dates.order);
      if (key === 'amount') return amountValidator(decimals.mark);
      return key === 'members' ? membersValidator(decimals.mark) : byColumn[key];
    },
  };
}

function lengthValidator(columns: readonly ColumnRules[], key: ColumnKey): CellValidator {
  const maxLength = columns.find((column) => column.key === key)?.length ?? Number.POSITIVE_INFINITY;
  return (_, text) => {
    const problems: CellProblem[] = [];
    if (text.length > maxLength) problems.push({ code: 'value-too-long' });
    if (misreadLetters.some((letters) => letters.test(text))) problems.push({ code: 'letters-doubtful' });
    return textOnly(problems);
  };
}

/** Accented letters of another code page look like this: no name has these characters there. */
const misreadLetters = [
  // UTF-8 that was read as Windows-1252: JosÃ©.
  /[\u00c2\u00c3][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/,
  // DOS (437 and 850) read as Windows-1252: N£¤ez, Jos‚, Garc¡a.
  /[a-z][\u0081-\u009f\u00a1-\u00a8\u00ac\u00ad\u00af\u00b2\u00b3\u00b5\u00b6\u00b8\u00b9\u00bc-\u00bf\u0192\u02c6\u02dc\u201a\u201e\u2020\u2021\u2030\u2039\u203a]/i,
  // Mac OS read as Windows-1252: JosŽ.
  /[a-z][\u0152\u0160\u017d\u0178\u20ac](?![A-Z])/,
];

const validateFein: CellValidator = (_, text) =>
  /^\d{9}$/.test(withHyphens(text).replace(/[\s-]/g, '')) ? textOnly([]) : invalid('fein-unreadable');

function dateValidator({ from, to }: DataRules['period'], order: DateOrder): CellValidator {
  const [first, last] = [Number(from.replace(/-/g, '')), Number(to.replace(/-/g, ''))];
  return (cell, text) => {
    const read = readDay(cell, text, order);
    if (!read) return invalid('date-unreadable');
    const { day, hint, isRestored } = read;
    const isOutside = (one: number) => one < first || one > last;
    // `40109` may be the number of a day, or 04/01/09 without its zero.
    const [, month, dayOfMonth, year] = (isRestored && /^(\d)(\d\d)(\d\d)$/.exec(text)) || [];
    const other = year && readDay(text, `${month}/${dayOfMonth}/${year}`, order);
    if (other && !isOutside(other.day)) return invalid('date-unreadable');
    const problems: CellProblem[] = [];
    if (isOutside(day)) problems.push({ code: 'date-outside-period' });
    const detail = String(day).replace(/^(\d{4})(\d{2})/, '$1-$2-');
    if (isRestored) problems.push({ code: 'date-restored', detail });
    if (hint === otherOnly && order === 'month-first') problems.push({ code: 'date-day-first', detail });
    if (hint === usualOnly && order === 'day-first') problems.push({ code: 'date-month-first', detail });
    return { value: day, problems, hint };
  };
}

function stateValidator({ regions }: DataRules, accepted: 'class-states' | 'any'): CellValidator {
  const findState = createStateFinder(regions);
  return (_, text) => {
    const region = findState(text);
    if (!region) return invalid('state-unknown');
    const index = regions.indexOf(region);
    if (accepted === 'class-states' && !region.counts)
      return { value: index, problems: [{ code: 'state-outside-class', detail: region.name }] };
    return valid(index);
  };
}

const amountValidator =
  (mark: DecimalMarkOrUnknown): CellValidator =>
  (cell, text) => {
    const hint = typeof cell === 'string' ? hintOfAmount(text) : noHint;
    const read = readAmount(cell, text, mark);
    if (read === undefined) return { ...invalid('amount-unreadable'), hint };
    if (read === 'too-large') return { ...invalid('amount-too-large'), hint };
    if (read === 'ambiguous') return { ...invalid('number-ambiguous'), hint };
    const detail = formatUnits(read.units);
    const problems: CellProblem[] = [];
    if (read.isRounded) problems.push({ code: 'amount-rounded', detail });
    if (read.hasSymbols) problems.push({ code: 'amount-symbols', detail });
    if (read.units === 0) problems.push({ code: 'amount-zero' });
    if (read.units < 0) problems.push({ code: 'reversal' });
    return { value: read.units, problems, hint };
  };

function yearValidator({ from, to }: DataRules['period']): CellValidator {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  return (cell, text) => {
    const year =
      cell instanceof Date ? cell.getUTCFullYear() : /^\d{4}(?:\.0*)?$/.test(text) ? Number(text) : Number.NaN;
    return year >= first && year <= last ? valid(year) : invalid('year-outside-period');
  };
}

/** Accepts numbers below a billion. Averages over a year may have decimals, and are rounded. */
const membersValidator =
  (mark: DecimalMarkOrUnknown): CellValidator =>
  (cell, text) => {
    const hint = typeof cell === 'string' ? hintOfMembers(text) : noHint;
    const read = readAmount(cell, text, mark === 'unknown' && hint !== ambiguous ? 'point' : mark);
    if (read === 'ambiguous') return { ...invalid('number-ambiguous'), hint };
    const isNumber = typeof read === 'object' && /^(?:\d[\d., ]*|-)$/.test(withHyphens(text));
    const members = isNumber ? Math.round(read.units / 10_000) : Number.POSITIVE_INFINITY;
    return { ...(members < 1e9 ? valid(members) : invalid('members-unreadable')), hint };
  };

/** Members are whole people, so `1,250` is not one and a quarter. `1.250` may be an average. */
function hintOfMembers(text: string): FormatHint {
  const hint = hintOfAmount(text);
  return hint === ambiguous && text.indexOf('.') === -1 ? usualOnly : hint;
}

export interface Validation {
  /**
   * The index of a drug or region, a day as 20090105, an amount in ten-thousandths of a dollar, a
   * year or a number of members. NaN for text and for a cell that could not be read.
   */
  readonly value: number;
  readonly problems: readonly CellProblem[];
  readonly hint?: FormatHint;
}
export interface CellProblem {
  readonly code: FindingCode;
  /** The value that the program understood. */
  readonly detail?: string;
}

/** Cells with the same text share one cached result. */
export interface CellResult extends Validation {
  /** The bits encode the severities of its problems, and whether the cell is blank. */
  readonly flags: number;
  readonly hint: FormatHint;
  readonly text: string;
  /** Equal rows are found by the fingerprint of `text`. */
  readonly hash1: number;
  readonly hash2: number;
  /** Caches the index of `text` among the names of plans; -1 until it was looked up. */
  nameIndex: number;
}

const noteFlag = 1;
const warningFlag = 2;
export const errorFlag = 4;
export const blankFlag = 8;
const flags = { note: noteFlag, warning: warningFlag, error: errorFlag } as const;

export function severityFlags(problems: readonly CellProblem[]): number {
  return problems.reduce((bits, { code }) => bits | flags[severityOf[code]], 0);
}
