import type { Finding, TableReport } from '../report.ts';
import type { ColumnKey, ColumnRules, DataRules } from '../rules.ts';

export interface FindingContext {
  readonly table: TableReport;
  readonly rules: DataRules;
  /** Whether the claim is filed, so that its columns can no longer be changed. */
  readonly isFiled?: boolean;
}

/** Messages show a finding's value, and examples and limits from the rules. */
export interface FindingFacts {
  /** Undefined if the cell is blank. */
  readonly value: string | undefined;
  readonly detail: string;
  /** The readings of an ambiguous number with thousands, then with decimals. */
  readonly readings: readonly string[];
  readonly column: ColumnKey | undefined;
  /** The template's header without parentheses; empty if the finding has no column. */
  readonly header: string;
  /** The maximum characters of a value. Undefined if the finding has no column. */
  readonly length: number | undefined;
  /** A sheet has rows, a text file lines. */
  readonly isSheet: boolean;
  readonly sheet: string;
  /** The class period is in words. */
  readonly period: { readonly from: string; readonly to: string };
  readonly years: { readonly from: string; readonly to: string };
  /** `states` counts the states and territories in the class, `state` is one of them. */
  readonly states: number;
  readonly state: { readonly name: string; readonly code: string };
  /** The examples are valid. */
  readonly dateExample: string;
  readonly ndc: { readonly digits: string; readonly hyphenated: string };
  readonly drugName: string;
  readonly isFiled: boolean;
}

export function findingFacts(
  finding: Pick<Finding, 'code' | 'column' | 'value' | 'detail'>,
  { table, rules, isFiled = false }: FindingContext,
  locale: string,
): FindingFacts {
  const { from, to } = rules.period;
  const columns: readonly ColumnRules[] = table.kind === 'none' ? [] : rules.tables[table.kind];
  const column = columns.find(({ key }) => key === finding.column);
  const state = rules.regions.find(({ counts }) => counts);
  const [drug] = rules.drugs;
  return {
    value: finding.value === undefined || finding.value.trim() === '' ? undefined : displayValue(finding.value),
    detail: displayValue(String(finding.detail ?? '')),
    readings: bothReadings(finding.value ?? '', finding.column === 'amount'),
    column: finding.column,
    header: column?.header.split(' (')[0] ?? '',
    length: column?.length,
    isSheet: table.sheet !== undefined,
    sheet: displayValue(table.sheet ?? ''),
    period: { from: dayInWords(from, locale), to: dayInWords(to, locale) },
    years: { from: from.slice(0, 4), to: to.slice(0, 4) },
    states: rules.regions.filter(({ counts }) => counts).length,
    state: { name: state?.name ?? '', code: state?.code ?? '' },
    dateExample: templateDate(from),
    ndc: { digits: drug?.digits ?? '', hyphenated: drug?.ndc ?? '' },
    drugName: rules.drugNames[0]?.label ?? '',
    isFiled,
  };
}

/** These characters control terminals or change the direction of text. */
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** Longer values would bury the sentence. */
const maxDisplayLength = 40;

/** Makes a value or name from a file safe to show in a sentence. */
export function displayValue(value: string, maxLength = maxDisplayLength): string {
  const characters = [...value.replace(unprintable, '\ufffd').trim()];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : characters.join('');
}

/** Reads `12.500` as `$12,500.00` and `$12.50`, or as `12,500` and `12.5` members. */
export function bothReadings(value: string, isAmount: boolean): readonly [thousands: string, decimals: string] {
  const [, before = '1', after = '234'] = /(\d{1,3})[.,](\d{3})(?!\d)/.exec(value) ?? [];
  if (isAmount) return [formatAmount(`${before}${after}`), formatAmount(`${before}.${after}`)];
  return [`${before},${after}`, `${before}.${after.replace(/0+$/, '') || '0'}`];
}

/**
 * Writes `-1234.5000` as `-$1,234.50`. Decimals beyond the cents are shown unless they are zero.
 */
export function formatAmount(amount: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!parts) return amount;
  const [, sign = '', whole = '', decimals = ''] = parts;
  const cents = decimals.replace(/0+$/, '').padEnd(2, '0');
  return `${sign}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

/** Writes `2008-06-14` as `06/14/2008`, the template's format. */
export function templateDate(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
}

/** Creating a format takes a hundred times as long as using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayInWords(day: string, locale: string): string {
  const format =
    dayFormats.get(locale) ??
    new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
  dayFormats.set(locale, format);
  return format.format(new Date(`${day}T00:00:00Z`));
}
