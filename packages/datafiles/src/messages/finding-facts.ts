import type { Finding } from '../report.ts';
import type { ColumnKey, ColumnRules } from '../rules.ts';
import type { FindingContext } from './data-messages.ts';

/** What the sentences of any language say of a finding: its value as it may be shown, and examples and limits from the rules. */
export interface FindingFacts {
  /** Undefined where the file has nothing there. */
  readonly value: string | undefined;
  readonly detail: string;
  /** Of a number that can be read in two ways, both: with thousands first, then with decimals. */
  readonly readings: readonly string[];
  readonly column: ColumnKey | undefined;
  /** The template's header of the column, without what stands in parentheses; empty where no column is named. */
  readonly header: string;
  /** How many characters the column takes; undefined where no column is named. */
  readonly length: number | undefined;
  /** Rows of a sheet are called rows, those of a text file lines. */
  readonly isSheet: boolean;
  readonly sheet: string;
  /** The class period in words, and its years. */
  readonly period: { readonly from: string; readonly to: string };
  readonly years: { readonly from: string; readonly to: string };
  /** How many states and territories count, and one of them. */
  readonly states: number;
  readonly state: { readonly name: string; readonly code: string };
  /** A day, a code and a name that would be taken. */
  readonly dateExample: string;
  readonly ndc: { readonly digits: string; readonly hyphenated: string };
  readonly drugName: string;
}

/** Everything that a sentence may say of a finding. `locale` is for days in words. */
export function findingFacts(
  finding: Pick<Finding, 'code' | 'column' | 'value' | 'detail'>,
  { table, rules }: FindingContext,
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
    dateExample: dayAsAsked(from),
    ndc: { digits: drug?.digits ?? '', hyphenated: drug?.ndc ?? '' },
    drugName: rules.drugNames[0]?.label ?? '',
  };
}

/** Characters that a terminal obeys or that turn the direction of text do not stand in a sentence of ours. */
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** More would bury the sentence. */
const shownCharacters = 40;

/** A value of a file, or a name in it, as it may stand in a sentence. */
export function displayValue(value: string, most = shownCharacters): string {
  const characters = [...value.replace(unprintable, '\ufffd').trim()];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}

/** What `12.500` can be: `$12,500.00` and `$12.50`, of members `12,500` and `12.5`. */
export function bothReadings(value: string, isAmount: boolean): readonly [thousands: string, decimals: string] {
  const [, before = '1', after = '234'] = /(\d{1,3})[.,](\d{3})(?!\d)/.exec(value) ?? [];
  if (isAmount) return [formatAmount(`${before}${after}`), formatAmount(`${before}.${after}`)];
  return [`${before},${after}`, `${before}.${after.replace(/0+$/, '') || '0'}`];
}

/** A decimal string in dollars: `-1234.5000` as `-$1,234.50`. Decimals beyond the cents stand where they are not zero. */
export function formatAmount(amount: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!parts) return amount;
  const [, sign = '', whole = '', decimals = ''] = parts;
  const cents = decimals.replace(/0+$/, '').padEnd(2, '0');
  return `${sign}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

/** `2008-06-14` as `06/14/2008`, as data files are asked to have it. Anything else stays. */
export function dayAsAsked(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
}

/** Making one takes a hundred times as long as writing a day with it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayInWords(day: string, locale: string): string {
  const options = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  const format = dayFormats.get(locale) ?? new Intl.DateTimeFormat(locale, options);
  dayFormats.set(locale, format);
  return format.format(new Date(`${day}T00:00:00Z`));
}
